import type { Holding, RolloutProgress, Stage } from '../../workers/engine-door.ts';
import type { LabError, OwnFailure, Provenance } from '../records/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { RunStatus } from './probe-state.svelte.ts';
import type { LiveRollout } from './rollout-book.ts';
import { DEFAULT_ROLLOUT_CHOICE, type RolloutChoice } from './rollout-choice.ts';
import type { StoredRolloutRun } from './rollout-store.ts';
import type { TaskSet } from './task-sets.ts';

/** What the Rollouts room's run is asked, where it stands and what it told; RolloutRun moves it on. */
export class RolloutState {
  checkpoint = $state.raw<CheckpointChoice | null>(null);
  taskSet = $state.raw<TaskSet | null>(null);
  choice = $state.raw<RolloutChoice>(DEFAULT_ROLLOUT_CHOICE);
  threads = $state(1);
  holding = $state.raw<Holding>('auto');

  status = $state.raw<RunStatus>({ kind: 'idle' });
  /** What a run that is on is at: it writes rollouts, or scores the failed calls of those it has. */
  phase = $state.raw<'rollouts' | 'own-failures'>('rollouts');
  /** What stands before the first turn or score of a run that is on: texts become tokens. Null: nothing. */
  preparing = $state.raw<Stage | null>(null);
  provenance = $state.raw<Provenance | null>(null);
  /** Of the rollouts written in this visit; what was found again is not counted. */
  progress = $state.raw<RolloutProgress | null>(null);
  secondsLeft = $state.raw<number | null>(null);
  /** Contexts that could not be read, and calls that could not be scored. */
  refusals = $state.raw<readonly LabError[]>([]);
  /** The newest run that was not finished, when the page was opened. */
  unfinished = $state.raw<StoredRolloutRun | null>(null);
  /** Why it was not gone on with when that was asked last. */
  notResumed = $state.raw<LabError | null>(null);
  /** The earlier run that is shown; null: the run of this visit. */
  opened = $state.raw<StoredRolloutRun | null>(null);
  /** What the user should know of the checkpoint's files. */
  notices = $state.raw<readonly string[]>([]);
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

  readonly busy = $derived(['loading', 'running', 'paused', 'cancelling'].includes(this.status.kind));
}
