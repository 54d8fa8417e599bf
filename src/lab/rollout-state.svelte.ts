import type { WritingProgress } from '../../workers/engine-door.ts';
import type { LabError, OwnFailure } from '../records/index.ts';
import { EngineRun } from './engine-run.svelte.ts';
import type { LiveRollout } from './rollout-book.ts';
import { DEFAULT_ROLLOUT_CHOICE, type RolloutChoice } from './rollout-choice.ts';
import type { StoredRolloutRun } from './rollout-store.ts';
import type { TaskSet } from './task-sets.ts';

/** What the Rollouts room's run is asked, how far it is and what it told; RolloutRun moves it on. */
export class RolloutState extends EngineRun {
  taskSet = $state.raw<TaskSet | null>(null);
  choice = $state.raw<RolloutChoice>(DEFAULT_ROLLOUT_CHOICE);

  /** What a run that is on is at: it writes rollouts, or scores the failed calls of those it has. */
  phase = $state.raw<'rollouts' | 'own-failures'>('rollouts');
  /** Of the rollouts written in this visit; what was found again is not counted. */
  progress = $state.raw<WritingProgress | null>(null);
  secondsLeft = $state.raw<number | null>(null);
  /** Contexts that could not be read, and calls that could not be scored. */
  refusals = $state.raw<readonly LabError[]>([]);
  /** The newest run that was not finished, when the page was opened. */
  unfinished = $state.raw<StoredRolloutRun | null>(null);
  /** Why it was not gone on with when that was asked last. */
  notResumed = $state.raw<LabError | null>(null);
  /** The earlier run that is shown; null: the run of this visit. */
  opened = $state.raw<StoredRolloutRun | null>(null);
  /** Null while everything reaches the disk. */
  storageFault = $state.raw<string | null>(null);

  /** By task in the set's order, then harness in column order, then seed; there as soon as tasks are chosen. */
  rollouts = $state.raw<readonly LiveRollout[]>([]);
  stepsDone = $state.raw(0);
  /** Steps in all, as far as the rollouts that have ended let expect. */
  stepsExpected = $state.raw(0);
  /** Failed calls of the model's own that were scored, in the order of the rollouts. */
  onPolicy = $state.raw<readonly OwnFailure[]>([]);
  /** Those that were not scored yet. */
  unscored = $state.raw(0);
}
