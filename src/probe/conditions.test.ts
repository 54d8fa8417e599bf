import { expect, test } from 'vitest';
import { MENDED_WORDING, PAPER_WORDING, type Wording } from '../transcript/index.ts';
import {
  CONDITIONS,
  CORE_CONDITIONS,
  EXTENDED_CONDITIONS,
  isFailByConstruction,
  isPaperForm,
  knockoutUnits,
  presentationOf,
  probeUnits,
  rowConditionOf,
  underCondition,
  type ConditionName,
} from './index.ts';
import { sampleItem } from './sample-item.ts';

const padded = new Map([[sampleItem.item_id, 'Noted. entry=83513ed0']]);
const read = (condition: ConditionName, item = sampleItem, wording: Wording = PAPER_WORDING) =>
  underCondition(item, condition, { wording, padded })?.messages.map(({ content }) => content);

test('fifteen conditions, in two groups', () => {
  expect(CONDITIONS).toHaveLength(15);
  expect(new Set(CONDITIONS.map((name) => presentationOf(name).label)).size).toBe(15);
  const group = (purpose: string) => CONDITIONS.filter((name) => presentationOf(name).purpose === purpose);
  expect(group('way-to-show')).toEqual([
    ...['pre', 'fail', 'abstract', 'fail_echo', 'fail_terse', 'fail_verbose', 'fail_instr', 'abstract_min'],
  ]);
  expect(group('comparison')).toEqual([
    ...['succ', 'neut', 'neut_pad', 'fail_k2', 'fail_k3', 'fail_early', 'fail_other'],
  ]);
});

test('what the model reads last under each condition', () => {
  const last = (condition: ConditionName) => read(condition)?.slice(-2);
  const call = "find(nom='Ann')";
  expect(last('neut_pad')).toEqual([call, 'Observation: Noted. entry=83513ed0']);
  expect(last('fail_echo')).toEqual([call, `Observation: no argument nom\n  for the call: ${call}`]);
  expect(last('fail_terse')).toEqual([call, 'Observation: bad argument']);
  expect(last('fail_verbose')).toEqual([call, 'Observation: no argument nom, use name']);
  expect(last('fail_other')).toEqual(['find()', 'Observation: a name is needed']);
  expect(read('fail_early')?.slice(2)).toEqual([
    ...[call, 'Observation: no argument nom', 'open()', 'Observation: opened'],
  ]);
  expect(read('fail_instr')?.[0]).toBe(`${sampleItem.system_prompt}\n${PAPER_WORDING.instruction}`);
  expect(read('fail_instr')?.slice(1)).toEqual(read('fail')?.slice(1));
  expect(last('abstract')?.[1]).toContain(': find — it takes no argument of that name;');
  expect(last('abstract_min')).toEqual(['Observation: opened', '[Attempt 1 failed]']);
});

test('another call that would have worked is shown with the item’s own error', () => {
  expect(read('fail_other', { ...sampleItem, obs_fail_other: '' })?.slice(-2)).toEqual([
    'find()',
    'Observation: no argument nom',
  ]);
});

test('an error template reaches every condition that shows the standard error, and no other', () => {
  const wording = { ...PAPER_WORDING, error: '{error} Not {tool} again.' };
  const changed = CONDITIONS.filter(
    (name) => JSON.stringify(read(name, sampleItem, wording)) !== JSON.stringify(read(name)),
  );
  expect(changed).toEqual(['fail', 'fail_instr', 'fail_k2', 'fail_k3', 'fail_early', 'fail_other']);
  expect(read('fail', sampleItem, wording)?.at(-1)).toBe('Observation: no argument nom Not find again.');
  // The padded neutral text is as long as that error.
  const renamed = CONDITIONS.filter((name) => rowConditionOf(name, wording) !== name);
  expect(renamed).toEqual(CONDITIONS.filter((name) => changed.includes(name) || name === 'neut_pad'));
  // The other call is named by its own tool.
  const other = { ...sampleItem, distractors: ["fnd(name='Ann')", 'find()'] };
  expect(read('fail_other', other, wording)?.at(-1)).toBe('Observation: a name is needed Not fnd again.');
});

test('rows of other texts carry their hash and are no paper form; rows of the same text keep their name', () => {
  const wording = { ...PAPER_WORDING, neutral: 'Seen.' };
  const names = CONDITIONS.filter((name) => rowConditionOf(name, wording) !== name);
  expect(names).toEqual(['neut', 'neut_pad']);
  expect(rowConditionOf('neut', wording)).toMatch(/^neut@[0-9a-f]{12}$/u);
  for (const name of CONDITIONS) {
    expect(isPaperForm(name, PAPER_WORDING)).toBe(true);
    expect(isPaperForm(name, wording)).toBe(!names.includes(name));
  }
  expect(CONDITIONS.filter((name) => !isPaperForm(name, MENDED_WORDING))).toEqual(['abstract', 'fail_instr']);
});

test('units and their ids carry the name of the row', () => {
  const wording = { ...PAPER_WORDING, error: 'Failed: {error}' };
  const row = rowConditionOf('fail', wording);
  const [unit] = probeUnits([sampleItem], ['fail'], { wording, padded });
  expect(unit).toMatchObject({ condition: 'fail', rowCondition: row });
  expect(unit?.request.id).toBe(`${sampleItem.item_id}/${row}/failed`);
  const hidden = knockoutUnits(sampleItem, { wording, padded });
  expect(hidden.every(({ rowCondition }) => rowCondition === row)).toBe(true);
  expect(hidden.find(({ hidden: name }) => name === 'error')?.request.hidden[0]).toMatchObject({
    start: 13,
    end: 13 + 'Failed: no argument nom'.length,
  });
});

test('scores an item: 14 core, 20 extended; 60 when shares are to be compared', () => {
  const count = (
    conditions: readonly ConditionName[],
    scope: 'published' | 'same-everywhere' = 'published',
  ) => probeUnits([sampleItem], conditions, { wording: PAPER_WORDING, padded }, scope).length;
  expect(count(CORE_CONDITIONS)).toBe(14);
  expect(count(EXTENDED_CONDITIONS)).toBe(20);
  expect(count(CONDITIONS, 'same-everywhere')).toBe(60);
  expect(probeUnits([sampleItem], ['neut_pad'])).toEqual([]);
});

test('only without an earlier step is the failure placed first the failure itself', () => {
  const first = { ...sampleItem, prefix_actions: [], prefix_observations: [], step_index: 0 };
  expect(isFailByConstruction(first, 'fail_early')).toBe(true);
  expect(isFailByConstruction(sampleItem, 'fail_early')).toBe(false);
  expect(isFailByConstruction(sampleItem, 'fail')).toBe(true);
  expect(isFailByConstruction(first, 'fail_k2')).toBe(false);
});
