import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  contrast,
  estimate,
  estimateShare,
  holm,
  itemTable,
  resampling,
  slope,
  type Estimate,
  type ItemTable,
} from './index.ts';

/** Numbers of numpy, which made every draw by laying items end to end (oracle/statistics). */
interface Expected {
  readonly value: number;
  readonly interval: readonly [number, number] | null;
}
interface ExpectedTest extends Expected {
  readonly p: number;
}
interface ExpectedMean extends ExpectedTest {
  readonly effectSize: number;
}
interface Case {
  readonly name: string;
  readonly seed: number;
  readonly draws: number;
  readonly items: readonly (readonly [task: string, before: number, after: number])[];
  readonly meanAfter: ExpectedMean;
  readonly meanAfterAgainstMinus11: ExpectedMean;
  readonly medianAfter: ExpectedTest;
  readonly meanChange: ExpectedMean;
  readonly share: Expected;
  readonly slope: Expected & { readonly intercept: number; readonly correlation: number };
}
const vectors = JSON.parse(readFileSync('tests/fixtures/statistics/vectors.json', 'utf8')) as {
  readonly cases: readonly Case[];
  readonly limit: { readonly case: string; readonly interval: readonly [number, number] };
  readonly holm: readonly { readonly p: readonly number[]; readonly corrected: readonly number[] }[];
};

const tableOf = ({ items }: Case): ItemTable<'before' | 'after', never> => {
  const table = itemTable(
    items.map(([cluster, before, after], at) => ({
      item: `item-${at}`,
      cluster,
      labels: {},
      values: { before, after },
    })),
  );
  if (!table.ok) throw new Error(table.error.details);
  return table.value;
};

const close = (value: number): unknown => expect.closeTo(value, 10);

function expectSame(found: Estimate | null, expected: Expected): void {
  const { value, interval } = expected;
  expect(found).toMatchObject({
    value: close(value),
    interval: interval && { low: close(interval[0]), high: close(interval[1]) },
  });
}

test.each(vectors.cases)('digits of numpy: $name', (one) => {
  const table = tableOf(one);
  const drawn = resampling(one);
  const clusters = new Set(one.items.map(([task]) => task)).size;
  const facts = { n: one.items.length, draws: one.draws, clusters };
  /** The published p, but never under what so many clusters can give. */
  const least = (p: number): number => Math.max(p, 2 ** (1 - clusters));

  const after = estimate(table, 'after', drawn);
  expectSame(after, one.meanAfter);
  expect(after).toMatchObject({ ...facts, statistic: 'mean', p: least(one.meanAfter.p) });
  expect(after?.effectSize).toBeCloseTo(one.meanAfter.effectSize, 10);

  const against = estimate(table, 'after', drawn, { against: -11 });
  expect(against?.p).toBe(least(one.meanAfterAgainstMinus11.p));
  expect(against?.effectSize).toBeCloseTo(one.meanAfterAgainstMinus11.effectSize, 10);

  const middle = estimate(table, 'after', drawn, { statistic: 'median' });
  expectSame(middle, one.medianAfter);
  expect(middle).toMatchObject({
    ...facts,
    statistic: 'median',
    p: least(one.medianAfter.p),
    effectSize: null,
  });

  const change = contrast(table, 'after', 'before', drawn);
  expectSame(change, one.meanChange);
  expect(change).toMatchObject({ ...facts, p: least(one.meanChange.p) });
  expect(change?.effectSize).toBeCloseTo(one.meanChange.effectSize, 10);

  const share = estimateShare(table, 'after', 'before', drawn);
  expectSame(share, one.share);
  expect(share).toMatchObject(facts);

  const line = slope(table, { of: 'after', on: 'before' }, drawn);
  expectSame(line, one.slope);
  expect(line).toMatchObject(facts);
  expect(line?.intercept).toBeCloseTo(one.slope.intercept, 9);
  expect(line?.correlation).toBeCloseTo(one.slope.correlation, 10);
});

test.each([1, 2, 3, 20260808])('10,000 draws of seed %i come within 2 % of a million', (seed) => {
  const one = vectors.cases.find(({ name }) => name === vectors.limit.case);
  const interval = one && estimate(tableOf(one), 'after', resampling({ draws: 10_000, seed }))?.interval;
  const [low, high] = vectors.limit.interval;
  expect(Math.abs((interval?.low ?? NaN) - low)).toBeLessThan(0.02 * (high - low));
  expect(Math.abs((interval?.high ?? NaN) - high)).toBeLessThan(0.02 * (high - low));
});

test.each(vectors.holm)('Holm is closed testing: $p', ({ p, corrected }) => {
  const found = holm(p);
  expect(found.ok && found.value).toEqual(corrected.map((value) => expect.closeTo(value, 12) as number));
});
