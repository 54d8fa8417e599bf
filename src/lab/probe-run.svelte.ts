import type { ProbeItem, ProbeUnit } from '../probe/index.ts';
import type { LabError, Provenance } from '../records/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { LookAt } from './closer-look.ts';
import type { EngineClient } from './engine-client.ts';
import type { ItemSet } from './item-sets.ts';
import { withKeptUnits } from './kept-units.ts';
import { LabFault, toLabError } from './lab-fault.ts';
import { PaddingShelf } from './padding.ts';
import { ProbeRows } from './probe-rows.svelte.ts';
import type { StoredRun } from './row-store.ts';
import { scopeRefusal } from './scope-refusal.ts';
import { DEFAULT_SCORING, scoreRows } from './score-rows.ts';
import { notItsCheckpoint, ROWS_OF_ANOTHER, scorerOf } from './whose-rows.ts';

/** After this the engine is ended instead of waiting for the pass: the page must take a new command. */
const SOFT_CANCEL_MS = 1_200;

/** The Probe room's run: what is asked, where it stands, what was found so far. */
export class ProbeRun extends ProbeRows {
  readonly #paddings = new PaddingShelf();
  #cancelled = false;
  /** Stops the job of the engine that is on, or about to begin, between two passes. */
  #stopper = new AbortController();
  #wake: (() => void) | null = null;

  /** Finds the newest unfinished run that may be offered, and how much of it is kept. */
  async lookForUnfinished(): Promise<void> {
    const newest = (await this.store.runs()).find(
      ({ state, isDeclined, opening }) =>
        state === 'open' && isDeclined !== true && opening?.origin !== 'imported',
    );
    const [unfinished] = newest === undefined ? [] : await withKeptUnits(this.store, [newest]);
    // Whoever pressed Run meanwhile is asked nothing.
    this.unfinished = this.busy ? null : (unfinished ?? null);
  }

  /** Offers the unfinished run no more. It stays among the earlier runs with its rows. */
  async declineUnfinished(): Promise<void> {
    const { unfinished } = this;
    this.unfinished = null;
    this.notResumed = null;
    if (unfinished !== null) await this.store.putRun({ ...unfinished, isDeclined: true });
  }

  /**
   * Loads the checkpoint when it is not, then scores everything that is not stored. `goingOn`: the run that was not
   * finished and is to be; where the checkpoint is not that run's, nothing is scored and `notResumed` says why.
   */
  async run(goingOn: StoredRun | null = null): Promise<void> {
    const { checkpoint, itemSet } = this;
    if (this.busy || checkpoint === null || itemSet === null) return;
    this.#cancelled = false;
    this.refusals = [];
    this.progress = null;
    this.notResumed = null;
    try {
      const { client, provenance } = await this.#ready(checkpoint);
      this.notResumed = goingOn && notItsCheckpoint(goingOn, provenance, checkpoint.origin);
      if (this.notResumed !== null) {
        this.status = { kind: 'idle' };
        return;
      }
      this.status = { kind: 'running' };
      this.beginRowsOf(provenance);
      const units = await this.#unitsFor(client, itemSet, provenance);
      if (units === null) {
        await this.#settle(null);
        return;
      }
      await this.openRun(itemSet, provenance, units);
      await this.#scoreAll(client, units, provenance);
    } catch (thrown) {
      await this.#settle(toLabError(thrown, 'running the probe'));
    }
  }

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

  /**
   * Measures one item more closely: what hiding each part does and what would be written, or what hiding each word
   * does. A run that is on is interrupted for it between two passes and goes on afterwards.
   */
  async lookCloser(item: ProbeItem, at: LookAt = { kind: 'parts' }): Promise<void> {
    if (this.looks.asked !== null || this.checkpoint === null) return;
    this.looks.ask({ item, at });
    if (this.status.kind === 'running' || this.status.kind === 'paused') {
      // The loop of #scoreAll takes it up at the next pass boundary.
      this.#stopper.abort();
      this.#wake?.();
      return;
    }
    if (this.busy) return;
    const before = this.status;
    this.#cancelled = false;
    try {
      const { client, provenance } = await this.#ready(this.checkpoint);
      if (this.areOfAnother(provenance)) throw new LabFault(ROWS_OF_ANOTHER);
      this.status = { kind: 'running' };
      await this.#takeLook(client, provenance);
      this.status = before.kind === 'failed' ? { kind: 'idle' } : before;
    } catch (thrown) {
      await this.#settle(toLabError(thrown, 'measuring one item'));
    }
  }

  /** Ends the look that is on, between two passes; what it computed is kept, and a run that waits for it goes on. */
  cancelLook(): void {
    this.looks.cancel(() => {
      this.#stopper.abort();
    });
  }

  /** Gives the engine's memory back. */
  unload(): void {
    if (!this.busy) this.slot.unload();
  }

  /** What a checkpoint cannot be asked about is not loaded for; of dropped files only their card tells. */
  #insideScopeOf(checkpoint: Parameters<typeof scopeRefusal>[0]): void {
    const refused = scopeRefusal(checkpoint, this.itemSet?.items.map(({ env }) => env) ?? []);
    if (refused !== null) throw new LabFault(refused);
  }

  async #ready(choice: CheckpointChoice): Promise<{ client: EngineClient; provenance: Provenance }> {
    this.#insideScopeOf(choice);
    const ready = await this.slot.ready({ choice, threads: this.threads, holding: this.holding }, (stage) => {
      this.notices = stage.notices ?? this.notices;
      if (this.status.kind !== 'cancelling') this.status = { kind: 'loading', stage };
    });
    this.provenance = ready.provenance;
    this.#insideScopeOf({ name: ready.provenance.checkpointName, scope: ready.provenance.scope });
    return ready;
  }

  /** Everything that the run asks, the padded texts of this checkpoint in it. Null: cancelled meanwhile. */
  async #unitsFor(
    client: EngineClient,
    itemSet: ItemSet,
    provenance: Provenance,
  ): Promise<readonly ProbeUnit[] | null> {
    const { items } = itemSet;
    const { conditions, candidates } = this;
    const padding = await this.#paddings.paddingFor(client, items, conditions, this.showing, provenance, {
      onPadded: (doneTexts, allTexts) => {
        this.preparing = { name: 'padding', expectedMs: 0, doneTexts, allTexts };
      },
      isStopped: () => this.#isCancelled(),
    });
    if (this.#isCancelled()) return null;
    this.padded = padding.padded;
    for (const { requestId, error } of padding.refusals) this.refuse(requestId, error);
    return this.units.unitsFor(items, conditions, this.showing, candidates);
  }

  async #scoreAll(client: EngineClient, units: readonly ProbeUnit[], provenance: Provenance): Promise<void> {
    for (;;) {
      while (this.#isPaused() && !this.#isLooking())
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      if (this.#isCancelled()) break;
      if (this.#isLooking()) {
        await this.#takeLook(client, provenance);
        continue;
      }
      const outcome = await scoreRows(
        client,
        this.store,
        scorerOf(provenance),
        units,
        DEFAULT_SCORING,
        {
          onRows: this.take,
          onRefused: this.refuse,
          onProgress: (progress) => {
            this.progress = progress;
          },
          onStage: (stage) => {
            this.preparing = stage.name === 'encoding' || stage.name === 'planning' ? stage : null;
          },
          onStarted: () => {
            if (this.#isPaused()) client.pause();
          },
        },
        this.#nextSignal(),
      );
      this.preparing = null;
      if (outcome === 'finished' && !this.#isLooking()) break;
    }
    await this.#settle(null);
  }

  async #takeLook(client: EngineClient, provenance: Provenance): Promise<void> {
    await this.looks.take(
      { conditions: this.conditions, showing: this.showing },
      { client, store: this.store, scorer: scorerOf(provenance) },
      {
        onRows: this.take,
        onRefused: this.refuse,
        onKeys: (keys) => {
          if (this.runId !== null) void this.store.addLookedKeys(this.runId, keys);
        },
      },
      this.#nextSignal(),
    );
    void this.reading.read();
  }

  #isCancelled(): boolean {
    return this.#cancelled;
  }

  /** For the next job of the engine; the signal of the one before has done its work. */
  #nextSignal(): AbortSignal {
    this.#stopper = new AbortController();
    return this.#stopper.signal;
  }

  #isLooking(): boolean {
    return this.looks.asked !== null;
  }

  #isPaused(): boolean {
    return this.status.kind === 'paused';
  }

  /** Ends a run, well or not. */
  async #settle(error: LabError | null): Promise<void> {
    const cancelled = this.#cancelled;
    // The last word is spoken once, so the figures come first; somebody who cancels waits for nothing.
    if (error === null && !cancelled) await this.reading.settle();
    else void this.reading.read();
    const unlooked = this.looks.end(cancelled ? null : error);
    const askedMeanwhile = error === null && !cancelled ? unlooked : null;
    this.preparing = null;
    this.status = cancelled
      ? { kind: 'cancelled' }
      : error === null
        ? { kind: 'finished' }
        : { kind: 'failed', error };
    this.log.end(this.status.kind === 'finished' ? 'finished' : 'open', this.reading.unitsDone);
    if (error !== null) this.slot.unload();
    if (askedMeanwhile !== null) await this.lookCloser(askedMeanwhile.item, askedMeanwhile.at);
  }
}
