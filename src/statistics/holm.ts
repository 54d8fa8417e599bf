import { fail, ok, type Result } from '../records/index.ts';

/**
 * p values corrected for being one family by Holm's step-down rule (analysis §3.3), in the order given. Not all
 * numbers in 0…1: an error.
 */
export function holm(pValues: readonly number[]): Result<readonly number[]> {
  const bad = pValues.findIndex((p) => !(p >= 0 && p <= 1));
  if (bad >= 0)
    return fail({
      kind: 'p-value-out-of-range',
      happened: 'A correction for many comparisons was asked for with something that is no p value.',
      stillWorks: 'The estimates and their intervals do not depend on it.',
      cure: 'Report the rows of this run: p values lie between 0 and 1.',
      details: `p value ${bad + 1} of ${pValues.length}: ${pValues[bad] ?? 'missing'}`,
    });
  const rising = [...pValues.keys()].sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
  const corrected = new Array<number>(pValues.length).fill(1);
  let reached = 0;
  rising.forEach((at, rank) => {
    reached = Math.max(reached, Math.min(1, (pValues[at] ?? 1) * (pValues.length - rank)));
    corrected[at] = reached;
  });
  return ok(corrected);
}
