/**
 * How the weights are held in the runtime's memory.
 *
 * folded: widened to float32 once, while they are read. Needs 4 bytes a weight, decodes fastest.
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
 * What the float32 weights alone may take, by job. The runtime can address 4 GiB at most, half a GB comes on top for
 * the tab and its passes, and a tab that takes much more than one GB is the first to be ended where memory is short.
 * Decoding gains enough from folding to risk more.
 */
const MOST_FOLDED_BYTES = { scoring: 1.2e9, decoding: 2.2e9 };

/**
 * The rule behind `auto`: 135 million weights (0.5 GB in float32) are folded; 360 and 500 million (1.4 and 2 GB) only
 * for decoding; more never. Float32 checkpoints gain nothing from residence: nothing is cast.
 */
export const chooseHolding = ({ parameters, storedBytes, job }: HoldingQuestion): HeldAs => {
  const foldedBytes = 4 * parameters;
  if (storedBytes >= foldedBytes) return 'folded';
  return foldedBytes <= MOST_FOLDED_BYTES[job] ? 'folded' : 'resident';
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
