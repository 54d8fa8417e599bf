import { fail, ok, type Result } from './lab-error.ts';
import type { ScoreRow } from './score-row.ts';

/** What a row is about. */
export interface RowName {
  readonly model: string;
  readonly itemId: string;
  readonly condition: string;
  readonly candidate: string;
  /** Name of the part hidden from the positions that write the candidate; null for a plain score. */
  readonly hidden: string | null;
  readonly unitKey: string;
}

/** The engine's answer to one request, with what encoding found. */
export interface UnitScores {
  readonly logprobsNats: readonly number[];
  readonly gapsNats: readonly number[];
  readonly endOfTurnLogprobNats: number | null;
  readonly endOfTurnGapNats: number | null;
  readonly contextTokens: number;
  readonly candidateIds: readonly number[];
  readonly candidatePieces: readonly string[];
  readonly jointDiffers: boolean;
  readonly hiddenTokens: number;
}

/** A float32 log-softmax may come out this much above zero; more than that is no log-probability. */
const ABOVE_ZERO_NATS = 1e-4;

/**
 * Turns the engine's answer into a row. Sums are float64. Numbers that cannot be scores (not finite, above zero,
 * a negative gap, lists of unequal length) are refused and named, never stored.
 */
export function scoreRow(name: RowName, scores: UnitScores): Result<ScoreRow> {
  const fault = faultOf(scores);
  if (fault !== null) {
    return fail({
      kind: 'score-invalid',
      happened: `The engine returned a score that cannot be one for item ${name.itemId}, condition ${name.condition}, candidate ${name.candidate}.`,
      stillWorks: 'Rows that were finished before are kept and stay valid.',
      cure: 'Load the checkpoint again. If it happens again, take the details below and report them.',
      details: fault,
    });
  }
  const { logprobsNats, gapsNats, endOfTurnGapNats } = scores;
  const matches = gapsNats.filter((gap) => gap === 0).length;
  const isGreedy = matches === gapsNats.length;
  return ok({
    model: name.model,
    item_id: name.itemId,
    condition: name.condition,
    candidate: name.candidate,
    logprob: logprobsNats.reduce((sum, nats) => sum + nats, 0),
    n_tokens: logprobsNats.length,
    n_argmax_match: matches,
    is_greedy: isGreedy,
    ctx_tokens: scores.contextTokens,
    token_logprobs: logprobsNats,
    token_gaps: gapsNats,
    token_ids: scores.candidateIds,
    token_pieces: scores.candidatePieces,
    end_of_turn_logprob: scores.endOfTurnLogprobNats,
    is_greedy_turn: endOfTurnGapNats === null ? null : isGreedy && endOfTurnGapNats === 0,
    hidden: name.hidden,
    hidden_tokens: scores.hiddenTokens,
    joint_differs: scores.jointDiffers,
    unit_key: name.unitKey,
  });
}

function faultOf(scores: UnitScores): string | null {
  const { logprobsNats, gapsNats, endOfTurnLogprobNats, endOfTurnGapNats, candidateIds } = scores;
  const tokens = candidateIds.length;
  if (tokens === 0) return 'the candidate has no tokens';
  for (const [what, list] of Object.entries({
    logprobsNats,
    gapsNats,
    candidatePieces: scores.candidatePieces,
  })) {
    if (list.length !== tokens) return `${tokens} tokens, but ${list.length} entries in ${what}`;
  }
  if ((endOfTurnLogprobNats === null) !== (endOfTurnGapNats === null)) {
    return `end of turn half scored: log-probability ${String(endOfTurnLogprobNats)}, gap ${String(endOfTurnGapNats)}`;
  }
  const ended = endOfTurnLogprobNats === null ? [] : [endOfTurnLogprobNats];
  const badScore = [...logprobsNats, ...ended].find((nats) => !(nats <= ABOVE_ZERO_NATS && nats > -Infinity));
  if (badScore !== undefined) return `a log-probability of ${badScore} nats`;
  const gaps = endOfTurnGapNats === null ? gapsNats : [...gapsNats, endOfTurnGapNats];
  const badGap = gaps.find((nats) => !(nats >= 0 && nats < Infinity));
  return badGap === undefined ? null : `a gap of ${badGap} nats to the largest logit`;
}
