import { mean } from './average.ts';
import { countClusters, drawnStatistics, inOrder, isTooFew, percentileInterval } from './bootstrap.ts';
import type { RelationEstimate } from './estimate.ts';
import { samplesOf, type ItemTable } from './item-table.ts';
import type { Resampling } from './resampling.ts';

/** `value` is the slope: by how much `of` rises per unit of `on`. */
export interface Slope extends RelationEstimate {
  /** `of` where `on` is zero, in the unit of `of`. */
  readonly intercept: number;
  /** Pearson's correlation over items; null when `of` is the same everywhere. */
  readonly correlation: number | null;
}

/** What is regressed on what. */
export interface Regressed<Measure extends string> {
  readonly of: Measure;
  readonly on: Measure;
}

/**
 * Least-squares line over the items that have both measures, interval of the slope by the cluster bootstrap. For
 * `of` after and `on` before: a slope near 1 says that the failure moved all calls alike, near 0 that the
 * log-probability after it hardly depends on the one before. Null for fewer than two different values of `on`.
 */
export function slope<Measure extends string>(
  table: ItemTable<Measure>,
  { of, on }: Regressed<Measure>,
  resampling: Resampling,
): Slope | null {
  const samples = inOrder(samplesOf(table, [on, of]));
  const meanOn = mean(samples.map(({ values: [x = NaN] }) => x)) ?? NaN;
  const meanOf = mean(samples.map(({ values: [, y = NaN] }) => y)) ?? NaN;
  // Taken from the middle of the cloud, so that the squares lose no digits.
  const moments = samples.map(({ cluster, values: [x = NaN, y = NaN] }) => {
    const dx = x - meanOn;
    const dy = y - meanOf;
    return { cluster, values: [dx, dy, dx * dx, dx * dy, dy * dy] };
  });
  const wholeMeans = Float64Array.from(
    { length: 5 },
    (_, column) => mean(moments.map(({ values }) => values[column] ?? NaN)) ?? NaN,
  );
  const value = slopeOfMoments(wholeMeans);
  if (!Number.isFinite(value)) return null;
  const [, , xx = NaN, xy = NaN, yy = NaN] = wholeMeans;
  return {
    value,
    intercept: meanOf - value * meanOn,
    correlation: yy === 0 ? null : xy / Math.sqrt(xx * yy),
    interval: isTooFew(samples)
      ? null
      : percentileInterval(drawnStatistics(moments, slopeOfMoments, resampling)),
    n: samples.length,
    clusters: countClusters(samples),
    draws: resampling.draws,
  };
}

/** From the means of x, y, x², xy. Not a number where x does not vary, but for rounding. */
function slopeOfMoments(means: Float64Array): number {
  const [x = NaN, y = NaN, xx = NaN, xy = NaN] = means;
  const spread = xx - x * x;
  return spread > 1e-12 * xx ? (xy - x * y) / spread : NaN;
}
