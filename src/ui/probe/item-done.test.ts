import { expect, test } from 'vitest';
import { CONDITIONS, type ConditionName } from '../../probe/index.ts';
import { isScored } from './item-done.ts';

const item = { distractors: ['a()', 'b()'] };
const NOTHING = { failedNats: null, goldNats: null, repeatShareOfAll: null };
const TWO = { ...NOTHING, failedNats: -8, goldNats: -9 };
const ALL = { ...TWO, repeatShareOfAll: 0.5 };

/** Everything unscored but these. */
const under = (scored: Partial<Record<ConditionName, typeof ALL | typeof TWO>>) =>
  Object.fromEntries(CONDITIONS.map((name) => [name, scored[name] ?? NOTHING])) as Record<
    ConditionName,
    typeof ALL | typeof TWO | typeof NOTHING
  >;

test('other wrong calls are waited for where they were asked', () => {
  const published = { item, under: under({ pre: ALL, fail: ALL, neut: TWO }) };
  expect(isScored(published, ['pre', 'fail', 'neut'], 'published')).toBe(true);
  expect(isScored(published, ['pre', 'fail', 'neut'], 'same-everywhere')).toBe(false);
  expect(isScored({ item, under: under({ pre: TWO, fail: ALL }) }, ['pre', 'fail'], 'published')).toBe(false);
  expect(isScored(published, ['pre', 'fail', 'succ'], 'published')).toBe(false);
});

test('an item without another wrong call does not wait for one', () => {
  const before = under({ pre: ALL });
  expect(isScored({ item: { distractors: [] }, under: before }, ['pre', 'fail_other'], 'published')).toBe(
    true,
  );
  expect(isScored({ item, under: before }, ['pre', 'fail_other'], 'published')).toBe(false);
});
