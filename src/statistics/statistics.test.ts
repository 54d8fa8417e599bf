import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contrast,
  estimate,
  estimateShare,
  itemTable,
  mean,
  median,
  quantile,
  resampling,
  slope,
  wilsonInterval,
  type ItemTable,
} from './index.ts';

const drawn = resampling({ draws: 1000, seed: 20260808 });
const numbers = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 40 });

/** One row an item: its task and its value. */
type Row = readonly [task: string, value: number];
const alone = (values: readonly number[]): Row[] => values.map((value, at) => [`t${at}`, value]);

const tableOf = (rows: readonly Row[]): ItemTable<'value' | 'twice'> => {
  const table = itemTable(
    rows.map(([cluster, value], at) => ({
      item: `item-${at}`,
      cluster,
      labels: {},
      values: { value, twice: 2 * value },
    })),
  );
  if (!table.ok) throw new Error(table.error.details);
  return table.value;
};

test('mean and quantiles by hand', () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(mean([])).toBe(null);
  expect(median([4, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  // numpy.percentile([1, 2, 4, 8], 10) = 1.3
  expect(quantile([8, 1, 4, 2], 0.1)).toBeCloseTo(1.3, 12);
  expect(quantile([], 0.5)).toBe(null);
});

test('quantiles grow with their share and stay among the values', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(numbers, share, share, (values, a, b) => {
      const low = quantile(values, Math.min(a, b)) ?? NaN;
      const high = quantile(values, Math.max(a, b)) ?? NaN;
      expect(low).toBeLessThanOrEqual(high + 1e-9);
      expect(low).toBeGreaterThanOrEqual(Math.min(...values));
      expect(high).toBeLessThanOrEqual(Math.max(...values));
    }),
  );
});

test('Wilson intervals against closed forms', () => {
  const z2 = 1.959963984540054 ** 2;
  // k = 0: [0, z² / (n + z²)]; k = n mirrors it; k = n/2: half ± z / (2 √(n + z²)).
  expect(wilsonInterval({ k: 0, n: 10 })).toEqual({
    low: 0,
    high: expect.closeTo(z2 / (10 + z2), 12) as number,
  });
  expect(wilsonInterval({ k: 10, n: 10 })).toEqual({
    low: expect.closeTo(10 / (10 + z2), 12) as number,
    high: 1,
  });
  const half = Math.sqrt(z2) / (2 * Math.sqrt(20 + z2));
  expect(wilsonInterval({ k: 10, n: 20 })?.low).toBeCloseTo(0.5 - half, 12);
  expect(wilsonInterval({ k: 10, n: 20 })?.high).toBeCloseTo(0.5 + half, 12);
  expect(wilsonInterval({ k: 0, n: 0 })).toBe(null);
});

test('a bootstrap of coin flips is a binomial', () => {
  // 100 one-item clusters, half ones: the mean of a draw is Binomial(100, ½) / 100, its 2.5 % point 0.40.
  const flips = tableOf(alone(Array.from({ length: 100 }, (_, at) => at % 2)));
  const found = estimate(flips, 'value', resampling({ seed: 20260808, draws: 20000 }));
  expect(found?.value).toBe(0.5);
  expect(found?.interval?.low).toBeCloseTo(0.4, 2);
  expect(found?.interval?.high).toBeCloseTo(0.6, 2);
});

test('items of one task move together', () => {
  // Two tasks, five items each, all equal within a task: a draw is 0, ½ or 1 with probability ¼, ½, ¼.
  const rows = Array.from({ length: 10 }, (_, at): Row => [at < 5 ? 'a' : 'b', at < 5 ? 0 : 1]);
  expect(estimate(tableOf(rows), 'value', drawn)).toMatchObject({
    interval: { low: 0, high: 1 },
    n: 10,
    clusters: 2,
  });
  // Taken for independent the same ten values would give a far narrower interval.
  const apart = estimate(tableOf(alone(rows.map(([, value]) => value))), 'value', drawn)?.interval;
  expect(apart?.low).toBeGreaterThan(0.1);
});

test('an unequal number of items is weighted by items, not by tasks', () => {
  // Task a: 8 items of 1, task b: 2 items of 0. A draw is (a,a) 1, (a,b) 8/10, (b,b) 0. Moved by the mean 0.8,
  // only (b,b) lies 0.8 away: nothing does so above, and p is as small as two tasks can give it.
  const rows = Array.from({ length: 10 }, (_, at): Row => [at < 8 ? 'a' : 'b', at < 8 ? 1 : 0]);
  expect(estimate(tableOf(rows), 'value', drawn)).toMatchObject({ value: 0.8, p: 0.5 });
  // Against 0.8 every draw lies at or beyond, to one side or the other.
  expect(estimate(tableOf(rows), 'value', drawn, { against: 0.8 })?.p).toBe(1);
  // Against 1: at or beyond 0.2 above are the (a,a), a quarter; below the (b,b), a quarter.
  expect(estimate(tableOf(rows), 'value', drawn, { against: 1 })?.p).toBeCloseTo(0.5, 1);
});

test.each([
  [2, 0.5],
  [6, 1 / 32],
  [10, 1 / 512],
  // From here on the draws are the limit: less than one in a thousand.
  [12, 0.001],
  [60, 0.001],
])(
  '%i tasks of one sign: p is %f, what the exact test of signs gives, or what the draws can tell',
  (tasks, p) => {
    const rows = Array.from({ length: Math.max(tasks, 5) }, (_, at): Row => [`task ${at % tasks}`, -1 - at]);
    expect(estimate(tableOf(rows), 'value', drawn)?.p).toBe(p);
  },
);

test('nothing depends on the order in which items arrive', () => {
  const rows = fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.double({ min: -9, max: 9, noNaN: true })),
    {
      minLength: 5,
      maxLength: 30,
    },
  );
  const shuffled = rows.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  const few = resampling({ draws: 100, seed: 5 });
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      for (const statistic of ['mean', 'median'] as const)
        expect(estimate(tableOf(one), 'value', few, { statistic })).toEqual(
          estimate(tableOf(other), 'value', few, { statistic }),
        );
      expect(slope(tableOf(one), { of: 'twice', on: 'value' }, few)).toEqual(
        slope(tableOf(other), { of: 'twice', on: 'value' }, few),
      );
    }),
    { numRuns: 50 },
  );
});

test('the interval moves with the values and holds their order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 5, maxLength: 30 }), (values) => {
      for (const statistic of ['mean', 'median'] as const) {
        const base = estimate(tableOf(alone(values)), 'value', drawn, { statistic });
        const moved = estimate(tableOf(alone(values.map((value) => value + 64))), 'value', drawn, {
          statistic,
          against: 64,
        });
        const doubled = estimate(tableOf(alone(values)), 'twice', drawn, { statistic });
        expect(moved?.interval?.low).toBeCloseTo((base?.interval?.low ?? NaN) + 64, 9);
        expect(moved?.p).toBe(base?.p);
        expect(doubled?.interval?.high).toBeCloseTo(2 * (base?.interval?.high ?? NaN), 9);
        expect(base?.interval?.low).toBeLessThanOrEqual((base?.value ?? NaN) + 1e-9);
        expect(base?.interval?.high).toBeGreaterThanOrEqual((base?.value ?? NaN) - 1e-9);
      }
    }),
    { numRuns: 30 },
  );
});

test('a contrast is the same as the estimate of the differences, and turns with its sides', () => {
  const rows = alone([3, -1, 4, -1, 5, -9, 2, 6]);
  const there = contrast(tableOf(rows), 'twice', 'value', drawn);
  const back = contrast(tableOf(rows), 'value', 'twice', drawn);
  expect(there).toEqual(estimate(tableOf(rows), 'value', drawn)); // 2x − x = x
  expect(back?.value).toBe(-(there?.value ?? NaN));
  expect(back?.interval?.high).toBeCloseTo(-(there?.interval?.low ?? NaN), 12);
  expect(back?.p).toBe(there?.p);
});

test('values that are all the same', () => {
  const same = (value: number) => estimate(tableOf(alone(new Array<number>(12).fill(value))), 'value', drawn);
  // §3.2: p is 1 at zero and at its floor elsewhere; there is no spread to measure an effect by.
  expect(same(0)).toMatchObject({ value: 0, interval: { low: 0, high: 0 }, p: 1, effectSize: null });
  const tenth = same(0.1);
  expect(tenth).toMatchObject({ p: 0.001, effectSize: null });
  expect(tenth?.interval?.low).toBeCloseTo(0.1, 12);
  expect(tenth?.interval?.high).toBeCloseTo(0.1, 12);
  const flat = tableOf(alone(new Array<number>(12).fill(0.1)));
  expect(slope(flat, { of: 'twice', on: 'value' }, drawn)).toBe(null);
});

test('effect size by hand', () => {
  // Mean 3, standard deviation over n − 1 of 1, 2, 3, 4, 5: √2.5.
  expect(estimate(tableOf(alone([1, 2, 3, 4, 5])), 'value', drawn)?.effectSize).toBeCloseTo(
    3 / Math.sqrt(2.5),
    12,
  );
});

test('no interval is claimed where there is none', () => {
  const none = { interval: null, p: null };
  expect(estimate(tableOf(alone([7])), 'value', drawn)).toMatchObject({
    ...none,
    value: 7,
    n: 1,
    effectSize: null,
  });
  expect(estimate(tableOf(alone([1, 2, 3, 4])), 'value', drawn)).toMatchObject(none);
  expect(estimate(tableOf(alone([1, 2, 3, 4, 5])), 'value', drawn)?.interval).not.toBe(null);
  const oneTask = tableOf([1, 2, 3, 4, 5, 6].map((value): Row => ['one', value]));
  expect(estimate(oneTask, 'value', drawn)).toMatchObject({ ...none, clusters: 1 });
  expect(estimate(oneTask, 'value', drawn, { statistic: 'median' })).toMatchObject({ ...none, value: 3.5 });
  expect(estimateShare(oneTask, 'value', 'twice', drawn)).toMatchObject({ value: 0.5, interval: null });
  expect(slope(oneTask, { of: 'twice', on: 'value' }, drawn)).toMatchObject({ interval: null });
  expect(estimate(tableOf([]), 'value', drawn)).toBe(null);
});

test('a line is found again', () => {
  const table = tableOf(alone([-3, -1, 0, 2, 5, 9, 11, 12, 20, 30]));
  const line = slope(table, { of: 'twice', on: 'value' }, drawn);
  expect(line?.value).toBeCloseTo(2, 12);
  expect(line?.intercept).toBeCloseTo(0, 12);
  expect(line?.correlation).toBeCloseTo(1, 12);
  expect(line?.interval?.low).toBeCloseTo(2, 12);
  expect(line?.interval?.high).toBeCloseTo(2, 12);
});

test('a draw of one item many times has no line, whatever rounding leaves of its spread', () => {
  // Seed 52 has one such draw among 100, and for these values its spread comes out a little above zero.
  const table = itemTable(
    [0.2, 0.7, 1.3 * 2, 2.9, 4.7 - 0.6].map((on, of) => ({
      item: `item-${of}`,
      cluster: `task-${of}`,
      labels: {},
      values: { on, of },
    })),
  );
  const line = table.ok
    ? slope(table.value, { of: 'of', on: 'on' }, resampling({ draws: 100, seed: 52 }))
    : null;
  expect(line?.value).toBeCloseTo(0.956, 3);
  expect(line?.interval).toBe(null);
});

test('a ratio of means, and its interval', () => {
  const share = estimateShare(tableOf(alone([1, 2, 3, 4, 5, 6])), 'value', 'twice', drawn);
  expect(share?.value).toBeCloseTo(0.5, 12);
  expect(share?.interval?.low).toBeCloseTo(0.5, 12);
  expect(share?.interval?.high).toBeCloseTo(0.5, 12);
  expect(estimateShare(tableOf(alone([1, -1])), 'value', 'twice', drawn)).toBe(null);
});
