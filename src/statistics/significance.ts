/**
 * Two-sided p of a bootstrap, as published (analysis §3.2): the drawn statistics, moved so that `value` lies on the
 * null `against`, and twice the smaller share of them at or beyond the distance of `value` from it, to either side.
 * At least 1 / draws, which is to be read as "less than".
 */
export function bootstrapP(drawn: Float64Array, value: number, against: number): number {
  const distance = Math.abs(value - against);
  // Ties count as beyond; what differs from one by rounding only is a tie.
  const reach = distance - 1e-12 * Math.max(Math.abs(value), Math.abs(against));
  let above = 0;
  let below = 0;
  for (const one of drawn) {
    if (one - value >= reach) above += 1;
    if (value - one >= reach) below += 1;
  }
  return Math.min(1, Math.max(1, 2 * Math.min(above, below)) / drawn.length);
}

/**
 * The smallest two-sided p that so many clusters can give: all of one sign, which by chance happens in 2 of 2ⁿ ways. The
 * bootstrap of six tasks of one sign says p < 0.0002, and is not to be believed under this.
 */
export const leastP = (clusters: number): number => 2 ** (1 - clusters);

/**
 * d_z: distance of the mean from `against` in standard deviations over items (n − 1), clusters ignored as published.
 * Null for fewer than two items and for values that are all the same.
 */
export function standardisedMean(values: readonly number[], against: number): number | null {
  const first = values[0];
  if (values.every((value) => value === first)) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return (mean - against) / Math.sqrt(squares / (values.length - 1));
}
