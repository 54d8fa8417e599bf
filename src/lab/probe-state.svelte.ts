import type { Progress } from '../../workers/engine-door.ts';
import type { LabError } from '../records/index.ts';
import type { OpenedRun } from './open-run.ts';
import { ProbeChoice } from './probe-choice.svelte.ts';
import type { Refusal } from './probe-record.ts';
import type { StoredRun } from './row-store.ts';

/** How far the Probe room's run is and what it told; ProbeRun moves it on. */
export class ProbeState extends ProbeChoice {
  progress = $state.raw<Progress | null>(null);
  refusals = $state.raw<readonly Refusal[]>([]);
  /** The newest run that was not finished, when the page was opened. */
  unfinished = $state.raw<StoredRun | null>(null);
  /** Why it was not gone on with when that was asked last. */
  notResumed = $state.raw<LabError | null>(null);
  /** The earlier run that is shown; null: the run of this visit. */
  opened = $state.raw<OpenedRun | null>(null);
  /** Null while everything reaches the disk. */
  storageFault = $state.raw<string | null>(null);

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
