// @ts-check
// Where the time of a job's passes goes, read off their sizes: the runtime gives no times by operator, so what grows with
// the tokens of a pass (matrices, head) is told from what grows with tokens × what they look at (attention) by fitting.

/** @typedef {import('./line.mjs').Pass} Pass */

/**
 * Least squares of elapsedMs = pass + token·n + pair·n·(past + n), n the new tokens. Null where the passes are too few
 * or too alike to tell the three apart. Shares add up to 1, as the fit goes through the mean.
 * @param {readonly Pass[]} passes
 */
export function passProfile(passes) {
  const terms = passes.map(({ newTokens, pastTokens }) => [
    1,
    newTokens,
    newTokens * (pastTokens + newTokens),
  ]);
  const times = passes.map(({ elapsedMs }) => elapsedMs);
  const sum = (/** @type {readonly number[]} */ values) => values.reduce((total, value) => total + value, 0);
  const column = (/** @type {number} */ at) => terms.map((row) => row[at] ?? 0);
  // Scaled to a mean of 1: the products of tokens are a million times the ones.
  const sizes = [0, 1, 2].map((at) => sum(column(at)) / passes.length);
  const scaled = [0, 1, 2].map((at) => column(at).map((value) => value / (sizes[at] ?? 1)));
  const dot = (/** @type {readonly number[]} */ one, /** @type {readonly number[]} */ other) =>
    sum(one.map((value, place) => value * (other[place] ?? 0)));
  const solution = solve(
    scaled.map((one) => scaled.map((other) => dot(one, other))),
    scaled.map((one) => dot(one, times)),
  );
  if (passes.length < 4 || solution === null) return null;
  const total = sum(times);
  const fitted = times.map((_, place) =>
    sum(scaled.map((values, at) => (values[place] ?? 0) * (solution[at] ?? 0))),
  );
  const spread = sum(times.map((time) => (time - total / times.length) ** 2));
  const [perPass = 0, perToken = 0, attention = 0] = solution.map((value) => (value * passes.length) / total);
  return {
    passes: passes.length,
    seconds: total / 1000,
    tokens: sum(column(1)),
    share: { perPass, perToken, attention },
    msPerToken: (solution[1] ?? 0) / (sizes[1] ?? 1),
    /** Share of the differences between passes that the fit explains. */
    rSquared:
      spread === 0 ? null : 1 - sum(times.map((time, at) => (time - (fitted[at] ?? 0)) ** 2)) / spread,
  };
}

/**
 * Gauss with pivots. Null when the equations do not determine an answer.
 * @param {readonly (readonly number[])[]} matrix @param {readonly number[]} right
 */
function solve(matrix, right) {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  const largest = Math.max(...matrix.flat().map(Math.abs));
  for (let step = 0; step < size; step += 1) {
    rows.splice(
      step,
      size - step,
      ...rows.slice(step).sort((one, other) => Math.abs(other[step] ?? 0) - Math.abs(one[step] ?? 0)),
    );
    const pivot = rows[step]?.[step] ?? 0;
    if (Math.abs(pivot) <= 1e-10 * largest) return null;
    for (let below = 0; below < size; below += 1) {
      const row = rows[below];
      if (below === step || row === undefined) continue;
      const factor = (row[step] ?? 0) / pivot;
      rows[below] = row.map((value, at) => value - factor * (rows[step]?.[at] ?? 0));
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
