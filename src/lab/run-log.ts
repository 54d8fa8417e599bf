import type { ProbeUnit } from '../probe/index.ts';
import { fragmentOfRecipe, type Provenance, type Recipe } from '../records/index.ts';
import type { ItemSet } from './item-sets.ts';
import { nowIso } from './probe-record.ts';
import type { RowStore, StoredRun } from './row-store.ts';
import { keysInSlices } from './sliced-units.ts';

interface BegunRun {
  readonly recipe: Recipe;
  readonly provenance: Provenance;
  readonly itemSet: ItemSet;
  readonly padded: ReadonlyMap<string, string>;
  readonly units: readonly ProbeUnit[];
}

/** A run's entry holds its recipe and its texts: it is not written again for every few scores. */
const WRITE_EVERY_MS = 1_000;

/** Keeps the list of runs in step with the run that is on, so that a reload finds what it was and how far. */
export class RunLog {
  readonly #store: RowStore;
  #open: StoredRun | null = null;
  #writtenAtMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(store: RowStore) {
    this.#store = store;
  }

  /** A run begins. Earlier ones that asked for the same and were not finished go on in it: they leave the list. */
  async begin({ recipe, provenance, itemSet, padded, units }: BegunRun): Promise<StoredRun> {
    const { name, title, sha256, ownBytes } = itemSet;
    const keys = await keysInSlices(provenance)(units.map(({ request }) => request));
    const open: StoredRun = {
      runId: crypto.randomUUID(),
      startedAt: nowIso(),
      title: `${provenance.checkpointName}, ${title}`,
      fragment: fragmentOfRecipe(recipe),
      checkpointSha256: provenance.checkpointSha256,
      unitsAll: units.length,
      unitsDone: 0,
      state: 'open',
      opening: {
        recipe,
        provenance,
        itemSet: { name, sha256 },
        padded: Object.fromEntries(padded),
        origin: 'computed',
      },
    };
    const ownItems = ownBytes === null ? null : { sha256, bytes: ownBytes };
    this.#open = open;
    for (const earlier of await this.#store.runs())
      if (
        earlier.state === 'open' &&
        earlier.opening?.origin !== 'imported' &&
        earlier.fragment === open.fragment &&
        earlier.checkpointSha256 === open.checkpointSha256
      )
        await this.#store.dropRun(earlier.runId);
    await this.#store.putRun(open);
    await this.#store.putRunKeys(open.runId, keys, ownItems);
    return open;
  }

  /** Units of the run that are stored by now. The entry follows at once, or within a second of the last time. */
  reached(unitsDone: number): void {
    if (this.#open === null) return;
    this.#open = { ...this.#open, unitsDone: Math.min(unitsDone, this.#open.unitsAll) };
    const waitMs = this.#writtenAtMs + WRITE_EVERY_MS - performance.now();
    if (waitMs <= 0) this.#write();
    else
      this.#timer ??= setTimeout(() => {
        this.#write();
      }, waitMs);
  }

  /** The run that is on, if one is, is over. */
  end(state: StoredRun['state'], unitsDone: number): void {
    if (this.#open === null) return;
    const { unitsAll } = this.#open;
    this.#open = { ...this.#open, state, unitsDone: Math.min(unitsDone, unitsAll) };
    this.#write();
    // What comes later, a closer look or a load that fails, must not touch it.
    this.#open = null;
    this.#writtenAtMs = -Infinity;
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writtenAtMs = performance.now();
    if (this.#open !== null) void this.#store.putRun(this.#open);
  }
}
