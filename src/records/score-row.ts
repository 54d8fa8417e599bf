/**
 * One row of a probe run. The first nine keys are the published record's (measurement §7.1); the others are the
 * lab's own. Strict JSON: null, never NaN.
 */
export interface ScoreRow {
  readonly model: string;
  readonly item_id: string;
  readonly condition: string;
  readonly candidate: string;
  /** Σ log-probability of the candidate's tokens, nats, float64 sum. */
  readonly logprob: number;
  readonly n_tokens: number;
  readonly n_argmax_match: number;
  readonly is_greedy: boolean;
  readonly ctx_tokens: number;
  /** Per candidate token, nats. */
  readonly token_logprobs: readonly number[];
  /** Per candidate token: largest logit minus the token's. */
  readonly token_gaps: readonly number[];
  /** Ids of the candidate. */
  readonly token_ids: readonly number[];
  /** Text of each candidate token: an imported run shows its tokens without the model. */
  readonly token_pieces: readonly string[];
  readonly end_of_turn_logprob: number | null;
  /** The whole turn (candidate and end of turn) is what greedy decoding would write. Null: not scored. */
  readonly is_greedy_turn: boolean | null;
  /** What is hidden from the positions that write the candidate (hidden-name.ts); null for a plain score. */
  readonly hidden: string | null;
  /** Tokens hidden (0 for a plain score). */
  readonly hidden_tokens: number;
  /** Joint encoding of context and candidate gives other ids than encoding them apart. */
  readonly joint_differs: boolean;
  /** Content hash of everything that decides the number (see unit-key.ts). */
  readonly unit_key: string;
}
