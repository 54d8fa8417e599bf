import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALL_STYLES } from './call-style.ts';
import { chosenStep, usualStyle, type ChosenStep } from './chosen-step.ts';
import { cutStep, NO_CUT, proposedCut } from './cut.ts';
import { OWN_TEXTS, terseOf } from './failed-texts.ts';
import { SAMPLE_LOG, SAMPLE_PLACE } from './sample-log.ts';
import { isAdvisable, shownAs, shownWays } from './ways-shown.ts';

const sample = (): ChosenStep => {
  const step = chosenStep(SAMPLE_LOG, SAMPLE_PLACE, 'function');
  if (step === null) throw new Error('the sample has this step');
  return step;
};
const spoken = (messages: readonly { readonly role: string; readonly content: string }[]): string[] =>
  messages.map(({ role, content }) => `${role}: ${content}`);

test('before the failed call stands what was read before it, and the earlier calls of its reply as steps', () => {
  const step = sample();
  expect(spoken(step.before).slice(1)).toEqual([
    'user: Move the stand-up.',
    'assistant: list_rooms(day="Thursday")',
    'user: Observation: ["Birch"]',
  ]);
  expect(step.call).toBe('find_event(title="stand-up", day="Thursday")');
  expect(step).toMatchObject({ error: 'no answer in 10 s', tool: 'find_event', attempt: 1 });
});

test('nothing behind the failed result, no reasoning and no word before the call is shown in any way', () => {
  for (const { transcript } of shownWays(sample())) {
    const text = spoken(transcript.messages).join('\n');
    expect(text).not.toMatch(/later text|Again|Hidden|First I look/u);
  }
});

test('a step that is not there is none', () => {
  expect(chosenStep(SAMPLE_LOG, { ...SAMPLE_PLACE, result: 1 }, 'function')).toBeNull();
  expect(chosenStep(SAMPLE_LOG, { ...SAMPLE_PLACE, call: { turn: 2, ordinal: 9 } }, 'function')).toBeNull();
  expect(chosenStep(SAMPLE_LOG, { ...SAMPLE_PLACE, call: { turn: 99, ordinal: 0 } }, 'function')).toBeNull();
});

test('one call in every style', () => {
  const written = SAMPLE_LOG.turns[2]?.calls[1];
  if (written === undefined) throw new Error('the sample has this call');
  expect(CALL_STYLES.json.call(written)).toBe(
    '{"name": "find_event", "arguments": {"title": "stand-up", "day": "Thursday"}}',
  );
  expect(CALL_STYLES.tags.call(written)).toBe(
    '<tool_call>\n{"name": "find_event", "arguments": {"title": "stand-up", "day": "Thursday"}}\n</tool_call>',
  );
  expect(CALL_STYLES.labels.call(written)).toBe(
    'Action: find_event\nAction Input: {"title": "stand-up", "day": "Thursday"}',
  );
  const broken = { ...written, args: null, rawArgs: '{"title": "stand' };
  expect(CALL_STYLES.json.call(broken)).toBe('{"name": "find_event", "arguments": {"title": "stand}');
  expect(usualStyle(SAMPLE_LOG)).toBe('function');
});

test('every way differs from the error as it was, and the error stands where the log had it', () => {
  const step = sample();
  const ways = shownWays(step);
  expect(ways.filter(({ way }) => way === 'error')).toHaveLength(1);
  expect(ways.filter(({ way }) => way === 'description')).toHaveLength(OWN_TEXTS.length);
  const asError = shownAs(step, 'error', 0);
  expect(spoken(asError?.messages ?? []).slice(-2)).toEqual([
    'assistant: find_event(title="stand-up", day="Thursday")',
    'user: Observation: no answer in 10 s',
  ]);
  const last = asError?.parts.at(-1);
  expect(asError?.messages[last?.message ?? -1]?.content.slice(last?.start, last?.end)).toBe(step.error);
  const different = new Set(ways.map(({ transcript }) => JSON.stringify(transcript.messages)));
  // A one-line error is its own short form.
  expect(different.size).toBe(ways.length - 1);
  expect(ways.filter(({ way }) => !isAdvisable(way)).map(({ way }) => way)).toContain('marker');
});

test('placed first, the failed step stands behind the goal', () => {
  const early = shownAs(sample(), 'early', 0);
  expect(spoken(early?.messages ?? []).slice(1, 4)).toEqual([
    'user: Move the stand-up.',
    'assistant: find_event(title="stand-up", day="Thursday")',
    'user: Observation: no answer in 10 s',
  ]);
});

test('an instruction from the start stands in the system prompt, or makes one', () => {
  const step = sample();
  expect(shownAs(step, 'instructed-before', 0)?.messages[0]?.content).toMatch(/rooms\.\nThis call/u);
  const without = shownAs(step, 'instructed-before', 0, step.before.slice(1));
  expect(without?.messages[0]).toMatchObject({ role: 'system' });
});

test('the short form of an error is the line that names it', () => {
  expect(terseOf('Error: no such file\nat line 3')).toBe('Error: no such file');
  expect(terseOf('Traceback (most recent call last):\n  File "a.py"\nValueError: day')).toBe(
    'ValueError: day',
  );
  expect(terseOf(`Error: ${'word '.repeat(60)}`)).toMatch(/^Error: (word )+word …$/u);
});

test('a cut keeps system prompt and goal, and says what is gone', () => {
  const step = sample();
  const { step: cut, leftMessages, leftCharacters } = cutStep(step, { ...NO_CUT, lastMessages: 1 });
  expect(spoken(cut.before).slice(1)).toEqual(['user: Move the stand-up.', 'user: Observation: ["Birch"]']);
  expect(leftMessages).toBe(1);
  expect(leftCharacters).toBe('list_rooms(day="Thursday")'.length);
  expect(cutStep(step, NO_CUT)).toEqual({ step, leftMessages: 0, leftCharacters: 0 });
});

test('of a long system prompt stay its beginning and what it says of the tool', () => {
  const long = `${'Rules. '.repeat(100)}\n\nfind_event(title): finds.\n\n${'list_rooms(day). '.repeat(50)}`;
  const step = sample();
  const [first, ...rest] = step.before;
  if (first === undefined) throw new Error('the sample has a system prompt');
  const longer = { ...step, before: [{ ...first, content: long }, ...rest] };
  const { step: cut } = cutStep(longer, { ...NO_CUT, system: 'this-tool' });
  expect(cut.before[0]?.content).toContain('find_event(title): finds.');
  expect(cut.before[0]?.content).not.toContain('list_rooms(day)');
});

test('the proposed cut is the mildest that fits', () => {
  const step = sample();
  const characters = (one: ChosenStep): number =>
    one.before.reduce((sum, { content }) => sum + content.length, one.error.length);
  const all = characters(step);
  expect(proposedCut(step, () => true)).toEqual(NO_CUT);
  expect(proposedCut(step, (one) => characters(one) < all)).toMatchObject({
    system: 'whole',
    lastMessages: 1,
  });
  expect(proposedCut(step, () => false)).toBeNull();
});

test('whatever is cut, nothing is invented and no character is halved', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme-composite', maxLength: 3000 }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(null, 500, 1000),
      (contents, lastMessages, mostCharacters) => {
        const step = sample();
        const [opening] = step.before;
        if (opening === undefined) return;
        const before = contents.map((content, turn) => ({
          ...opening,
          role: 'user' as const,
          content,
          turn,
        }));
        const { step: cut, leftCharacters } = cutStep(
          { ...step, before },
          { lastMessages, system: 'whole', mostCharacters },
        );
        expect(leftCharacters).toBeGreaterThanOrEqual(0);
        for (const said of cut.before) {
          expect(said.content).not.toMatch(/\p{Surrogate}/u);
          const [begin = ''] = said.content.split('\n[… ');
          expect(contents[said.turn]?.startsWith(begin)).toBe(true);
        }
      },
    ),
  );
});
