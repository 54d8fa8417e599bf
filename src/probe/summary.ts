import {
  estimateMean,
  estimateRatio,
  median,
  type BootstrapOptions,
  type Estimate,
  type Share,
} from '../statistics/index.ts';
import type { ConditionName } from './conditions.ts';
import type { ItemMeasures } from './measures.ts';

/** One way of showing the failed step, over all items that are complete under it. */
export interface ConditionSummary {
  readonly condition: ConditionName;
  /** Mean of L(failed|pre) − L(failed|condition), nats. */
  readonly gain: Estimate;
  /** Would now write the failed call again, word for word. */
  readonly repeats: Share;
  readonly repeatsWholeTurn: Share;
  readonly rightCalls: Share;
}

/** Where the gain comes from: −G = copy + sem, over the items that have all three, nats. */
export interface Decomposition {
  readonly copy: Estimate;
  readonly sem: Estimate;
  readonly both: Estimate;
  /** Mean copy over mean −G, with the interval of the ratio; null unless −G is clearly above zero. */
  readonly copyShare: Estimate | null;
}

/** A probe run in numbers. Every part names its own n, so a partial run is never read as a whole one. */
export interface ProbeSummary {
  /** Items complete before and after the error (failed and right call): the n of everything but `conditions`. */
  readonly cases: number;
  /** Failed call likelier after the error (G < 0), less likely (G > 0), exactly as likely. */
  readonly toward: number;
  readonly away: number;
  readonly unmoved: number;
  readonly gain: Estimate | null;
  readonly repeatsBefore: Share;
  readonly repeatsAfter: Share;
  readonly rightCallsBefore: Share;
  readonly rightCallsAfter: Share;
  /** Medians over the cases of log p of the failed call, nats. */
  readonly medianBeforeNats: number | null;
  readonly medianAfterNats: number | null;
  readonly medianCallTokens: number | null;
  readonly repair: Estimate | null;
  /** Mean share of the failed call among the item's candidates, 0…1. */
  readonly repeatShareBefore: Estimate | null;
  readonly repeatShareAfter: Estimate | null;
  readonly conditions: readonly ConditionSummary[];
  readonly decomposition: Decomposition | null;
}

/** Statistics of a run so far. `conditions` are summed up in the order given; `pre` is skipped as the base. */
export function summarise(
  arrived: readonly ItemMeasures[],
  conditions: readonly ConditionName[],
  options: BootstrapOptions,
): ProbeSummary {
  // Rows may arrive in any order; the seeded draws must not depend on it.
  const measures = arrived.toSorted((one, other) => (one.item.item_id < other.item.item_id ? -1 : 1));
  const cases = measures.filter((item) => isComplete(item, 'pre') && isComplete(item, 'fail'));
  const average = (of: (item: ItemMeasures) => number | null): Estimate | null => {
    const values = cases.flatMap((item) => {
      const value = of(item);
      return value === null ? [] : [{ cluster: item.item.task_id, value }];
    });
    return estimateMean(values, options);
  };
  const share = (of: (item: ItemMeasures) => boolean | null): Share => shareOf(cases, of);
  const gains = cases.map(({ gainNats }) => gainNats ?? 0);
  return {
    cases: cases.length,
    toward: gains.filter((gain) => gain < 0).length,
    away: gains.filter((gain) => gain > 0).length,
    unmoved: gains.filter((gain) => gain === 0).length,
    gain: average(({ gainNats }) => gainNats),
    repeatsBefore: share(({ under }) => under.pre.repeats),
    repeatsAfter: share(({ under }) => under.fail.repeats),
    rightCallsBefore: share(({ under }) => under.pre.rightCall),
    rightCallsAfter: share(({ under }) => under.fail.rightCall),
    medianBeforeNats: median(numbers(cases, ({ under }) => under.pre.failedNats)),
    medianAfterNats: median(numbers(cases, ({ under }) => under.fail.failedNats)),
    medianCallTokens: median(numbers(cases, ({ failedTokens }) => failedTokens)),
    repair: average(({ repairNats }) => repairNats),
    repeatShareBefore: average(({ under }) => under.pre.repeatShare),
    repeatShareAfter: average(({ under }) => under.fail.repeatShare),
    conditions: conditions.flatMap((condition) => {
      const summary = condition === 'pre' ? null : conditionSummary(measures, condition, options);
      return summary === null ? [] : [summary];
    }),
    decomposition: decompose(cases, options),
  };
}

/** Both calls were scored under the condition. */
const isComplete = ({ under }: ItemMeasures, condition: ConditionName): boolean =>
  under[condition].failedNats !== null && under[condition].goldNats !== null;

function conditionSummary(
  measures: readonly ItemMeasures[],
  condition: ConditionName,
  options: BootstrapOptions,
): ConditionSummary | null {
  const complete = measures.filter((item) => isComplete(item, 'pre') && isComplete(item, condition));
  const gain = estimateMean(
    complete.flatMap(({ item, under }) => {
      const value = under[condition].gainNats;
      return value === null ? [] : [{ cluster: item.task_id, value }];
    }),
    options,
  );
  if (gain === null) return null;
  return {
    condition,
    gain,
    repeats: shareOf(complete, ({ under }) => under[condition].repeats),
    repeatsWholeTurn: shareOf(complete, ({ under }) => under[condition].repeatsWholeTurn),
    rightCalls: shareOf(complete, ({ under }) => under[condition].rightCall),
  };
}

function decompose(cases: readonly ItemMeasures[], options: BootstrapOptions): Decomposition | null {
  const parts = cases.flatMap(({ item, gainNats, copyNats, semNats }) =>
    gainNats === null || copyNats === null || semNats === null
      ? []
      : [{ cluster: item.task_id, copy: copyNats, sem: semNats, both: -gainNats }],
  );
  const average = (of: 'copy' | 'sem' | 'both'): Estimate | null =>
    estimateMean(
      parts.map((part) => ({ cluster: part.cluster, value: part[of] })),
      options,
    );
  const copy = average('copy');
  const sem = average('sem');
  const both = average('both');
  if (copy === null || sem === null || both === null) return null;
  // A share of something that may well be nothing (its interval reaches zero) would only mislead.
  const rises = both.value > 0 && (both.interval === null || both.interval.low > 0);
  const copyShare = rises
    ? estimateRatio(
        parts.map((part) => ({ cluster: part.cluster, values: [part.copy, part.both] })),
        options,
      )
    : null;
  return { copy, sem, both, copyShare };
}

function shareOf(items: readonly ItemMeasures[], of: (item: ItemMeasures) => boolean | null): Share {
  const known = items.map(of).filter((value) => value !== null);
  return { k: known.filter(Boolean).length, n: known.length };
}

const numbers = (items: readonly ItemMeasures[], of: (item: ItemMeasures) => number | null): number[] =>
  items.map(of).filter((value) => value !== null);
