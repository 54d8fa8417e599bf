import type { ScoreRow } from '../records/index.ts';
import { PAPER_WORDING, type Wording } from '../transcript/index.ts';
import { conditionMeasures, difference, type ConditionMeasures } from './condition-measures.ts';
import { CONDITIONS, type ConditionName } from './conditions.ts';
import { firstDivergingToken } from './divergence.ts';
import type { ProbeItem } from './item.ts';
import { rowBook, type RowBook } from './row-book.ts';

/** Measures of one item (analysis §2), nats unless named otherwise. Null: a row it needs is not there (yet). */
export interface ItemMeasures {
  readonly item: ProbeItem;
  readonly under: Readonly<Record<ConditionName, ConditionMeasures>>;
  /** Corrective gain L(failed|pre) − L(failed|fail). */
  readonly gainNats: number | null;
  /** G < 0: the error made the failed call likelier. */
  readonly isInverted: boolean | null;
  /** L(failed|neut) − L(failed|pre): what the presence of the call does. */
  readonly copyNats: number | null;
  /** L(failed|fail) − L(failed|neut): what the content of the error adds. */
  readonly semNats: number | null;
  /** copy and sem against the neutral text that is as long as the error. */
  readonly copyPaddedNats: number | null;
  readonly semPaddedNats: number | null;
  /** L(failed|succ) − L(failed|pre). */
  readonly copySuccessNats: number | null;
  /** L(failed|fail) − L(failed|succ). */
  readonly polarityNats: number | null;
  /** L(gold|fail) − L(gold|pre). */
  readonly repairNats: number | null;
  readonly marginShiftNats: number | null;
  /** Share of the failed call among the candidates, after the error less before it, −1…1. */
  readonly repeatShareShift: number | null;
  readonly failedTokens: number | null;
  readonly goldTokens: number | null;
  /** UTF-8 bytes of the calls. */
  readonly failedBytes: number;
  readonly goldBytes: number;
  /** Index of the first token in which failed and right call differ. */
  readonly divergence: number | null;
  readonly gainNatsPerToken: number | null;
  readonly copyNatsPerToken: number | null;
  readonly semNatsPerToken: number | null;
}

/**
 * Measures of every item that has a row of this wording, in the order in which items first appear among the rows (so
 * that a picture made from them does not reshuffle while a run goes on). Rows with something hidden are left to
 * knockoutEffects.
 */
export function itemMeasures(
  items: readonly ProbeItem[],
  rows: readonly ScoreRow[],
  wording: Wording = PAPER_WORDING,
): readonly ItemMeasures[] {
  const plain = rows.filter((row) => row.hidden === null);
  const book = rowBook(plain, wording);
  const byId = new Map(items.map((item) => [item.item_id, item]));
  return book.itemIds.flatMap((id) => {
    const item = byId.get(id);
    return item === undefined ? [] : [measuresOf(item, book)];
  });
}

function measuresOf(item: ProbeItem, book: RowBook): ItemMeasures {
  const divergence = divergenceOf(item, book);
  const under = Object.fromEntries(
    CONDITIONS.map((condition) => [condition, conditionMeasures(item, condition, book, divergence)]),
  ) as Record<ConditionName, ConditionMeasures>; // fromEntries forgets that every key is there
  const { pre, fail, succ, neut, neut_pad } = under;
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
    isInverted: gainNats === null ? null : gainNats < 0,
    copyNats,
    semNats,
    copyPaddedNats: difference(neut_pad.failedNats, pre.failedNats),
    semPaddedNats: difference(fail.failedNats, neut_pad.failedNats),
    copySuccessNats: difference(succ.failedNats, pre.failedNats),
    polarityNats: difference(fail.failedNats, succ.failedNats),
    repairNats: difference(fail.goldNats, pre.goldNats),
    marginShiftNats: difference(fail.marginNats, pre.marginNats),
    repeatShareShift: difference(fail.repeatShare, pre.repeatShare),
    failedTokens,
    goldTokens: book.find(item.item_id, 'fail', 'gold')?.n_tokens ?? null,
    failedBytes: bytesOf(item.failed_action),
    goldBytes: bytesOf(item.gold_action),
    divergence,
    gainNatsPerToken: perToken(gainNats),
    copyNatsPerToken: perToken(copyNats),
    semNatsPerToken: perToken(semNats),
  };
}

/** Candidates have the same tokens under every condition, so any that has both calls will do. */
function divergenceOf(item: ProbeItem, book: RowBook): number | null {
  for (const condition of CONDITIONS) {
    const failed = book.find(item.item_id, condition, 'failed');
    const gold = book.find(item.item_id, condition, 'gold');
    if (failed !== null && gold !== null) return firstDivergingToken(failed, gold);
  }
  return null;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
