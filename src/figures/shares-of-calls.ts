import type { ConditionName, ProbeSummary } from '../probe/index.ts';
import type { Estimate } from '../statistics/index.ts';
import { fixed } from './number-words.ts';

/** The failed call's share among all the calls that belong to its case, means over cases, 0…1. */
export interface SharesOfCalls {
  readonly before: Estimate;
  readonly after: ReadonlyMap<ConditionName, Estimate>;
  readonly definition: string;
}

export const SHARE_COLUMN = 'mean share of the failed call among all its case’s calls';

/**
 * Null unless every text of the run was scored with all calls of the case in all cases: shares among fewer calls, or
 * over other cases, are not to be held against each other.
 */
export function sharesOfCalls(summary: ProbeSummary | null): SharesOfCalls | null {
  const before = summary?.estimates['p_rep_of_all of pre'];
  if (summary === null || before === undefined || summary.conditions.length === 0) return null;
  const after = new Map<ConditionName, Estimate>();
  for (const { condition, gain } of summary.conditions) {
    const share = summary.estimates[`p_rep_of_all of ${condition}`];
    if (share?.n !== gain.n) return null;
    after.set(condition, share);
  }
  return {
    before,
    after,
    definition: `Share among all its case’s calls (in the table): probability of the failed call ÷ the sum of those of all calls scored for the case (in the simulated office four: the failed one, the right one and two other wrong ones), mean over cases, 0 to 1; before the failure ${fixed(before.value, 3)}.`,
  };
}
