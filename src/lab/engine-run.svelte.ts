import type { Holding, Stage } from '../../workers/engine-door.ts';
import type { LabError, Provenance } from '../records/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { EngineClient } from './engine-client.ts';
import { EngineSlot, type ReadyEngine } from './engine-slot.ts';
import { LabFault } from './lab-fault.ts';
import { scopeRefusal } from './scope-refusal.ts';

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

/** After this the engine is ended instead of waiting for the pass: the page must take a new command. */
const SOFT_CANCEL_MS = 1_200;

/**
 * A run of the page's engine, whatever it is asked: with which checkpoint, where it stands, and how it is paused, resumed
 * and cancelled.
 */
export class EngineRun {
  checkpoint = $state.raw<CheckpointChoice | null>(null);
  threads = $state(1);
  holding = $state.raw<Holding>('auto');

  status = $state.raw<RunStatus>({ kind: 'idle' });
  /** What stands before the first answer of a run that is on: texts become tokens, and tokens a plan. Null: nothing. */
  preparing = $state.raw<Stage | null>(null);
  provenance = $state.raw<Provenance | null>(null);
  /** What the user should know of the checkpoint's files. */
  notices = $state.raw<readonly string[]>([]);

  readonly busy = $derived(['loading', 'running', 'paused', 'cancelling'].includes(this.status.kind));

  protected readonly slot = new EngineSlot(() => this.busy);
  #cancelled = false;
  /** Stops the job of the engine that is on, or about to begin, between two passes. */
  #stopper = new AbortController();
  #wake: (() => void) | null = null;

  pause(): void {
    if (this.status.kind !== 'running') return;
    this.slot.client?.pause();
    this.status = { kind: 'paused' };
  }

  resume(): void {
    if (this.status.kind !== 'paused') return;
    this.status = { kind: 'running' };
    this.slot.client?.resume();
    this.#wake?.();
  }

  /** Soft between passes; while a session is being made, or a pass is long, the engine is ended. */
  cancel(): void {
    if (!this.busy || this.status.kind === 'cancelling') return;
    this.#cancelled = true;
    const hard = this.status.kind === 'loading';
    this.status = { kind: 'cancelling' };
    this.#wake?.();
    if (hard) {
      this.slot.unload();
      return;
    }
    this.#stopper.abort();
    setTimeout(() => {
      if (this.status.kind === 'cancelling') this.slot.unload();
    }, SOFT_CANCEL_MS);
  }

  /** Gives the engine's memory back. */
  unload(): void {
    if (!this.busy) this.slot.unload();
  }

  /** A run begins: what was cancelled was another. */
  protected begin(): void {
    this.#cancelled = false;
  }

  /**
   * The engine with this checkpoint. Rejects with LabFault, also where the checkpoint cannot be asked about texts of these
   * environments: it is not loaded for them.
   */
  protected async ready(choice: CheckpointChoice, environments: readonly string[]): Promise<ReadyEngine> {
    insideScope(choice, environments);
    const { threads, holding } = this;
    const ready = await this.slot.ready({ choice, threads, holding }, (stage) => {
      this.notices = stage.notices ?? this.notices;
      if (this.status.kind !== 'cancelling') this.status = { kind: 'loading', stage };
    });
    // Of dropped files only their card tells what they were trained on.
    const { checkpointName, scope } = ready.provenance;
    insideScope({ name: checkpointName, scope }, environments);
    this.provenance = ready.provenance;
    return ready;
  }

  /** For the next job of the engine; the signal of the one before has done its work. */
  protected nextSignal(): AbortSignal {
    this.#stopper = new AbortController();
    return this.#stopper.signal;
  }

  /** Ends the job that is on between two passes, and what waits in `whilePaused`: the run takes up something else. */
  protected interrupt(): void {
    this.#stopper.abort();
    this.#wake?.();
  }

  /** Resolves when the run is not paused, or when something is to be done all the same. */
  protected async whilePaused(isWanted: () => boolean = () => false): Promise<void> {
    while (this.status.kind === 'paused' && !isWanted())
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  /** A job has begun: a pause that was pressed before holds for it, too. */
  protected holdIfPaused(client: EngineClient): void {
    if (this.status.kind === 'paused') client.pause();
  }

  protected tellStage(stage: Stage): void {
    this.preparing = stage.name === 'encoding' || stage.name === 'planning' ? stage : null;
  }

  /** Asked anew after waiting: TypeScript takes what was found before for what still is. */
  protected isCancelled(): boolean {
    return this.#cancelled;
  }

  /** As `isCancelled`. */
  protected isBusyNow(): boolean {
    return this.busy;
  }

  /** The run is over, well or not. `cancelled`: as it was when nothing more was begun; a later press ends nothing. */
  protected end(error: LabError | null, cancelled: boolean): void {
    this.preparing = null;
    this.status = cancelled
      ? { kind: 'cancelled' }
      : error === null
        ? { kind: 'finished' }
        : { kind: 'failed', error };
    if (error !== null) this.slot.unload();
  }
}

function insideScope(checkpoint: Parameters<typeof scopeRefusal>[0], environments: readonly string[]): void {
  const refused = scopeRefusal(checkpoint, environments);
  if (refused !== null) throw new LabFault(refused);
}
