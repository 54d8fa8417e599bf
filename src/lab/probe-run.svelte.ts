import type { ProbeItem, ProbeUnit } from '../probe/index.ts';
import type { LabError, Provenance } from '../records/index.ts';
import type { LookAt } from './closer-look.ts';
import type { EngineClient } from './engine-client.ts';
import type { ItemSet } from './item-sets.ts';
import { withKeptUnits } from './kept-units.ts';
import { LabFault, toLabError } from './lab-fault.ts';
import { PaddingShelf } from './padding.ts';
import { ProbeRows } from './probe-rows.svelte.ts';
import type { StoredRun } from './row-store.ts';
import { DEFAULT_SCORING, scoreRows } from './score-rows.ts';
import { notItsCheckpoint, ROWS_OF_ANOTHER, scorerOf } from './whose-rows.ts';

/** The Probe room's run: what is asked, where it stands, what was found so far. */
export class ProbeRun extends ProbeRows {
  readonly #paddings = new PaddingShelf();

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
    const { checkpoint, itemSet, provenance: before } = this;
    if (this.busy || checkpoint === null || itemSet === null) return;
    this.begin();
    this.refusals = [];
    this.progress = null;
    this.notResumed = null;
    try {
      const { client, provenance } = await this.ready(checkpoint, this.#environments);
      this.notResumed = goingOn && notItsCheckpoint(goingOn, provenance, checkpoint.origin);
      if (this.notResumed !== null) {
        // Rows that stay shown are still those of who scored them, whatever is loaded.
        if (this.areOfAnother(provenance)) this.provenance = before;
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

  /**
   * Measures one item more closely: what hiding each part does and what would be written, or what hiding each word
   * does. A run that is on is interrupted for it between two passes and goes on afterwards.
   */
  async lookCloser(item: ProbeItem, at: LookAt = { kind: 'parts' }): Promise<void> {
    if (this.looks.asked !== null || this.checkpoint === null) return;
    this.looks.ask({ item, at });
    if (this.status.kind === 'running' || this.status.kind === 'paused') {
      // The loop of #scoreAll takes it up at the next pass boundary.
      this.interrupt();
      return;
    }
    if (this.busy) return;
    const { status: before, provenance: scoredBy } = this;
    this.begin();
    try {
      const { client, provenance } = await this.ready(this.checkpoint, this.#environments);
      if (this.areOfAnother(provenance)) {
        this.provenance = scoredBy;
        throw new LabFault(ROWS_OF_ANOTHER);
      }
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
      this.interrupt();
    });
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
      isStopped: () => this.isCancelled(),
    });
    if (this.isCancelled()) return null;
    this.padded = padding.padded;
    for (const { requestId, error } of padding.refusals) this.refuse(requestId, error);
    return this.units.unitsFor(items, conditions, this.showing, candidates);
  }

  async #scoreAll(client: EngineClient, units: readonly ProbeUnit[], provenance: Provenance): Promise<void> {
    for (;;) {
      await this.whilePaused(() => this.#isLooking());
      if (this.isCancelled()) break;
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
            this.tellStage(stage);
          },
          onStarted: () => {
            this.holdIfPaused(client);
          },
        },
        this.nextSignal(),
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
      this.nextSignal(),
    );
    void this.reading.read();
  }

  get #environments(): readonly string[] {
    return this.itemSet?.items.map(({ env }) => env) ?? [];
  }

  #isLooking(): boolean {
    return this.looks.asked !== null;
  }

  /** Ends a run, well or not. */
  async #settle(error: LabError | null): Promise<void> {
    const cancelled = this.isCancelled();
    // The last word is spoken once, so the figures come first; somebody who cancels waits for nothing.
    if (error === null && !cancelled) await this.reading.settle();
    else void this.reading.read();
    const unlooked = this.looks.end(cancelled ? null : error);
    const askedMeanwhile = error === null && !cancelled ? unlooked : null;
    this.end(error, cancelled);
    this.log.end(this.status.kind === 'finished' ? 'finished' : 'open', this.reading.unitsDone);
    if (askedMeanwhile !== null) await this.lookCloser(askedMeanwhile.item, askedMeanwhile.at);
  }
}
