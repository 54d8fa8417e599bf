import type { ScoreRow } from '../records/index.ts';
import { candidatesUnder } from './candidates.ts';
import { CONDITIONS, type ConditionName } from './conditions.ts';
import type { ProbeItem } from './item.ts';
import { rowBook, type RowBook } from './row-book.ts';

/** What one condition says about one item. Null: a row it needs is not there (yet). */
export interface ConditionMeasures {
  /** L(failed | condition): Σ log-probability of the failed call, nats. */
  readonly failedNats: number | null;
  readonly goldNats: number | null;
  /** L(failed | pre) − L(failed | condition): below zero, the condition made the failed call likelier. */
  readonly gainNats: number | null;
  /** L(gold) − L(failed): the lead of the right call. */
  readonly marginNats: number | null;
  /** Greedy decoding would begin its turn with the failed call, word for word. */
  readonly repeats: boolean | null;
  /** … and would end its turn there. */
  readonly repeatsWholeTurn: boolean | null;
  /** Greedy decoding would begin its turn with the right call. */
  readonly rightCall: boolean | null;
  readonly rightCallWholeTurn: boolean | null;
  /** Index of the first token of the failed call that greedy decoding would write otherwise; null: none. */
  readonly firstOtherToken: number | null;
  /** Share of the failed call among the item's own candidates scored under this condition, 0…1 (p_rep). */
  readonly repeatShare: number | null;
}

/** Measures of one item (analysis §2), nats unless named otherwise. Null: a row it needs is not there (yet). */
export interface ItemMeasures {
  readonly item: ProbeItem;
  readonly under: Readonly<Record<ConditionName, ConditionMeasures>>;
  /** Corrective gain L(failed|pre) − L(failed|fail). */
  readonly gainNats: number | null;
  /** L(failed|neut) − L(failed|pre): what the presence of the call does. */
  readonly copyNats: number | null;
  /** L(failed|fail) − L(failed|neut): what the content of the error adds. */
  readonly semNats: number | null;
  /** L(failed|succ) − L(failed|pre). */
  readonly copySuccessNats: number | null;
  /** L(failed|fail) − L(failed|succ). */
  readonly polarityNats: number | null;
  /** L(gold|fail) − L(gold|pre). */
  readonly repairNats: number | null;
  readonly marginShiftNats: number | null;
  readonly failedTokens: number | null;
  readonly gainNatsPerToken: number | null;
  readonly copyNatsPerToken: number | null;
  readonly semNatsPerToken: number | null;
}

/**
 * Measures of every item that has a row, in the order in which items first appear among the rows (so that a
 * picture made from them does not reshuffle while a run goes on). Rows with something hidden are left to
 * knockoutEffects.
 */
export function itemMeasures(
  items: readonly ProbeItem[],
  rows: readonly ScoreRow[],
): readonly ItemMeasures[] {
  const plain = rows.filter((row) => row.hidden === null);
  const book = rowBook(plain);
  const byId = new Map(items.map((item) => [item.item_id, item]));
  return book.itemIds.flatMap((id) => {
    const item = byId.get(id);
    return item === undefined ? [] : [measuresOf(item, book)];
  });
}

function measuresOf(item: ProbeItem, book: RowBook): ItemMeasures {
  const under = Object.fromEntries(
    CONDITIONS.map((condition) => [condition, conditionMeasures(item, condition, book)]),
  ) as Record<ConditionName, ConditionMeasures>; // fromEntries forgets that every key is there
  const { pre, fail, succ, neut } = under;
  const failedTokens = book.find(item.item_id, 'fail', 'failed')?.n_tokens ?? null;
  const perToken = (nats: number | null): number | null =>
    nats === null || failedTokens === null ? null : nats / failedTokens;
  const gainNats = difference(pre.failedNats, fail.failedNats);
  const copyNats = difference(neut.failedNats, pre.failedNats);
  const semNats = difference(fail.failedNats, neut.failedNats);
  return {
    item,
    under,
    gainNats,
    copyNats,
    semNats,
    copySuccessNats: difference(succ.failedNats, pre.failedNats),
    polarityNats: difference(fail.failedNats, succ.failedNats),
    repairNats: difference(fail.goldNats, pre.goldNats),
    marginShiftNats: difference(fail.marginNats, pre.marginNats),
    failedTokens,
    gainNatsPerToken: perToken(gainNats),
    copyNatsPerToken: perToken(copyNats),
    semNatsPerToken: perToken(semNats),
  };
}

function conditionMeasures(item: ProbeItem, condition: ConditionName, book: RowBook): ConditionMeasures {
  const failed = book.find(item.item_id, condition, 'failed');
  const gold = book.find(item.item_id, condition, 'gold');
  const before = book.find(item.item_id, 'pre', 'failed');
  const failedNats = failed?.logprob ?? null;
  const goldNats = gold?.logprob ?? null;
  return {
    failedNats,
    goldNats,
    gainNats: difference(before?.logprob ?? null, failedNats),
    marginNats: difference(goldNats, failedNats),
    repeats: failed?.is_greedy ?? null,
    repeatsWholeTurn: failed?.is_greedy_turn ?? null,
    rightCall: gold?.is_greedy ?? null,
    rightCallWholeTurn: gold?.is_greedy_turn ?? null,
    firstOtherToken: failed === null ? null : firstOtherToken(failed),
    repeatShare: repeatShare(item, condition, book),
  };
}

function firstOtherToken(failed: ScoreRow): number | null {
  const index = failed.token_gaps.findIndex((gap) => gap > 0);
  return index === -1 ? null : index;
}

/**
 * Softmax over the summed log-probabilities of the item's candidates under this condition (measurement §3). Null
 * until all of them are there: a share among fewer strings is another quantity.
 */
function repeatShare(item: ProbeItem, condition: ConditionName, book: RowBook): number | null {
  const scores: number[] = [];
  for (const { name } of candidatesUnder(item, condition)) {
    const row = book.find(item.item_id, condition, name);
    if (row === null) return null;
    scores.push(row.logprob);
  }
  const largest = Math.max(...scores);
  const [failed = NaN] = scores.map((nats) => Math.exp(nats - largest));
  return failed / scores.reduce((sum, nats) => sum + Math.exp(nats - largest), 0);
}

const difference = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b;
