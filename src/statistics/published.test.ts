import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  contrast,
  estimate,
  holm,
  itemTable,
  poolCheckpoints,
  resampling,
  type Interval,
  type ResampledEstimate,
} from './index.ts';

/** The 144 published rollouts: the only published intervals whose data are published too. */
interface PublishedCell {
  readonly mean: number;
  readonly ci_lo: number;
  readonly ci_hi: number;
  readonly p: number;
  readonly d_z: number | null;
}
interface Cell {
  readonly harness: string;
  readonly measure: string;
  /** By task; null: a rollout without a failure. */
  readonly values: readonly (number | null)[];
  readonly published: PublishedCell;
  readonly contrast: PublishedCell | null;
}
const { seed, draws, reference, cells } = JSON.parse(
  readFileSync('tests/fixtures/statistics/published-rollouts.json', 'utf8'),
) as {
  readonly seed: number;
  readonly draws: number;
  readonly reference: string;
  readonly cells: readonly Cell[];
};
const drawn = resampling({ seed, draws });

/**
 * Of 33 draws that lie exactly as far from the mean as the mean from zero, float rounding put two on the near side.
 * In whole numbers (sevenths of sixtieths) the share is 0.247.
 */
const TIES_LOST_TO_ROUNDING = { cell: 'verbatim+instr exact_repeat', published: 0.2466, exact: 0.247 };

const tableOf = (cell: Cell, other: Cell) => {
  const table = itemTable(
    cell.values.map((value, task) => ({
      item: `task-${String(task).padStart(2, '0')}`,
      cluster: `task-${String(task).padStart(2, '0')}`,
      labels: {},
      values: { value, reference: other.values[task] ?? null },
    })),
  );
  if (!table.ok) throw new Error(table.error.details);
  return table.value;
};

function expectPublished(found: ResampledEstimate | null, published: PublishedCell, p = published.p): void {
  expect(found?.value).toBeCloseTo(published.mean, 9);
  expect(found?.interval?.low).toBeCloseTo(published.ci_lo, 9);
  expect(found?.interval?.high).toBeCloseTo(published.ci_hi, 9);
  expect(found?.p).toBe(p);
  if (published.d_z === null) expect(found?.effectSize).toBe(null);
  else expect(found?.effectSize).toBeCloseTo(published.d_z, 9);
}

test('there is something to compare with', () => {
  expect(cells).toHaveLength(36);
  expect(cells.filter((cell) => cell.contrast !== null)).toHaveLength(30);
});

test.each(cells)('$harness, $measure: the published digits', (cell) => {
  const other = cells.find((one) => one.harness === reference && one.measure === cell.measure) ?? cell;
  const table = tableOf(cell, other);
  expectPublished(estimate(table, 'value', drawn), cell.published);
  if (cell.contrast === null) return;
  const { published, exact } = TIES_LOST_TO_ROUNDING;
  const isKnown = TIES_LOST_TO_ROUNDING.cell === `${cell.harness} ${cell.measure}`;
  if (isKnown) expect(cell.contrast.p).toBe(published);
  expectPublished(contrast(table, 'value', 'reference', drawn), cell.contrast, isKnown ? exact : undefined);
});

interface Cell95 {
  readonly value: number;
  readonly interval: Interval;
}
const { gains, meanGain, manipulations } = JSON.parse(
  readFileSync('tests/fixtures/statistics/published-pools.json', 'utf8'),
) as {
  readonly gains: readonly (Cell95 & {
    readonly environment: string;
    readonly p: number;
    readonly holmP: number;
  })[];
  readonly meanGain: Readonly<Record<string, number>>;
  readonly manipulations: readonly {
    readonly variant: string;
    readonly changes: readonly Cell95[];
    readonly pooled: { readonly value: number; readonly averagedEnds: Interval };
  }[];
};

test('nine gains, corrected as the paper does', () => {
  expect(gains).toHaveLength(9);
  const corrected = holm(gains.map(({ p }) => p));
  expect(corrected.ok && corrected.value).toEqual(
    gains.map(({ holmP }) => expect.closeTo(holmP, 12) as number),
  );
});

test.each(Object.entries(meanGain))('mean gain of %s', (environment, published) => {
  const pooled = poolCheckpoints(gains.filter((gain) => gain.environment === environment));
  expect(pooled?.value).toBeCloseTo(published, 12);
});

test.each(manipulations)('$variant, pooled', ({ changes, pooled }) => {
  const { value, averagedEnds } = pooled;
  expect(poolCheckpoints(changes)).toEqual({
    value: expect.closeTo(value, 12) as number,
    averagedEnds: {
      low: expect.closeTo(averagedEnds.low, 12) as number,
      high: expect.closeTo(averagedEnds.high, 12) as number,
    },
    checkpoints: changes.length,
  });
});
