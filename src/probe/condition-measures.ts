import type { ScoreRow } from '../records/index.ts';
import { candidatesOf, candidatesUnder } from './candidates.ts';
import type { ConditionName } from './conditions.ts';
import { divergedNats } from './divergence.ts';
import type { ProbeItem } from './item.ts';
import type { RowBook } from './row-book.ts';

/** What one condition says about one item. Null: a row it needs is not there (yet). */
export interface ConditionMeasures {
  /** L(failed | condition): Σ log-probability of the failed call, nats. */
  readonly failedNats: number | null;
  readonly goldNats: number | null;
  /** L(failed | pre) − L(failed | condition): below zero, the condition made the failed call likelier. */
  readonly gainNats: number | null;
  /** L(failed | condition) − L(failed | fail): above zero, likelier than after the standard error (delta_X). */
  readonly deltaNats: number | null;
  /** L(gold) − L(failed): the lead of the right call. */
  readonly marginNats: number | null;
  /** Log-probability of the first token in which the two calls differ, each call's own, given what they share. */
  readonly failedDivergedNats: number | null;
  readonly goldDivergedNats: number | null;
  /** Greedy decoding would begin its turn with the failed call, word for word. */
  readonly repeats: boolean | null;
  /** … and would end its turn there. */
  readonly repeatsWholeTurn: boolean | null;
  /** Greedy decoding would begin its turn with the right call. */
  readonly rightCall: boolean | null;
  readonly rightCallWholeTurn: boolean | null;
  /** Index of the first token of the failed call that greedy decoding would write otherwise; null: none. */
  readonly firstOtherToken: number | null;
  /**
   * Share of the failed call among the candidates that the paper scores under this condition, 0…1 (p_rep): four before
   * and after the error, two elsewhere, so only the shares of `pre` and `fail` can be compared.
   */
  readonly repeatShare: number | null;
  /** The same among all the item's candidates, which can be compared between all conditions. */
  readonly repeatShareOfAll: number | null;
  /** repeatShareOfAll of the mean log-probability per token: short calls are not favoured. */
  readonly repeatShareOfAllPerToken: number | null;
  /** Tokens of the context, generation prompt included. */
  readonly contextTokens: number | null;
}

/** Of a condition without rows; one object for all, so that it crosses to a worker once. */
export const UNSCORED: ConditionMeasures = {
  failedNats: null,
  goldNats: null,
  gainNats: null,
  deltaNats: null,
  marginNats: null,
  failedDivergedNats: null,
  goldDivergedNats: null,
  repeats: null,
  repeatsWholeTurn: null,
  rightCall: null,
  rightCallWholeTurn: null,
  firstOtherToken: null,
  repeatShare: null,
  repeatShareOfAll: null,
  repeatShareOfAllPerToken: null,
  contextTokens: null,
};

/** Measures of one item under one condition; `divergence`: index of the first token in which the two calls differ. */
export function conditionMeasures(
  item: ProbeItem,
  condition: ConditionName,
  book: RowBook,
  divergence: number | null,
): ConditionMeasures {
  const failed = book.find(item.item_id, condition, 'failed');
  const gold = book.find(item.item_id, condition, 'gold');
  if (failed === null && gold === null) return UNSCORED;
  const failedNats = failed?.logprob ?? null;
  const goldNats = gold?.logprob ?? null;
  const published = rowsOf(item, candidatesUnder(item, condition), condition, book);
  const all = rowsOf(item, candidatesOf(item), condition, book);
  return {
    failedNats,
    goldNats,
    gainNats: difference(failedUnder(item, 'pre', book), failedNats),
    deltaNats: difference(failedNats, failedUnder(item, 'fail', book)),
    marginNats: difference(goldNats, failedNats),
    failedDivergedNats: divergedNats(failed, divergence),
    goldDivergedNats: divergedNats(gold, divergence),
    repeats: failed?.is_greedy ?? null,
    repeatsWholeTurn: failed?.is_greedy_turn ?? null,
    rightCall: gold?.is_greedy ?? null,
    rightCallWholeTurn: gold?.is_greedy_turn ?? null,
    firstOtherToken: failed === null ? null : firstOtherToken(failed),
    repeatShare: shareOfFirst(published?.map(({ logprob }) => logprob)),
    repeatShareOfAll: shareOfFirst(all?.map(({ logprob }) => logprob)),
    repeatShareOfAllPerToken: shareOfFirst(all?.map(({ logprob, n_tokens }) => logprob / n_tokens)),
    contextTokens: (failed ?? gold)?.ctx_tokens ?? null,
  };
}

const failedUnder = (item: ProbeItem, condition: ConditionName, book: RowBook): number | null =>
  book.find(item.item_id, condition, 'failed')?.logprob ?? null;

function firstOtherToken(failed: ScoreRow): number | null {
  const index = failed.token_gaps.findIndex((gap) => gap > 0);
  return index === -1 ? null : index;
}

/** Rows of the candidates, in their order. Null until all are there: a share among fewer strings is another quantity. */
function rowsOf(
  item: ProbeItem,
  candidates: ReturnType<typeof candidatesOf>,
  condition: ConditionName,
  book: RowBook,
): readonly ScoreRow[] | null {
  const rows = candidates.map(({ name }) => book.find(item.item_id, condition, name));
  return rows.every((row) => row !== null) ? rows : null;
}

/** Softmax of the first value (measurement §3), the largest taken off before so that nothing overflows. */
function shareOfFirst(values: readonly number[] | undefined): number | null {
  if (values === undefined) return null;
  const largest = Math.max(...values);
  const weights = values.map((nats) => Math.exp(nats - largest));
  return (weights[0] ?? NaN) / weights.reduce((sum, weight) => sum + weight, 0);
}

/** a − b; null when one is missing. */
export const difference = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b;
