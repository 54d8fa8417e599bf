/** Why a rollout ended. The first three are published (measurement §6.2); a rollout with one of the others did not run its course. */
export const STOP_REASONS = [
  'solved',
  'finish_called',
  'step_limit',
  /** Every token that could have come next would have completed a banned call. */
  'everything_banned',
  /** What the model would have to read is longer than its window. */
  'window_full',
  'engine_fault',
  'cancelled',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** How a turn ended: at a token that ends turns, with the line of the call, or for want of room. */
export const TURN_ENDS = ['stop-token', 'stop-when', 'token-limit', 'window'] as const;
export type TurnEnd = (typeof TURN_ENDS)[number];

/** The published record of a rollout (measurement §7.3), with null where the study writes NaN. */
interface PublishedTrace {
  readonly task_id: string;
  readonly harness: string;
  readonly model: string;
  readonly env: string;
  readonly stop_reason: StopReason;
  readonly solved: boolean;
  readonly n_steps: number;
  /** Stop tokens not counted. */
  readonly gen_tokens: number;
  /** Whole contexts, at every step, kept keys and values or not. */
  readonly prompt_tokens: number;
  /** Mask applications, whether or not they changed a choice. */
  readonly n_banned_masked: number;
  readonly seconds: number;
  readonly actions: readonly string[];
  readonly observations: readonly string[];
  readonly ok: readonly boolean[];
  readonly error_types: readonly (string | null)[];
  /** Calls that a limit cut off are among them, as in the study. */
  readonly n_failed_actions: number;
  readonly n_exact_repeats: number;
  readonly n_canonical_repeats: number;
  readonly n_consecutive_repeats: number;
  readonly exact_repeat_rate: number | null;
  readonly canonical_repeat_rate: number | null;
  readonly temperature: number;
  readonly seed: number;
  readonly max_steps: number;
  readonly model_params: number;
  readonly max_new_tokens: number;
}

/** One rollout. Lists have one entry a step. Strict JSON. */
export interface TraceRow extends PublishedTrace {
  /** Kind of task: the cluster of the bootstrap. */
  readonly template: string;
  readonly task_set: string;
  /** sha256 of the set's raw bytes. */
  readonly task_set_sha256: string;
  readonly presentation: string;
  readonly ban: 'none' | 'text' | 'canonical';
  readonly instruction: 'never' | 'from-the-start' | 'after-failure';
  /** Of the texts the harness shows; null: the paper's forms. */
  readonly wording_sha256: string | null;
  readonly top_p: number;
  /** Whether the example of a reply stood after the system prompt. */
  readonly demonstration: boolean;
  /** As decoded, before the action was taken out. */
  readonly raw_turns: readonly string[];
  readonly turn_ids: readonly (readonly number[])[];
  readonly turn_ends: readonly TurnEnd[];
  readonly step_ctx_tokens: readonly number[];
  readonly step_masked: readonly number[];
  /** Masks that changed a choice: the masked token would have been chosen. */
  readonly step_interventions: readonly number[];
  /** Choices so close that another machine may choose otherwise. */
  readonly step_ties: readonly number[];
  readonly step_ms: readonly number[];
  /** A limit of ours cut off what could have become a call: no mistake of the model. */
  readonly cut: readonly boolean[];
  /** Not asked of the model, as it had to be the last turn again. */
  readonly by_construction: readonly boolean[];
  /** Content hash of everything that decides what is written: checkpoint, tokenizer, engine, task, setting. */
  readonly trace_key: string;
}
