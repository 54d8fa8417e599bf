import type { Message, Part } from '../transcript/index.ts';

/** What is asked of a model: the log-probability of one candidate after one context. Text, not tokens. */
export interface ScoreRequest {
  /** Unique within a job; the row that answers carries it. */
  readonly id: string;
  /** Cluster of the item (its task): siblings are computed together, tasks in a fixed shuffled order. */
  readonly task: string;
  /** Stratum of the shuffled order (the item's template). */
  readonly template: string;
  readonly context: readonly Message[];
  /** Bare text that the assistant turn would begin with; encoded on its own. */
  readonly candidate: string;
  /** Whether the end-of-turn token after the candidate is scored too (reported apart, never in the sum). */
  readonly scoreEndOfTurn: boolean;
  /** Parts of the context hidden from the positions that write the candidate (attention knockout). */
  readonly hidden: readonly Part[];
}

/** Half-open range of token indices. */
export interface TokenSpan {
  readonly start: number;
  readonly end: number;
}

/** A score request after the tokenizer: ids only. */
export interface EncodedRequest {
  readonly id: string;
  readonly task: string;
  readonly template: string;
  /** At least one id. */
  readonly context: readonly number[];
  /** At least one id. */
  readonly candidate: readonly number[];
  /** Id of the end-of-turn token when it is to be scored, else null. */
  readonly endOfTurn: number | null;
  /** Sorted, disjoint spans of the context, none holding its last token. */
  readonly hidden: readonly TokenSpan[];
}

/** The answer to one request. Sums are taken in float64 by whoever needs them. */
export interface TokenScores {
  readonly id: string;
  /** One per candidate token, natural log. */
  readonly logprobsNats: readonly number[];
  /** One per candidate token: largest logit minus the token's logit; 0 = argmax; below TIE_GAP_NATS a tie. */
  readonly gapsNats: readonly number[];
  readonly endOfTurnLogprobNats: number | null;
  readonly endOfTurnGapNats: number | null;
  readonly contextTokens: number;
}

/** Argmax differences below this gap are listed as ties, not as differences (float32 noise). */
export const TIE_GAP_NATS = 1e-4;
