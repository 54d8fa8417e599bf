/** A range that goes with an estimate, both ends in the estimate's unit. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** k of n. */
export interface Share {
  readonly k: number;
  readonly n: number;
}

/** Two-sided 95 % point of the standard normal distribution. */
const Z95 = 1.959963984540054;

/**
 * Wilson's 95 % score interval of a proportion, ends in 0…1; null of nothing. Keeps its width at k = 0 and k = n,
 * where a bootstrap would claim certainty. It takes the n trials for independent.
 */
export function wilsonInterval({ k, n }: Share): Interval | null {
  if (n === 0) return null;
  const share = k / n;
  const weight = Z95 ** 2 / n;
  const centre = (share + weight / 2) / (1 + weight);
  const reach = (Z95 * Math.sqrt((share * (1 - share)) / n + weight / (4 * n))) / (1 + weight);
  // At the ends the formula gives 0 and 1 but for rounding.
  return { low: k === 0 ? 0 : centre - reach, high: k === n ? 1 : centre + reach };
}
