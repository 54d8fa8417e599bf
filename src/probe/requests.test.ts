import { expect, test } from 'vitest';
import { textOfPart } from '../transcript/index.ts';
import { FIRST_CONDITIONS, knockoutUnits, probeUnits, underCondition } from './index.ts';
import { sampleItem } from './sample-item.ts';

test('what the model reads under each condition', () => {
  const before = [
    { role: 'system', content: sampleItem.system_prompt },
    { role: 'user', content: 'Find Ann.' },
    { role: 'assistant', content: 'open()' },
    { role: 'user', content: 'Observation: opened' },
  ];
  const after = (text: string) => [
    ...before,
    { role: 'assistant', content: "find(nom='Ann')" },
    { role: 'user', content: `Observation: ${text}` },
  ];
  expect(underCondition(sampleItem, 'pre').messages).toEqual(before);
  expect(underCondition(sampleItem, 'fail').messages).toEqual(after('no argument nom'));
  expect(underCondition(sampleItem, 'succ').messages).toEqual(after('Ann, room 3'));
  expect(underCondition(sampleItem, 'neut').messages).toEqual(after('Noted.'));
});

test('12 scores an item with two distractors, all ended, none hidden, ids unique', () => {
  const units = probeUnits([sampleItem, { ...sampleItem, item_id: 'b', distractors: [] }], FIRST_CONDITIONS);
  expect(units).toHaveLength(12 + 8);
  expect(new Set(units.map(({ request }) => request.id)).size).toBe(20);
  expect(units.every(({ request }) => request.scoreEndOfTurn && request.hidden.length === 0)).toBe(true);
  const names = units
    .filter(({ itemId }) => itemId !== 'b')
    .map((unit) => `${unit.condition} ${unit.candidate}`);
  expect(names).toEqual([
    ...['pre failed', 'pre gold', 'pre distractor0', 'pre distractor1'],
    ...['fail failed', 'fail gold', 'fail distractor0', 'fail distractor1'],
    ...['succ failed', 'succ gold', 'neut failed', 'neut gold'],
  ]);
  expect(units[3]?.request).toMatchObject({ task: 'task-1', template: 'find', candidate: "fnd(name='Ann')" });
});

test('knockout hides the parts of the fail context; the control is as long as the call', () => {
  const transcript = underCondition(sampleItem, 'fail');
  const units = knockoutUnits(sampleItem);
  const hidden = units.map(({ hidden: name, request }) => [
    name,
    request.hidden.map((part) => textOfPart(transcript, part)),
  ]);
  expect(hidden).toEqual([
    ['call', ["find(nom='Ann')"]],
    ['error', ['no argument nom']],
    ['goal', ['Find Ann.']],
    ['documentation', ['find(name)']],
    ['control', ['You call tools.\n']],
  ]);
  const control = units[4]?.request.hidden[0];
  expect(control?.message).toBe(0);
  expect(transcript.messages[control?.sameTokensAs?.message ?? -1]?.content).toBe("find(nom='Ann')");
  expect(control?.sameTokensAs).toEqual({ message: 4, start: 0, end: 15 });
  expect(units.map(({ request }) => request.candidate)).toEqual(units.map(() => sampleItem.failed_action));
});

test('without documentation there is neither documentation nor control to hide', () => {
  const names = knockoutUnits({ ...sampleItem, meta: {} }).map(({ hidden }) => hidden);
  expect(names).toEqual(['call', 'error', 'goal']);
});
