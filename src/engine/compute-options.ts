import type { LabError } from '../records/index.ts';
import { optionFault } from './session-faults.ts';

/** What bounds a job, and how it is stopped; the same for scoring and decoding. */
export interface ComputeOptions {
  /** Upper bound of new tokens a pass; null: bounded by time and memory only. */
  readonly passTokens: number | null;
  /** Bytes of keys and values kept between passes; a pass's own inputs and outputs come on top. */
  readonly keyValueBytes: number;
  /** Bytes of one layer's three attention score tensors. */
  readonly scoreTensorBytes: number;
  /** How long a pass should take: the grain of pause, cancel and plots. */
  readonly targetPassMs: number;
  /** Any monotonic clock, milliseconds. */
  readonly clock: () => number;
  /** Awaited before every pass. Pausing = not resolving; letting other work run in between is the caller's business. */
  readonly gate: () => Promise<'go' | 'cancel'>;
}

/** The first option out of its range, or null. */
export function computeOptionsFault(options: ComputeOptions): LabError | null {
  const { passTokens, keyValueBytes, scoreTensorBytes, targetPassMs } = options;
  if (passTokens !== null && !(Number.isInteger(passTokens) && passTokens >= 1)) {
    return optionFault('passTokens', passTokens, 'a whole number of at least 1, or null');
  }
  if (!(Number.isFinite(keyValueBytes) && keyValueBytes >= 0)) {
    return optionFault('keyValueBytes', keyValueBytes, 'a number of bytes, 0 or more');
  }
  if (!(scoreTensorBytes > 0))
    return optionFault('scoreTensorBytes', scoreTensorBytes, 'a number of bytes above 0');
  if (!(targetPassMs > 0))
    return optionFault('targetPassMs', targetPassMs, 'a number of milliseconds above 0');
  return null;
}
