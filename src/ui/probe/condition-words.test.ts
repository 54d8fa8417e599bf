import { expect, test } from 'vitest';
import { CONDITIONS } from '../../probe/index.ts';
import { CONDITION_PRESETS, conditionsNamed, presetOf } from './condition-words.ts';

test('every preset is found again from its conditions, in any order', () => {
  for (const preset of CONDITION_PRESETS) expect(presetOf(preset.conditions.toReversed())).toBe(preset);
  expect(presetOf(['pre', 'fail'])).toBeNull();
});

test('presets hold what G needs, and all of them together every condition', () => {
  for (const { conditions } of CONDITION_PRESETS)
    expect(conditions).toEqual(expect.arrayContaining(['pre', 'fail']));
  expect(new Set(CONDITION_PRESETS.flatMap(({ conditions }) => conditions))).toEqual(new Set(CONDITIONS));
});

test('a link may name presets and conditions; what is neither is told', () => {
  expect(conditionsNamed(['core', 'fail_k2', 'telepathy'])).toEqual({
    known: ['pre', 'fail', 'succ', 'neut', 'abstract', 'fail_k2'],
    strange: ['telepathy'],
  });
});
