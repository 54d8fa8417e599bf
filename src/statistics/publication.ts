import { mean } from './average.ts';
import type { Estimate } from './estimate.ts';
import type { Interval } from './interval.ts';

/** With fewer items a cell does not count in the published tables, averages and fits (analysis §3.4). */
export const FEWEST_PUBLISHED_ITEMS = 30;
/** With fewer values the published breakdowns have no cell at all (analysis §3.1). */
export const FEWEST_IN_A_CELL = 3;

/** Whether a cell counts by the paper's rule; `n` is the number of items that have G. */
export const isPublished = ({ n }: { readonly n: number }): boolean => n >= FEWEST_PUBLISHED_ITEMS;

/** A value of several checkpoints, pooled as the paper does. */
export interface PooledEstimate {
  readonly value: number;
  /** Ends averaged over the checkpoints that have an interval: a typical interval, not one of the pooled value. */
  readonly averagedEnds: Interval | null;
  readonly checkpoints: number;
}

/**
 * Unweighted mean over checkpoints (analysis §3.5), whatever n each has. Null of nothing. The ends are null unless
 * every checkpoint has an interval.
 */
export function poolCheckpoints(
  estimates: readonly Pick<Estimate, 'value' | 'interval'>[],
): PooledEstimate | null {
  const value = mean(estimates.map((estimate) => estimate.value));
  if (value === null) return null;
  const intervals = estimates.flatMap(({ interval }) => interval ?? []);
  const low = mean(intervals.map((interval) => interval.low));
  const high = mean(intervals.map((interval) => interval.high));
  const isWhole = intervals.length === estimates.length;
  return {
    value,
    averagedEnds: isWhole && low !== null && high !== null ? { low, high } : null,
    checkpoints: estimates.length,
  };
}
