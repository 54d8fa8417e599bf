import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clusterBootstrap,
  estimateMean,
  estimateRatio,
  mean,
  median,
  quantile,
  seededRandom,
  wilsonInterval,
} from './index.ts';

const options = { draws: 1000, seed: 20260808 };
const numbers = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 40 });
const alone = (values: readonly number[]) => values.map((value, i) => ({ cluster: `t${i}`, value }));

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

test('random streams repeat, differ by seed, and are even', () => {
  const draw = (seed: number, below: number, times: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: times }, () => random.below(below));
  };
  expect(draw(1, 1000, 20)).toEqual(draw(1, 1000, 20));
  expect(draw(1, 1000, 20)).not.toEqual(draw(2, 1000, 20));
  const counts = [0, 0, 0, 0, 0, 0];
  for (const face of draw(7, 6, 6000)) counts[face] = (counts[face] ?? 0) + 1;
  const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  expect(chiSquare).toBeLessThan(20.5); // 0.1 % point at 5 degrees of freedom
});

test('a bootstrap of coin flips is a binomial', () => {
  // 100 one-item clusters, half ones: the mean of a draw is Binomial(100, ½) / 100, its 2.5 % point 0.40.
  const interval = estimateMean(alone(Array.from({ length: 100 }, (_, i) => i % 2)), {
    ...options,
    draws: 20000,
  });
  expect(interval?.value).toBe(0.5);
  expect(interval?.interval?.low).toBeCloseTo(0.4, 2);
  expect(interval?.interval?.high).toBeCloseTo(0.6, 2);
});

test('items of one task move together', () => {
  // Two tasks, five items each, all equal within a task: a draw is 0, ½ or 1 with probability ¼, ½, ¼.
  const values = Array.from({ length: 10 }, (_, i) => ({ cluster: i < 5 ? 'a' : 'b', value: i < 5 ? 0 : 1 }));
  expect(estimateMean(values, options)?.interval).toEqual({ low: 0, high: 1 });
  // Taken for independent the same ten values would give a far narrower interval.
  const apart = estimateMean(alone(values.map(({ value }) => value)), options)?.interval;
  expect(apart?.low).toBeGreaterThan(0.1);
});

test('an unequal number of items is weighted by items, not by tasks', () => {
  // Task a: 8 items of 1, task b: 2 items of 0. A draw is (a,a) 1, (a,b) 8/10, (b,b) 0.
  const means = new Set<number>();
  const samples = Array.from({ length: 10 }, (_, i) => ({
    cluster: i < 8 ? 'a' : 'b',
    values: [i < 8 ? 1 : 0],
  }));
  clusterBootstrap(
    samples,
    ([value = NaN]) => {
      means.add(value);
      return value;
    },
    options,
  );
  expect([...means].sort()).toEqual([0, 0.8, 1]);
});

test('the interval moves with the values, holds their order, and ignores the order of arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 5, maxLength: 30 }), (values) => {
      const samples = alone(values);
      const base = estimateMean(samples, options);
      const moved = estimateMean(alone(values.map((value) => value + 64)), options);
      const reversed = estimateMean([...samples].reverse(), options);
      expect(moved?.interval?.low).toBeCloseTo((base?.interval?.low ?? NaN) + 64, 9);
      expect(reversed?.interval).toEqual(base?.interval);
      expect(base?.interval?.low).toBeLessThanOrEqual((base?.value ?? NaN) + 1e-9);
      expect(base?.interval?.high).toBeGreaterThanOrEqual((base?.value ?? NaN) - 1e-9);
    }),
    { numRuns: 30 },
  );
});

test('no interval is claimed where there is none', () => {
  expect(estimateMean(alone([1, 2, 3, 4]), options)?.interval).toBe(null);
  expect(estimateMean(alone([1, 2, 3, 4, 5]), options)?.interval).not.toBe(null);
  expect(
    estimateMean(
      [1, 2, 3, 4, 5].map((value) => ({ cluster: 'one', value })),
      options,
    )?.interval,
  ).toBe(null);
  expect(estimateMean(alone([1, 2, NaN, 4, 5]), options)?.interval).toBe(null);
  expect(estimateMean([], options)).toBe(null);
});

test('a ratio of means, and its interval', () => {
  const samples = [1, 2, 3, 4, 5, 6].map((x, i) => ({ cluster: `t${i}`, values: [x, 2 * x] }));
  const ratio = estimateRatio(samples, options);
  expect(ratio?.value).toBeCloseTo(0.5, 12);
  expect(ratio?.interval?.low).toBeCloseTo(0.5, 12);
  expect(ratio?.interval?.high).toBeCloseTo(0.5, 12);
  expect(estimateRatio([{ cluster: 'a', values: [1, 0] }], options)).toBe(null);
});
