import type { Progress, Stage } from '../../workers/engine-door.ts';
import type { LabError, Provenance } from '../records/index.ts';
import type { OpenedRun } from './open-run.ts';
import { ProbeChoice } from './probe-choice.svelte.ts';
import type { Refusal } from './probe-record.ts';
import type { StoredRun } from './row-store.ts';

/** Where the run stands: one value, never several booleans. */
export type RunStatus =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly stage: Stage }
  | { readonly kind: 'running' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'cancelling' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly error: LabError };

/** Where the Probe room's run stands and what it told; ProbeRun moves it on. */
export class ProbeState extends ProbeChoice {
  status = $state.raw<RunStatus>({ kind: 'idle' });
  /** What stands before the first score of a run that is on: texts become tokens, and tokens a plan. Null: nothing. */
  preparing = $state.raw<Stage | null>(null);
  provenance = $state.raw<Provenance | null>(null);
  progress = $state.raw<Progress | null>(null);
  refusals = $state.raw<readonly Refusal[]>([]);
  /** The newest run that was not finished, when the page was opened. */
  unfinished = $state.raw<StoredRun | null>(null);
  /** Why it was not gone on with when that was asked last. */
  notResumed = $state.raw<LabError | null>(null);
  /** The earlier run that is shown; null: the run of this visit. */
  opened = $state.raw<OpenedRun | null>(null);
  /** What the user should know of the checkpoint's files. */
  notices = $state.raw<readonly string[]>([]);
  /** Null while everything reaches the disk. */
  storageFault = $state.raw<string | null>(null);

  readonly busy = $derived(['loading', 'running', 'paused', 'cancelling'].includes(this.status.kind));
  readonly tokensPerSecond = $derived(
    this.progress === null || this.progress.elapsedMs < 500
      ? null
      : (this.progress.computedTokens / this.progress.elapsedMs) * 1000,
  );
  readonly secondsLeft = $derived(
    this.progress === null || this.tokensPerSecond === null
      ? null
      : Math.max(0, this.progress.plannedTokens - this.progress.computedTokens) / this.tokensPerSecond,
  );
}
