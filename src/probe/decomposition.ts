import { estimate, estimateShare, type Estimate, type Resampling } from '../statistics/index.ts';
import type { ViewedTable } from './view.ts';

/**
 * Where the gain comes from: −G = copy + sem, over the cases in view that have all three, nats on the view's scale.
 * Always means: medians of the parts do not add up to the median of the whole.
 */
export interface Decomposition {
  readonly copy: Estimate;
  readonly sem: Estimate;
  readonly both: Estimate;
  /** Mean copy over mean −G, with the interval of the ratio; null unless −G is clearly above zero. */
  readonly copyShare: Estimate | null;
}

/** Null: no case has all three. */
export function decompose({ items }: ViewedTable, resampling: Resampling): Decomposition | null {
  const parts = {
    items: items.flatMap(({ item, cluster, values: { G, copy, sem } }) =>
      G === null || copy === null || sem === null
        ? []
        : [{ item, cluster, labels: {}, values: { copy, sem, both: -G } }],
    ),
  };
  const average = (of: 'copy' | 'sem' | 'both'): Estimate | null => estimate(parts, of, resampling);
  const copy = average('copy');
  const sem = average('sem');
  const both = average('both');
  if (copy === null || sem === null || both === null) return null;
  // A share of something that may well be nothing (its interval reaches zero) would only mislead.
  const rises = both.value > 0 && (both.interval === null || both.interval.low > 0);
  return { copy, sem, both, copyShare: rises ? estimateShare(parts, 'copy', 'both', resampling) : null };
}
