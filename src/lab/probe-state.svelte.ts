import type { Decoded, Progress, Stage } from '../../workers/engine-door.ts';
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

/** The opened item's extra measurements: what hiding each part does, and what would be written. */
export type CloserLook =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly itemId: string }
  | { readonly kind: 'computing'; readonly itemId: string; readonly done: number; readonly all: number }
  | { readonly kind: 'ready'; readonly itemId: string }
  | { readonly kind: 'failed'; readonly itemId: string; readonly error: LabError };

/** Where the Probe room's run stands and what it told; ProbeRun moves it on. */
export class ProbeState extends ProbeChoice {
  status = $state.raw<RunStatus>({ kind: 'idle' });
  provenance = $state.raw<Provenance | null>(null);
  progress = $state.raw<Progress | null>(null);
  refusals = $state.raw<readonly Refusal[]>([]);
  closerLook = $state.raw<CloserLook>({ kind: 'none' });
  /** What the model would write, by item and condition. */
  written = $state.raw<ReadonlyMap<string, Decoded>>(new Map());
  /** The newest run that was not finished, when the page was opened. */
  unfinished = $state.raw<StoredRun | null>(null);
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
