/**
 * How the weights are held in the runtime's memory.
 *
 * folded: cast to float32 once, when the session is made. Needs 4 bytes a weight, decodes fastest.
 * resident: as stored, cast again in every run. Needs 2 bytes a weight for bfloat16; scoring many tokens at once
 * costs nearly the same, a single decoded token several times as much.
 */
export type HeldAs = 'folded' | 'resident';

export interface HoldingQuestion {
  readonly parameters: number;
  /** Bytes of all weights as they are stored. */
  readonly storedBytes: number;
  /** decoding: tokens are mostly computed one by one. */
  readonly job: 'scoring' | 'decoding';
}

/**
 * What a tab may take while a session is made, by job. The runtime can address 4 GiB at most, and a tab that takes
 * much more than one GB is the first to be ended where memory is short; decoding gains enough to risk more.
 */
const MOST_FOLDED_BYTES = { scoring: 1.5e9, decoding: 2.5e9 };

/**
 * The rule behind `auto`. While a folded session is made, the stored and the float32 weights are there together:
 * 0.8 GB for 135 million weights in bfloat16 (folded), 2.2 GB for 360 million (folded only for decoding), 3 GB for
 * 500 million (resident). Float32 checkpoints gain nothing from residence: nothing is cast.
 */
export const chooseHolding = ({ parameters, storedBytes, job }: HoldingQuestion): HeldAs => {
  const asFloat32 = 4 * parameters;
  if (storedBytes >= asFloat32) return 'folded';
  return storedBytes + asFloat32 <= MOST_FOLDED_BYTES[job] ? 'folded' : 'resident';
};

/** Longest window that is offered unasked: its keys and values stay below this. */
const WINDOW_KEY_VALUE_BYTES = 2 ** 30;
const MOST_WINDOW_TOKENS = 32_768;

/**
 * Positions to make a graph for: those asked for, else as many as the checkpoint knows and memory allows; never more
 * than the checkpoint knows.
 */
export const chooseWindow = (
  askedTokens: number | null,
  checkpointTokens: number,
  keyValueFloats: number,
): number => {
  if (askedTokens !== null) return Math.max(1, Math.min(askedTokens, checkpointTokens));
  const roomTokens = Math.floor(WINDOW_KEY_VALUE_BYTES / (4 * keyValueFloats));
  return Math.max(1, Math.min(checkpointTokens, roomTokens, MOST_WINDOW_TOKENS));
};
