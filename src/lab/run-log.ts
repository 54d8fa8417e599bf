import { nowIso } from './probe-record.ts';
import type { RowStore, StoredRun } from './row-store.ts';

/** Keeps the list of runs in step with the run that is on, so that a reload finds what it was and how far. */
export class RunLog {
  readonly #store: RowStore;
  #open: StoredRun | null = null;

  constructor(store: RowStore) {
    this.#store = store;
  }

  /** A run begins. Earlier ones that asked for the same and were not finished go on in it: they leave the list. */
  async begin(
    run: Pick<StoredRun, 'title' | 'fragment' | 'checkpointSha256' | 'unitsAll'>,
  ): Promise<StoredRun> {
    const open: StoredRun = {
      ...run,
      runId: crypto.randomUUID(),
      startedAt: nowIso(),
      unitsDone: 0,
      state: 'open',
    };
    this.#open = open;
    for (const earlier of await this.#store.runs())
      if (
        earlier.state === 'open' &&
        earlier.fragment === open.fragment &&
        earlier.checkpointSha256 === open.checkpointSha256
      )
        await this.#store.deleteRun(earlier.runId);
    await this.#store.putRun(open);
    return open;
  }

  /** Units of the run that are stored by now. */
  reached(unitsDone: number): void {
    if (this.#open === null) return;
    this.#open = { ...this.#open, unitsDone: Math.min(unitsDone, this.#open.unitsAll) };
    void this.#store.putRun(this.#open);
  }

  /** The run that is on, if one is, is over. */
  end(state: StoredRun['state'], unitsDone: number): void {
    if (this.#open === null) return;
    this.#open = { ...this.#open, state };
    this.reached(unitsDone);
    // What comes later, a closer look or a load that fails, must not touch it.
    this.#open = null;
  }
}
