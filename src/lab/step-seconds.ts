import type { Progress, WritingProgress } from '../../workers/engine-door.ts';
import type { StepContexts } from '../pasted-step/index.ts';

/** Of scores, and of the turns behind them: their contexts are read once more, and each writes about its call. */
export function secondsWhileScoring(
  { computedTokens, plannedTokens, elapsedMs }: Progress,
  turns: number,
  { fitted: { callTokens } }: StepContexts,
): number | null {
  if (computedTokens === 0) return null;
  const behind = turns === 0 ? 0 : plannedTokens + turns * callTokens;
  return ((plannedTokens - computedTokens + behind) * elapsedMs) / computedTokens / 1000;
}

/** Null before the first turn has ended: reading and writing take their time differently. */
export const secondsWhileWriting = ({ turns, elapsedMs }: WritingProgress, all: number): number | null =>
  turns === 0 ? null : ((all - turns) * elapsedMs) / turns / 1000;
