// @ts-check
/** @param {readonly number[]} values @returns {number} NaN when there are none */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/**
 * Least squares line through points [x, y]. Null where the points do not determine one.
 * @param {readonly (readonly [number, number])[]} points
 * @returns {{ at: (x: number) => number, slope: number } | null}
 */
export function lineThrough(points) {
  const mean = (/** @type {(point: readonly [number, number]) => number} */ of) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([x]) => x), mean(([, y]) => y)];
  const spread = mean(([px]) => (px - x) ** 2);
  if (points.length < 2 || spread === 0) return null;
  const slope = mean(([px, py]) => (px - x) * (py - y)) / spread;
  return { slope, at: (to) => y + slope * (to - x) };
}

/** Four significant digits are more than a measurement of time holds. @param {number} value */
export const short = (value) => (Number.isFinite(value) ? Number(value.toPrecision(4)) : null);

/** Shortens every number of a tree; what is not finite becomes null, as strict JSON asks. @param {unknown} value @returns {unknown} */
export function shortened(value) {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : short(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

/**
 * Largest difference between a score of the tab and the native one, nats: both did the same job. Null without a rival;
 * NaN when the rival lacks a row.
 * @param {readonly any[]} rows @param {Readonly<Record<string, number>> | undefined} scores
 */
export const largestDifference = (rows, scores) =>
  scores === undefined
    ? null
    : Math.max(
        ...rows.map(({ item_id, condition, candidate, logprob }) =>
          Math.abs(logprob - (scores[`${item_id}/${condition}/${candidate}`] ?? Number.NaN)),
        ),
      );
