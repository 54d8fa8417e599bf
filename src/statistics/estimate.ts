import { mean, median } from './average.ts';
import {
  countClusters,
  drawnMedians,
  drawnStatistics,
  inOrder,
  isTooFew,
  percentileInterval,
  type ClusteredSample,
} from './bootstrap.ts';
import type { Interval } from './interval.ts';
import { samplesOf, type ItemTable } from './item-table.ts';
import type { Resampling } from './resampling.ts';
import { bootstrapP, leastP, standardisedMean } from './significance.ts';

/** A mean over n items with its 95 % interval; the interval is null where none can be claimed. */
export interface Estimate {
  readonly value: number;
  readonly interval: Interval | null;
  readonly n: number;
}

export type StatisticName = 'mean' | 'median';

/** An estimate that says how it came about, in the unit of its measure. */
export interface ResampledEstimate extends Estimate {
  readonly statistic: StatisticName;
  readonly clusters: number;
  /** Draws behind interval and p: few while rows arrive, many at the end. To be said with them. */
  readonly draws: number;
  /** Two-sided, against `EstimateChoice.against`; 1 / draws means "less than that", and fewer clusters than 14 give no such p ({@link leastP}). Null with the interval. */
  readonly p: number | null;
  /** d_z: the mean in standard deviations over items. Null for a median, one item, or values all the same. */
  readonly effectSize: number | null;
}

export interface EstimateChoice {
  /** The mean unless said otherwise. */
  readonly statistic?: StatisticName;
  /** What p and effect size are held against: 0 unless said otherwise; ½ for the share of inverted items. */
  readonly against?: number;
}

/** A measure over the items that have it. Null of nothing. */
export function estimate<Measure extends string>(
  table: ItemTable<Measure>,
  measure: Measure,
  resampling: Resampling,
  choice: EstimateChoice = {},
): ResampledEstimate | null {
  return estimateOf(samplesOf(table, [measure]), resampling, choice);
}

/** The same of the first value of samples. */
export function estimateOf(
  samples: readonly ClusteredSample[],
  resampling: Resampling,
  { statistic = 'mean', against = 0 }: EstimateChoice,
): ResampledEstimate | null {
  const values = inOrder(samples).map(({ values: [first = NaN] }) => first);
  const value = statistic === 'mean' ? mean(values) : median(values);
  if (value === null) return null;
  const drawn = isTooFew(samples)
    ? null
    : statistic === 'mean'
      ? drawnStatistics(samples, (means) => means[0] ?? NaN, resampling)
      : drawnMedians(samples, resampling);
  const clusters = countClusters(samples);
  return {
    statistic,
    value,
    interval: drawn && percentileInterval(drawn),
    n: values.length,
    clusters,
    draws: resampling.draws,
    p: drawn && Math.max(bootstrapP(drawn, value, against), leastP(clusters)),
    effectSize: statistic === 'mean' ? standardisedMean(values, against) : null,
  };
}

/** An estimate of a relation between two measures: no null hypothesis goes with it. */
export type RelationEstimate = Omit<ResampledEstimate, 'statistic' | 'p' | 'effectSize'>;

/**
 * Ratio of two means over the items that have both measures, `over` by `under` (such as copy by −G), with the
 * interval of the ratio itself (analysis §13, statistics 3). Null of nothing and when the second mean is zero.
 */
export function estimateShare<Measure extends string>(
  table: ItemTable<Measure>,
  over: Measure,
  under: Measure,
  resampling: Resampling,
): RelationEstimate | null {
  const samples = samplesOf(table, [over, under]);
  const column = (index: number): number =>
    mean(inOrder(samples).map(({ values }) => values[index] ?? NaN)) ?? NaN;
  const value = column(0) / column(1);
  if (!Number.isFinite(value)) return null;
  const interval = isTooFew(samples)
    ? null
    : percentileInterval(
        drawnStatistics(samples, (means) => (means[0] ?? NaN) / (means[1] ?? NaN), resampling),
      );
  return { value, interval, n: samples.length, clusters: countClusters(samples), draws: resampling.draws };
}
