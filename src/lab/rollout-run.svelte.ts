import type { Holding, Stage } from '../../workers/engine-door.ts';
import type { LabError, OwnFailure, Provenance, Result, TraceRow } from '../records/index.ts';
import type { EpisodeState, RolloutReading } from '../rollout/index.ts';
import type { Message } from '../transcript/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { RunStatus } from './probe-state.svelte.ts';
import { DEFAULT_ROLLOUT_CHOICE, type RolloutChoice } from './rollout-choice.ts';
import type { RolloutStore, StoredRolloutRun } from './rollout-store.ts';
import type { TaskSet } from './task-sets.ts';
import type { AgentTask } from '../toolshed/index.ts';

/** One rollout of the run, at this moment. */
export interface LiveRollout {
  /** Within the run: task, harness and seed. */
  readonly key: string;
  /** Under which it is stored; null before a checkpoint is known. */
  readonly traceKey: string | null;
  readonly task: AgentTask;
  readonly harness: string;
  readonly seed: number;
  readonly state: EpisodeState;
  /** Null until it has ended. */
  readonly trace: TraceRow | null;
}

/** Failed calls as an item file of their own, and what could not become an item. */
export interface FrozenFailures {
  readonly fileName: string;
  readonly jsonl: string;
  readonly items: number;
  readonly leftOut: readonly { readonly taskId: string; readonly call: string; readonly why: string }[];
}

/** The Rollouts room's run: what is asked, where it stands, what came of it so far. */
export class RolloutRun {
  checkpoint = $state.raw<CheckpointChoice | null>(null);
  taskSet = $state.raw<TaskSet | null>(null);
  choice = $state.raw<RolloutChoice>(DEFAULT_ROLLOUT_CHOICE);
  threads = $state(1);
  holding = $state.raw<Holding>('auto');

  status = $state.raw<RunStatus>({ kind: 'idle' });
  /** What a run that is on is at: it writes rollouts, or scores the failed calls of those it has. */
  phase = $state.raw<'rollouts' | 'own-failures'>('rollouts');
  preparing = $state.raw<Stage | null>(null);
  provenance = $state.raw<Provenance | null>(null);
  notices = $state.raw<readonly string[]>([]);
  storageFault = $state.raw<string | null>(null);
  unfinished = $state.raw<StoredRolloutRun | null>(null);
  notResumed = $state.raw<LabError | null>(null);
  /** The earlier run that is shown; null: the run of this visit. */
  opened = $state.raw<StoredRolloutRun | null>(null);
  rollouts = $state.raw<readonly LiveRollout[]>([]);
  reading = $state.raw<RolloutReading | null>(null);
  /** Why the newest traces cannot be summed up; the reading then stays that of earlier ones. */
  readingFault = $state.raw<LabError | null>(null);
  onPolicy = $state.raw<readonly OwnFailure[]>([]);
  /** Failed calls of the model's own that were not scored yet. */
  unscored = $state.raw(0);
  stepsDone = $state.raw(0);
  /** Steps that are expected in all, as far as ended rollouts let expect. */
  stepsExpected = $state.raw(0);
  secondsLeft = $state.raw<number | null>(null);
  readonly store: RolloutStore;

  readonly busy = $derived(['loading', 'running', 'paused', 'cancelling'].includes(this.status.kind));
  readonly summaries = $derived(this.reading?.summaries ?? []);
  readonly isFloor = $derived(this.reading?.isFloor ?? null);

  constructor(store: RolloutStore) {
    this.store = store;
  }

  chooseTaskSet(taskSet: TaskSet | null): void {
    this.taskSet = taskSet;
  }
  chooseCheckpoint(choice: CheckpointChoice | null): void {
    this.checkpoint = choice;
  }
  /** Another choice; what was computed for it is found again. */
  choose(change: Partial<RolloutChoice>): void {
    this.choice = { ...this.choice, ...change };
  }
  /** Loads the checkpoint when it is not, then writes every rollout that is not stored, then scores its failed calls. */
  run(goingOn: StoredRolloutRun | null = null): Promise<void> {
    void goingOn;
    return Promise.resolve();
  }
  pause(): void {}
  resume(): void {}
  cancel(): void {}
  /** Scores the failed calls that the model wrote itself, of the rollouts there are; a run that finishes does it by itself. */
  scoreOwnFailures(): Promise<void> {
    return Promise.resolve();
  }
  lookForUnfinished(): Promise<void> {
    return Promise.resolve();
  }
  declineUnfinished(): Promise<void> {
    return Promise.resolve();
  }
  /** Shows an earlier run; nothing is computed. */
  show(stored: StoredRolloutRun): Promise<Result<null>> {
    void stored;
    return Promise.resolve({ ok: true, value: null });
  }
  /** What the model read before it wrote the step (from 0). */
  contextAt(rollout: LiveRollout, step: number): readonly Message[] {
    void [rollout, step];
    return [];
  }
  /** Of the rollouts that have ended. */
  tracesJsonl(): string {
    return '';
  }
  /** The first failures of the rollouts as items for the Probe room. */
  frozenFailures(): FrozenFailures | null {
    return null;
  }
  unload(): void {}
}
