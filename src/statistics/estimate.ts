import { mean } from './average.ts';
import { clusterBootstrap, type BootstrapOptions, type ClusteredSample } from './bootstrap.ts';
import type { Interval } from './interval.ts';

/** A mean over n items with its 95 % interval; the interval is null where none can be claimed. */
export interface Estimate {
  readonly value: number;
  readonly interval: Interval | null;
  readonly n: number;
}

/** One value an item, with its cluster. */
export interface ClusteredValue {
  readonly cluster: string;
  readonly value: number;
}

/** Mean over items with the cluster bootstrap's interval; null of nothing. */
export function estimateMean(values: readonly ClusteredValue[], options: BootstrapOptions): Estimate | null {
  const value = mean(values.map((entry) => entry.value));
  if (value === null) return null;
  const samples = values.map((entry) => ({ cluster: entry.cluster, values: [entry.value] }));
  return { value, interval: clusterBootstrap(samples, ([first = NaN]) => first, options), n: values.length };
}

/**
 * Ratio of two means over the same items, first column over second, with the interval of the ratio itself. Null
 * of nothing and when the second mean is zero.
 */
export function estimateRatio(
  samples: readonly ClusteredSample[],
  options: BootstrapOptions,
): Estimate | null {
  const column = (index: number): number => mean(samples.map(({ values }) => values[index] ?? NaN)) ?? NaN;
  const value = column(0) / column(1);
  if (!Number.isFinite(value)) return null;
  const interval = clusterBootstrap(samples, ([over = NaN, under = NaN]) => over / under, options);
  return { value, interval, n: samples.length };
}
