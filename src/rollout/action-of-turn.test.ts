import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentTaskSets, parseCall } from '../toolshed/index.ts';
import { actionOfTurn, couldBecomeCall, isTurnOver } from './action-of-turn.ts';

test.each([
  ["find_contact(name='A')", "find_contact(name='A')"],
  ["\n\n  find_contact(name='A') \nfinish()", "find_contact(name='A')"],
  ["`find_contact(name='A')`", "find_contact(name='A')"],
  ["Action: find_contact(name='A')", "find_contact(name='A')"],
  ["CALL:find_contact(name='A')", "find_contact(name='A')"],
  // One label only; the call's own reader takes away another.
  ['Action: Tool: f()', 'Tool: f()'],
  ['Assistant: f()', 'Assistant: f()'],
  ['Action:\nf()', 'f()'],
  // The study takes “python” for the action here.
  ["```python\nfind_contact(name='A')\n```", "find_contact(name='A')"],
  ['```\nf()', 'f()'],
  ['```f()```', 'f()'],
  ['I will look her up.', 'I will look her up.'],
  [' \n`` `\n', ''],
  ['', ''],
])('%j → %j', (text, action) => {
  expect(actionOfTurn(text)).toBe(action);
});

test('a turn is over with the line that holds the action, not with a blank or a fence', () => {
  expect(
    ['', '\n', '```python\n', 'Action:\n', 'f()', 'f()\n', '\n f()\n', '```\nf()\n'].map(isTurnOver),
  ).toEqual([false, false, false, false, false, true, true, true]);
});

test('once a turn is over, nothing that follows changes its action', () => {
  const piece = fc.constantFrom('\n', ' ', '`', '```', 'Action:', 'f(', ')', "'a'", 'x');
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), (before, after) => {
      const text = before.join('');
      if (isTurnOver(text)) expect(actionOfTurn(text + after.join(''))).toBe(actionOfTurn(text));
    }),
  );
});

test('every right call, broken off anywhere, could have become a call; prose and broken calls could not', () => {
  const calls = new Set(agentTaskSets().flatMap(({ tasks }) => tasks.flatMap(({ reference }) => reference)));
  const broken = [...calls].flatMap((call) => Array.from(call, (_, end) => call.slice(0, end)));
  const others = broken.filter((action) => {
    const parsed = parseCall(action);
    return parsed.ok || !couldBecomeCall(action, parsed.fault);
  });
  expect(others).toEqual([]);
  for (const action of ['I will look', 'f() g()', 'f(a b', 'f(a=x)', 'f(**{})', "['a'"]) {
    const parsed = parseCall(action);
    if (parsed.ok) throw new Error(action);
    expect([action, couldBecomeCall(action, parsed.fault)]).toEqual([action, action === 'f(a b']);
  }
});
