import type { RunStatus, Stage } from '../../lab/index.ts';
import { duration } from '../parts/amounts.ts';
import type { Activity } from './run-standing.svelte.ts';
import { stageProgress } from './stage-words.ts';

/** What the progress bar of a run says. */
export interface RunProgress {
  readonly label: string;
  /** Null: something goes on, nobody knows how far. */
  readonly fraction: number | null;
  readonly left: string;
  readonly right: string;
}

interface ProgressAsked {
  readonly status: RunStatus;
  readonly activity: Activity;
  readonly preparing: Stage | null;
  readonly secondsLeft: number | null;
}

/** What the bar says of a run that loads, prepares or is at its `work`; null: there is nothing to say. */
export function runProgress(
  { status, activity, preparing, secondsLeft }: ProgressAsked,
  work: Omit<RunProgress, 'right'>,
): RunProgress | null {
  if (status.kind === 'loading') return stageProgress(status.stage);
  if (activity !== 'busy' && activity !== 'paused' && activity !== 'stopping') return null;
  if (preparing !== null && activity === 'busy') return stageProgress(preparing);
  const time = secondsLeft === null ? '' : `about ${duration(secondsLeft * 1000)} left`;
  return { ...work, right: status.kind === 'paused' ? 'paused' : time };
}
