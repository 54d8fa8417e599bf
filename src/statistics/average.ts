/** Arithmetic mean; null of nothing. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Quantile by linear interpolation between order statistics, at (n − 1)·share (the percentile of numpy's default
 * and Hyndman-Fan type 7). `share` lies in 0…1; null of nothing.
 */
export function quantile(values: readonly number[], share: number): number | null {
  return quantileOfSorted(
    [...values].sort((a, b) => a - b),
    share,
  );
}

/** The same for values that are sorted already. */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number | null {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  if (low === undefined || high === undefined) return null;
  return low + (high - low) * (place - Math.floor(place));
}

/** The middle value; null of nothing. */
export const median = (values: readonly number[]): number | null => quantile(values, 0.5);
