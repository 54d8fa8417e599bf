import { expect, test } from 'vitest';
import { CONDITIONS, type ConditionName } from '../../probe/index.ts';
import { isScored, itemsDone } from './item-done.ts';

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

test('what cannot be computed is not waited for', () => {
  const measured = { item, under: under({ pre: ALL, fail: ALL }) };
  expect(isScored(measured, ['pre', 'fail', 'neut'], 'published', new Set(['neut']))).toBe(true);
  expect(isScored(measured, ['pre', 'fail', 'neut'], 'published', new Set(['succ']))).toBe(false);
});

test('items are done, hopeless, or to come', () => {
  const ids = ['a', 'b', 'c'].map((item_id) => ({ item_id }));
  const measures = ids.map(({ item_id }) => ({
    item: { ...item, item_id },
    under: under(item_id === 'a' ? { pre: ALL, fail: ALL } : { pre: ALL }),
  }));
  const refused = new Map([
    ['a', new Set(['neut'] as const)],
    ['b', new Set(['pre', 'fail', 'neut'] as const)],
  ]);
  expect(itemsDone(ids, measures, refused, ['pre', 'fail', 'neut'])).toEqual({ done: 1, hopeless: 1 });
});
