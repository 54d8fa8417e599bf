import type { ScoreRow } from '../records/index.ts';

/**
 * Index of the first token in which two candidates differ; where one ends within the other, the index at which it
 * ends. Null when all tokens are the same. The sum over a call mixes this choice with the copying of what follows it.
 */
export function firstDivergingToken(one: ScoreRow, other: ScoreRow): number | null {
  const [long, short] =
    one.token_ids.length >= other.token_ids.length
      ? [one.token_ids, other.token_ids]
      : [other.token_ids, one.token_ids];
  const index = long.findIndex((id, at) => id !== short[at]);
  return index === -1 ? null : index;
}

/** Log-probability of a candidate's token at the divergence, nats; where the candidate ends there, of its ending the turn. */
export function divergedNats(row: ScoreRow | null, divergence: number | null): number | null {
  if (row === null || divergence === null) return null;
  return divergence === row.n_tokens ? row.end_of_turn_logprob : (row.token_logprobs[divergence] ?? null);
}
