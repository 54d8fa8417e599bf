import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  breakdown,
  contrast,
  contrasts,
  estimate,
  holm,
  isPublished,
  itemTable,
  poolCheckpoints,
  resampling,
  withoutTask,
  withoutWorst,
  type ItemTable,
  type LabelledItem,
} from './index.ts';

type Item = LabelledItem<'fail' | 'terse' | 'quoted', 'operator'>;
const drawn = resampling({ draws: 1000, seed: 20260808 });

const item = (at: number, values: Partial<Item['values']>, operator = 'typo'): Item => ({
  item: `item-${String(at).padStart(2, '0')}`,
  cluster: `task-${at % 7}`,
  labels: { operator },
  values: { fail: 0, terse: null, quoted: null, ...values },
});

const accepted = (items: readonly Item[]): ItemTable<'fail' | 'terse' | 'quoted', 'operator'> => {
  const table = itemTable(items);
  if (!table.ok) throw new Error(table.error.details);
  return table.value;
};

/** Twenty items; all have `fail`, the first twelve `terse` (0.5 lower or 0.5 higher), six `quoted` (2 higher). */
const items = Array.from({ length: 20 }, (_, at) =>
  item(
    at,
    {
      fail: -at,
      terse: at < 12 ? -at + (at % 2 === 0 ? 0.5 : -0.5) : null,
      quoted: at < 6 ? -at + 2 : null,
    },
    at % 4 === 0 ? 'wrong path' : 'typo',
  ),
);

test('what is not a number is refused by name, what is missing is not', () => {
  for (const value of [NaN, Infinity, -Infinity]) {
    const table = itemTable([item(1, {}), item(2, { quoted: value })]);
    expect(table).toMatchObject({ ok: false, error: { kind: 'value-not-finite' } });
    expect(!table.ok && table.error.details).toContain('item-02, quoted');
  }
  expect(itemTable([item(1, {}), item(1, {})])).toMatchObject({ ok: false, error: { kind: 'item-twice' } });
  expect(itemTable(items)).toMatchObject({ ok: true });
});

test('a contrast is over the items that have both', () => {
  const table = accepted(items);
  expect(contrast(table, 'quoted', 'fail', drawn)).toMatchObject({
    value: 2,
    n: 6,
    clusters: 6,
    interval: { low: 2, high: 2 },
    p: 1 / 32,
    draws: 1000,
  });
  expect(contrast(table, 'terse', 'fail', drawn)).toMatchObject({ value: 0, n: 12, p: 1 });
  // The published identity: gain of the variant = G − change, on the same items.
  const both = accepted(items.filter(({ values }) => values.terse !== null));
  const change = contrast(both, 'terse', 'fail', drawn);
  const [fail, terse] = [estimate(both, 'fail', drawn), estimate(both, 'terse', drawn)];
  expect(-(terse?.value ?? NaN)).toBeCloseTo(-(fail?.value ?? NaN) - (change?.value ?? NaN), 9);
});

test('contrasts are corrected as one family, and keep their order', () => {
  const table = accepted(items);
  const family = contrasts(table, ['quoted', 'terse', 'fail'], 'fail', drawn);
  expect(family.ok && family.value.map(({ measure, holmP }) => [measure, holmP])).toEqual([
    ['quoted', expect.closeTo(3 / 32, 12)],
    ['terse', 1],
    ['fail', 1],
  ]);
  // What could not be tested does not count.
  const few = accepted(
    items.slice(0, 13).map((one, at) => (at < 4 ? one : { ...one, values: { ...one.values, quoted: null } })),
  );
  const smaller = contrasts(few, ['quoted', 'terse'], 'fail', drawn);
  expect(smaller.ok && smaller.value).toMatchObject([
    { measure: 'quoted', change: { n: 4, p: null }, holmP: null },
    { measure: 'terse', change: { n: 12, p: 1 }, holmP: 1 },
  ]);
  expect(contrasts(accepted([]), ['terse'], 'fail', drawn)).toEqual({
    ok: true,
    value: [{ measure: 'terse', change: null, holmP: null }],
  });
});

test('groups of a breakdown add up to the whole', () => {
  const values = fc.array(
    fc.tuple(fc.constantFrom('typo', 'wrong path', 'old name'), fc.integer({ min: -90, max: 9 })),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(values, (rows) => {
      const table = accepted(rows.map(([operator, fail], at) => item(at, { fail }, operator)));
      const groups = breakdown(table, 'operator', ['fail'], resampling({ draws: 10, seed: 1 }));
      expect(groups.map(({ label }) => label)).toEqual(
        [...new Set(rows.map(([operator]) => operator))].sort(),
      );
      expect(groups.reduce((sum, group) => sum + group.items, 0)).toBe(rows.length);
      const weighted = groups.reduce(
        (sum, { items: n, estimates }) => sum + n * (estimates.fail?.value ?? NaN),
        0,
      );
      const whole = rows.reduce((sum, [, value]) => sum + value, 0);
      expect(weighted).toBeCloseTo(whole, 9);
    }),
    { numRuns: 50 },
  );
});

test('a group is estimated as if it were alone; one without a measure says so', () => {
  const table = accepted(items);
  const groups = breakdown(table, 'operator', ['fail', 'quoted'], drawn, { statistic: 'median' });
  expect(groups.map(({ label, items: n }) => [label, n])).toEqual([
    ['typo', 15],
    ['wrong path', 5],
  ]);
  const alone = accepted(items.filter(({ labels }) => labels.operator === 'typo'));
  expect(groups[0]?.estimates.fail).toEqual(estimate(alone, 'fail', drawn, { statistic: 'median' }));
  const noneQuoted = accepted(items.map((one) => ({ ...one, values: { ...one.values, quoted: null } })));
  expect(breakdown(noneQuoted, 'operator', ['quoted'], drawn)[0]?.estimates.quoted).toBe(null);
});

test('a task or the worst items can be left out', () => {
  const table = accepted(items);
  expect(withoutTask(table, 'task-3').items.map((one) => one.cluster)).not.toContain('task-3');
  expect(withoutTask(table, 'task-3').items).toHaveLength(17);
  expect(withoutTask(table, 'no such task').items).toHaveLength(20);

  const names = (left: readonly { readonly item: string }[]): string[] => left.map((one) => one.item);
  const whole = names(items);
  expect(names(withoutWorst(table, { measure: 'fail', count: 2, end: 'lowest' }).items)).toEqual(
    whole.slice(0, 18),
  );
  expect(names(withoutWorst(table, { measure: 'fail', count: 2, end: 'highest' }).items)).toEqual(
    whole.slice(2),
  );
  // Items without the measure are no worst ones.
  expect(withoutWorst(table, { measure: 'quoted', count: 99, end: 'highest' }).items).toHaveLength(14);
  expect(withoutWorst(table, { measure: 'fail', count: 0, end: 'lowest' }).items).toHaveLength(20);
  // Ties go by name, in whatever order the items came.
  const tied = accepted([item(3, {}), item(1, {}), item(2, {})]);
  expect(names(withoutWorst(tied, { measure: 'fail', count: 1, end: 'lowest' }).items)).toEqual([
    'item-03',
    'item-02',
  ]);
});

test('Holm: nine at the floor, one alone, and what is no p value', () => {
  // §3.3: nine cells at 0.0001 become 0.0009 each.
  const nine = holm(new Array<number>(9).fill(0.0001));
  expect(nine.ok && nine.value.map((p) => p.toFixed(6))).toEqual(new Array<string>(9).fill('0.000900'));
  expect(holm([0.03])).toEqual({ ok: true, value: [0.03] });
  expect(holm([])).toEqual({ ok: true, value: [] });
  for (const bad of [NaN, -0.1, 1.1])
    expect(holm([0.5, bad])).toMatchObject({ ok: false, error: { kind: 'p-value-out-of-range' } });
});

test('thirty items make a published cell', () => {
  expect([29, 30].map((n) => isPublished({ n }))).toEqual([false, true]);
});

test('checkpoints are pooled without weights', () => {
  const one = { value: -10, interval: { low: -12, high: -9 } };
  const other = { value: -20, interval: { low: -24, high: -17 } };
  expect(poolCheckpoints([one, other])).toEqual({
    value: -15,
    averagedEnds: { low: -18, high: -13 },
    checkpoints: 2,
  });
  expect(poolCheckpoints([one, { ...other, interval: null }])).toMatchObject({
    value: -15,
    averagedEnds: null,
  });
  expect(poolCheckpoints([])).toBe(null);
});
