import { TIE_GAP_NATS } from '../../../src/engine/index.ts';
import type { ScoreRow } from '../../../src/records/index.ts';
import type { ReferenceRow } from '../../real/reference-rows.ts';

/** Design §8: a whole call, and one token. */
export const SCORE_NATS = 2e-4;
export const TOKEN_NATS = 5e-5;
/** Passes of a fixed size make the arithmetic the same on every machine; passes sized by time do not. */
export const FIXED_PASS_TOKENS = 256;

const nameOf = (row: {
  item_id: string;
  condition: string;
  candidate: string;
  hidden: string | null;
}): string => [row.item_id, row.condition, row.candidate, row.hidden ?? 'plain'].join(' ');

/** Largest differences between our rows and PyTorch's, and every argmax that differs: as a tie, or as a fault. */
export function against(theirs: readonly ReferenceRow[], ours: readonly ScoreRow[]) {
  const byName = new Map(ours.map((row) => [nameOf(row), row]));
  let scoreNats = 0;
  let tokenNats = 0;
  let endOfTurnNats = 0;
  const argmax: string[] = [];
  const ties: string[] = [];
  const missing: string[] = [];
  const otherTokens: string[] = [];
  for (const row of theirs) {
    const found = byName.get(nameOf(row));
    if (found === undefined) {
      missing.push(nameOf(row));
      continue;
    }
    const hiddenTokens = row.spans.reduce((sum, [start, end]) => sum + end - start, 0);
    if (
      found.ctx_tokens !== row.ctx_tokens ||
      found.hidden_tokens !== hiddenTokens ||
      found.token_ids.join() !== row.candidateIds.join()
    )
      otherTokens.push(nameOf(row));
    scoreNats = Math.max(scoreNats, Math.abs(found.logprob - row.logprob));
    if (row.endOfTurnLogprobNats !== null)
      endOfTurnNats = Math.max(
        endOfTurnNats,
        Math.abs((found.end_of_turn_logprob ?? Number.NaN) - row.endOfTurnLogprobNats),
      );
    row.logprobsNats.forEach((nats, token) => {
      tokenNats = Math.max(tokenNats, Math.abs(nats - (found.token_logprobs[token] ?? Number.NaN)));
      const theirGap = row.gaps[token] ?? Number.NaN;
      const ourGap = found.token_gaps[token] ?? Number.NaN;
      if ((theirGap === 0) !== (ourGap === 0))
        (Math.max(theirGap, ourGap) < TIE_GAP_NATS ? ties : argmax).push(`${nameOf(row)} token ${token}`);
    });
  }
  return { scoreNats, tokenNats, endOfTurnNats, argmax, ties, missing, otherTokens, rows: theirs.length };
}
