import type { FailedCall, FailureLevel } from './failed-call.ts';

const LEVEL_ORDER: Readonly<Record<FailureLevel, number>> = {
  'by-hand': 0,
  explicit: 1,
  structured: 2,
  text: 3,
};

/**
 * Failed calls as they are offered: those that were made again first, then the surest; what failed only with another
 * call and what was refused last. Equals stay in the order of the log.
 */
export const inOrderOfOffer = (failed: readonly FailedCall[]): readonly FailedCall[] =>
  [...failed].sort((a, b) => rank(a) - rank(b));

const rank = ({ secondary, denied, level, timesRepeated }: FailedCall): number =>
  (secondary || denied ? 100 : 0) + (timesRepeated > 0 ? 0 : 10) + LEVEL_ORDER[level];
