import type { ScoreRow } from '../records/index.ts';
import { PAPER_WORDING, type Wording } from '../transcript/index.ts';
import { HIDEABLE, type HideableName } from './hiding.ts';
import { rowBook } from './row-book.ts';

/** What a part of the transcript does to the failed call, seen by hiding it. */
export interface KnockoutEffect {
  readonly part: HideableName;
  readonly hiddenTokens: number;
  /** log p of the failed call with the part hidden, nats. */
  readonly hiddenNats: number;
  /** L(failed|fail) − L(failed|fail, part hidden): above zero, the part pulls toward repeating. */
  readonly effectNats: number;
}

/** Effects of one item's parts, in the order of HIDEABLE; those whose row is missing are left out. */
export function knockoutEffects(
  itemId: string,
  rows: readonly ScoreRow[],
  wording: Wording = PAPER_WORDING,
): readonly KnockoutEffect[] {
  const book = rowBook(rows, wording);
  const seen = book.find(itemId, 'fail', 'failed');
  if (seen === null) return [];
  return HIDEABLE.flatMap((part) => {
    const row = book.find(itemId, 'fail', 'failed', part);
    return row === null
      ? []
      : [
          {
            part,
            hiddenTokens: row.hidden_tokens,
            hiddenNats: row.logprob,
            effectNats: seen.logprob - row.logprob,
          },
        ];
  });
}
