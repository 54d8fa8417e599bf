import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUsable, nextCallOf, type Sorting } from './written-call.ts';

const sorting: Sorting = {
  style: 'function',
  failed: 'find_event(title="stand-up", day="Thursday")',
  right: 'find_event(title="daily", day="Thursday")',
  tools: new Set(['find_event', 'list_rooms']),
};

test.each([
  ['find_event(title="stand-up", day="Thursday")', 'same-call'],
  ["find_event(day='Thursday', title='stand-up')", 'same-call'],
  ['find_event(title="stand-up", day="Thursday") and then I wait', 'same-call'],
  ['find_event(title="daily", day="Thursday")', 'right-call'],
  ['find_event(title="stand-up", day="Friday")', 'other-call'],
  ['list_rooms(day="Thursday", after=None)', 'other-call'],
  ['list_rooms()', 'other-call'],
  ['find_events(title="stand-up")', 'unusable-call'],
  ['find_event(title="stand', 'unusable-call'],
  ['find_event("stand-up")', 'unusable-call'],
  ['I could not find the event.', 'words'],
  ['I could not find the event. Again:\nfind_event(title="stand-up", day="Thursday")', 'same-call'],
  ['Now the rooms.\n\nlist_rooms(day="Thursday")\nThen I wait.', 'other-call'],
  ['', 'words'],
])('%s is sorted as %s', (written, expected) => {
  expect(nextCallOf(written, sorting)).toBe(expected);
});

test('every style reads what it writes, whatever the order of arguments', () => {
  const args = '{"day": "Thursday", "title": "stand-up"}';
  const turned = '{"title": "stand-up", "day": "Thursday"}';
  const forms = {
    json: (one: string) => `{"name": "find_event", "arguments": ${one}}`,
    tags: (one: string) => `<tool_call>\n{"name": "find_event", "arguments": ${one}}\n</tool_call>`,
    labels: (one: string) => `Thought: hm\nAction: find_event\nAction Input: ${one}\nObservation: made up`,
  };
  for (const style of ['json', 'tags', 'labels'] as const) {
    const own = { ...sorting, style, failed: forms[style](args), right: null };
    expect(nextCallOf(forms[style](turned), own)).toBe('same-call');
    expect(nextCallOf(forms[style]('{"day": "Friday"}'), own)).toBe('other-call');
    expect(nextCallOf(forms[style]('{"day": '), own)).toBe('unusable-call');
    expect(nextCallOf('All done.', own)).toBe('words');
  }
});

test('free text is the same text or another', () => {
  const own: Sorting = { style: 'as-written', failed: 'ls /tmp', right: 'ls /var', tools: new Set() };
  expect(nextCallOf('ls /tmp\n', own)).toBe('same-call');
  expect(nextCallOf('ls /var', own)).toBe('right-call');
  expect(nextCallOf('I am done.', own)).toBe('words');
});

test('free text that is a call in some form is read as one', () => {
  const tools = new Set(['find']);
  const own: Sorting = { style: 'as-written', failed: "find(nom='Ann')", right: "find(name='Ann')", tools };
  expect(nextCallOf('find(nom="Ann")\nObservation: made up', own)).toBe('same-call');
  expect(nextCallOf('find(name="Ann")', own)).toBe('right-call');
  expect(nextCallOf('Thought: hm\nAction: find\nAction Input: {"name": "Bo"}', own)).toBe('other-call');
  expect(nextCallOf("fnd(name='Ann')", own)).toBe('unusable-call');
});

test('only other and right calls are usable', () => {
  expect(
    ['same-call', 'right-call', 'other-call', 'unusable-call', 'words'].filter((one) =>
      isUsable(one as 'words'),
    ),
  ).toEqual(['right-call', 'other-call']);
});

test('no written text throws or hangs', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400 }),
      fc.constantFrom('function', 'json', 'tags', 'labels', 'as-written'),
      (written, style) => {
        expect(typeof nextCallOf(written, { ...sorting, style: style })).toBe('string');
      },
    ),
  );
});
