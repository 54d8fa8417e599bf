import { expect, test } from 'vitest';
import { failedCalls } from '../failures/failed-calls.ts';
import { chosenStep, usualStyle } from '../fitting/chosen-step.ts';
import { readPaste } from './read-paste.ts';

const read = (messages: readonly (readonly [role: string, content: string])[]) => {
  const paste = readPaste(JSON.stringify(messages.map(([role, content]) => ({ role, content }))));
  if (paste.kind !== 'transcript') throw new Error(paste.fault.happened);
  return paste.transcript;
};

test('a result in a user message answers the reply before it, whose call stands as it was written', () => {
  const log = read([
    ['system', 'You use tools.'],
    ['user', 'How warm is it in Leeds?'],
    ['assistant', 'Thought: I ask.\n\nAction: weather\nAction Input: {"town": "Leeds"}'],
    ['user', 'Observation: Error: 401 Unauthorized'],
    ['assistant', 'weather(town="Leeds")'],
    ['user', 'observation:\nError: no tool'],
    ['assistant', 'I could not find out.'],
    ['user', 'Thank you.'],
  ]);
  expect(
    log.turns.map(({ role, text, label, calls, answers }) => [
      role,
      text,
      label ?? null,
      calls.map(({ name, text: call }) => [name, call]),
      answers === null ? null : answers.turn,
    ]),
  ).toEqual([
    ['system', 'You use tools.', null, [], null],
    ['user', 'How warm is it in Leeds?', null, [], null],
    [
      'assistant',
      'Thought: I ask.',
      null,
      [['weather', 'Action: weather\nAction Input: {"town": "Leeds"}']],
      null,
    ],
    ['tool', 'Error: 401 Unauthorized', 'Observation: ', [], 2],
    ['assistant', '', null, [['weather', 'weather(town="Leeds")']], null],
    ['tool', '\nError: no tool', 'observation:', [], 4],
    ['assistant', 'I could not find out.', null, [], null],
    ['user', 'Thank you.', null, [], null],
  ]);
  expect(usualStyle(log)).toBe('as-written');
  expect(failedCalls(log).map(({ call }) => call.turn)).toEqual([2, 4]);
  const step = chosenStep(log, { call: { turn: 4, ordinal: 0 }, result: 5, attempt: 1 }, 'as-written');
  expect(step?.before.at(-1)?.content).toBe('Observation: Error: 401 Unauthorized');
});

test('a user who speaks of observations, and results with messages of their own, are left as they are', () => {
  const log = read([
    ['user', 'Observation: birds sing.'],
    ['assistant', 'Yes.'],
    ['user', 'I made an Observation: they do.'],
  ]);
  expect(log.turns.map(({ role, calls }) => [role, calls.length])).toEqual([
    ['user', 0],
    ['assistant', 0],
    ['user', 0],
  ]);
});
