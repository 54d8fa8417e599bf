import type { ProbeUnit } from '../probe/index.ts';
import { fragmentOfRecipe, type Provenance, type Recipe } from '../records/index.ts';
import { freshId } from './fresh-id.ts';
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

  /**
   * A run begins. An earlier one of the very same units under the same recipe is this run: its entry goes on. Others
   * that asked for the same and were not finished, of an earlier engine for one, leave the list.
   */
  async begin({ recipe, provenance, itemSet, padded, units }: BegunRun): Promise<StoredRun> {
    const { name, title, sha256, ownBytes } = itemSet;
    const keys = await keysInSlices(provenance)(units.map(({ request }) => request));
    const { same, replaced } = await this.#earlier(
      { fragment: fragmentOfRecipe(recipe), checkpointSha256: provenance.checkpointSha256 },
      keys,
    );
    const open: StoredRun = {
      runId: same[0]?.runId ?? freshId(),
      startedAt: nowIso(),
      title: `${provenance.checkpointName}, ${title}`,
      fragment: fragmentOfRecipe(recipe),
      checkpointSha256: provenance.checkpointSha256,
      unitsAll: units.length,
      unitsDone: Math.max(0, ...same.map(({ unitsDone }) => unitsDone)),
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
    // The new entry first: between the two there is never none.
    await this.#store.putRun(open);
    await this.#store.putRunKeys(open.runId, keys, ownItems);
    for (const { runId } of [...same.slice(1), ...replaced]) await this.#store.dropRun(runId);
    return open;
  }

  /**
   * Units of the run that this window has found stored by now; never fewer than an earlier window had. The entry
   * follows at once, or within a second of the last time.
   */
  reached(unitsDone: number): void {
    if (this.#open === null) return;
    this.#open = { ...this.#open, unitsDone: furthest(this.#open, unitsDone) };
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
    this.#open = { ...this.#open, state, unitsDone: furthest(this.#open, unitsDone) };
    this.#write();
    // What comes later, a closer look or a load that fails, must not touch it.
    this.#open = null;
    this.#writtenAtMs = -Infinity;
  }

  /** Computed runs of this recipe and checkpoint: those of the same units, and other ones that were not finished. */
  async #earlier(
    wanted: Pick<StoredRun, 'fragment' | 'checkpointSha256'>,
    keys: readonly string[],
  ): Promise<{ readonly same: readonly StoredRun[]; readonly replaced: readonly StoredRun[] }> {
    const same: StoredRun[] = [];
    const replaced: StoredRun[] = [];
    for (const run of await this.#store.runs()) {
      if (run.opening?.origin === 'imported') continue;
      if (run.fragment !== wanted.fragment || run.checkpointSha256 !== wanted.checkpointSha256) continue;
      const known = new Set(await this.#store.runKeys(run.runId));
      // A key is a hash of all that decides a row: the texts, the items and the engine are in it.
      if (run.unitsAll === keys.length && keys.every((key) => known.has(key))) same.push(run);
      else if (run.state === 'open') replaced.push(run);
    }
    return { same, replaced };
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writtenAtMs = performance.now();
    if (this.#open !== null) void this.#store.putRun(this.#open);
  }
}

const furthest = (run: StoredRun, unitsDone: number): number =>
  Math.min(run.unitsAll, Math.max(run.unitsDone, unitsDone));
