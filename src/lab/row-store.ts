import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Provenance, Recipe, ScoreRow } from '../records/index.ts';

/** What opens a run again without computing. */
export interface RunOpening {
  readonly recipe: Recipe;
  /** Null: imported rows of which nobody here knows who computed them. */
  readonly provenance: Provenance | null;
  readonly itemSet: { readonly name: string; readonly sha256: string };
  /** By item_id: what `neut_pad` showed. */
  readonly padded: Readonly<Record<string, string>>;
  /** Rows that were imported are kept apart: no run that is computed here ever counts them. */
  readonly origin: 'computed' | 'imported';
}

/** What is kept of a run: enough to list it, to resume it after a reload, and to say what it was. */
export interface StoredRun {
  readonly runId: string;
  readonly startedAt: string;
  readonly title: string;
  readonly fragment: string;
  readonly checkpointSha256: string;
  readonly unitsAll: number;
  readonly unitsDone: number;
  readonly state: 'open' | 'finished';
  /** Somebody did not want to be asked again whether it goes on; it stays in the list. */
  readonly isDeclined?: true;
  /** Missing in runs kept by the page's first version: those can be gone on with and deleted, not opened. */
  readonly opening?: RunOpening;
}

/** The rows of a run: keys of shared ones, one a unit and those of closer looks apart, or rows of its own. */
type RunRows = { readonly runId: string } & (
  | { readonly keys: readonly string[]; readonly looked?: readonly string[] }
  | { readonly apart: readonly ScoreRow[] }
);

interface LabSchema extends DBSchema {
  rows: { key: string; value: ScoreRow };
  runs: { key: string; value: StoredRun };
  runRows: { key: string; value: RunRows };
  /** Item files of the user, by sha256, as long as a run refers to them. */
  itemFiles: { key: string; value: { readonly sha256: string; readonly bytes: Uint8Array } };
}

/** Reads and writes asked in one go; each is cheap, thousands hold up the page. */
const GETS_AT_A_TIME = 500;
const PUTS_AT_A_TIME = 200;

/**
 * Finished rows, kept as soon as they are finished, so that a reload costs nothing that was computed. Where the
 * browser gives no storage (private window, full disk) rows are kept in memory and `persistent` says so.
 */
export class RowStore {
  readonly persistent: boolean;
  readonly #database: IDBPDatabase<LabSchema> | null;
  /** Rows that did not reach the disk; those that did are not kept a second time. */
  readonly #memory = new Map<string, ScoreRow>();
  #storageFault: string | null = null;

  private constructor(database: IDBPDatabase<LabSchema> | null) {
    this.#database = database;
    this.persistent = database !== null;
  }

  static async open(): Promise<RowStore> {
    let stuck: (() => void) | null = null;
    const blocked = new Promise<never>((_, reject) => {
      stuck = () => {
        reject(new Error('another tab holds the storage of an earlier version'));
      };
    });
    try {
      const opening = openDB<LabSchema>('backfire-lab', 2, {
        upgrade(database, from) {
          if (from < 1) {
            database.createObjectStore('rows', { keyPath: 'unit_key' });
            database.createObjectStore('runs', { keyPath: 'runId' });
          }
          database.createObjectStore('runRows', { keyPath: 'runId' });
          database.createObjectStore('itemFiles', { keyPath: 'sha256' });
        },
        blocked: () => stuck?.(),
        // A later version of the page, in another tab, must not wait for this one.
        blocking: (_current, _blocked, event) => {
          (event.target as IDBDatabase).close();
        },
      });
      return new RowStore(await Promise.race([opening, blocked]));
    } catch {
      return new RowStore(null);
    }
  }

  /** Why the last write did not reach the disk; null while everything is stored. */
  get storageFault(): string | null {
    return this.#storageFault;
  }

  /** Resolves once the rows are on the disk: only then may they be called stored. */
  async putRows(rows: readonly ScoreRow[]): Promise<'stored' | 'in-memory'> {
    let reached: 'stored' | 'in-memory' = 'stored';
    for (let from = 0; from < rows.length; from += PUTS_AT_A_TIME) {
      const some = rows.slice(from, from + PUTS_AT_A_TIME);
      if (await this.#reachDisk(some)) for (const { unit_key } of some) this.#memory.delete(unit_key);
      else {
        for (const row of some) this.#memory.set(row.unit_key, row);
        reached = 'in-memory';
      }
    }
    return reached;
  }

  async #reachDisk(rows: readonly ScoreRow[]): Promise<boolean> {
    if (this.#database === null) return false;
    try {
      const transaction = this.#database.transaction('rows', 'readwrite', { durability: 'strict' });
      await Promise.all([...rows.map((row) => transaction.store.put(row)), transaction.done]);
      this.#storageFault = null;
      return true;
    } catch (thrown) {
      this.#storageFault = faultText(thrown);
      return false;
    }
  }

  /** The stored rows of these unit keys, in no order. */
  async getRows(unitKeys: readonly string[]): Promise<ScoreRow[]> {
    const found: ScoreRow[] = [];
    const missing: string[] = [];
    for (const key of new Set(unitKeys)) {
      const row = this.#memory.get(key);
      if (row === undefined) missing.push(key);
      else found.push(row);
    }
    if (this.#database === null || missing.length === 0) return found;
    try {
      for (let from = 0; from < missing.length; from += GETS_AT_A_TIME) {
        const { store } = this.#database.transaction('rows', 'readonly');
        const some = missing.slice(from, from + GETS_AT_A_TIME);
        for (const row of await Promise.all(some.map((key) => store.get(key))))
          if (row !== undefined) found.push(row);
      }
    } catch (thrown) {
      this.#storageFault = faultText(thrown);
    }
    return found;
  }

  /** Which of these unit keys have a row on the disk; no row is read for it. */
  async storedKeys(unitKeys: readonly string[]): Promise<ReadonlySet<string>> {
    const stored = new Set<string>();
    const asked = [...new Set(unitKeys)];
    await this.#tried(async (database) => {
      for (let from = 0; from < asked.length; from += GETS_AT_A_TIME) {
        const { store } = database.transaction('rows', 'readonly');
        const some = asked.slice(from, from + GETS_AT_A_TIME);
        for (const key of await Promise.all(some.map((one) => store.getKey(one))))
          if (key !== undefined) stored.add(key);
      }
    });
    return stored;
  }

  async putRun(run: StoredRun): Promise<void> {
    try {
      await this.#database?.put('runs', run);
    } catch (thrown) {
      this.#storageFault = faultText(thrown);
    }
  }

  /** Earlier runs, newest first. */
  async runs(): Promise<StoredRun[]> {
    const runs = (await this.#database?.getAll('runs').catch(() => [])) ?? [];
    return runs.sort((one, other) => other.startedAt.localeCompare(one.startedAt));
  }

  /** The shared rows that a run is made of, one key a unit; keeps the user's own item file for it. */
  async putRunKeys(
    runId: string,
    keys: readonly string[],
    ownItems: { readonly sha256: string; readonly bytes: Uint8Array } | null,
  ): Promise<void> {
    await this.#tried(async (database) => {
      const known = await database.get('runRows', runId);
      const looked = known !== undefined && 'keys' in known ? (known.looked ?? []) : [];
      await database.put('runRows', { runId, keys, looked });
      if (ownItems !== null) await database.put('itemFiles', ownItems);
    });
  }

  /** Rows of an imported run: under its id and nowhere else. */
  async putRunApart(
    runId: string,
    apart: readonly ScoreRow[],
    ownItems: { readonly sha256: string; readonly bytes: Uint8Array } | null,
  ): Promise<void> {
    await this.#tried(async (database) => {
      await database.put('runRows', { runId, apart });
      if (ownItems !== null) await database.put('itemFiles', ownItems);
    });
  }

  /** The keys of a run's units, one each; null: an imported run, or one of which they are not known. */
  async runKeys(runId: string): Promise<readonly string[] | null> {
    const rows = await this.#database?.get('runRows', runId).catch(() => undefined);
    return rows !== undefined && 'keys' in rows ? rows.keys : null;
  }

  /** Shared rows of closer looks at a run. */
  async addLookedKeys(runId: string, keys: readonly string[]): Promise<void> {
    await this.#tried(async (database) => {
      const known = await database.get('runRows', runId);
      if (known === undefined || !('keys' in known)) return;
      const looked = [...new Set([...(known.looked ?? []), ...keys])];
      await database.put('runRows', { ...known, looked });
    });
  }

  /** An imported run's own rows; null for one that was computed here. */
  async rowsApart(runId: string): Promise<readonly ScoreRow[] | null> {
    const rows = await this.#database?.get('runRows', runId).catch(() => undefined);
    return rows !== undefined && 'apart' in rows ? rows.apart : null;
  }

  /** A user's item file that an earlier run was made with. */
  async itemFile(sha256: string): Promise<Uint8Array | null> {
    return (await this.#database?.get('itemFiles', sha256).catch(() => undefined))?.bytes ?? null;
  }

  /** Takes a run off the list; its rows stay, for the run that goes on in its place. */
  async dropRun(runId: string): Promise<void> {
    await this.#tried(async (database) => {
      await database.delete('runs', runId);
      await database.delete('runRows', runId);
    });
  }

  /**
   * Deletes a run, its rows and its item file, as far as no other run shares them. Beside a run of which it is not
   * known what it shares (an earlier version's), rows stay.
   */
  async deleteRun(runId: string): Promise<void> {
    await this.#tried(async (database) => {
      const [runs, rowsOfRuns] = [await database.getAll('runs'), await database.getAll('runRows')];
      const others = runs.filter((run) => run.runId !== runId);
      const own = rowsOfRuns.find((rows) => rows.runId === runId);
      const known = new Set(rowsOfRuns.map((rows) => rows.runId));
      if (own !== undefined && 'keys' in own && others.every((run) => known.has(run.runId))) {
        const shared = new Set(
          rowsOfRuns.flatMap((rows) => (rows !== own && 'keys' in rows ? allKeysOf(rows) : [])),
        );
        const transaction = database.transaction('rows', 'readwrite');
        for (const key of new Set(allKeysOf(own))) {
          if (shared.has(key)) continue;
          this.#memory.delete(key);
          void transaction.store.delete(key);
        }
        await transaction.done;
      }
      const sha256 = runs.find((run) => run.runId === runId)?.opening?.itemSet.sha256;
      if (sha256 !== undefined && others.every((run) => run.opening?.itemSet.sha256 !== sha256))
        await database.delete('itemFiles', sha256);
      await database.delete('runRows', runId);
      await database.delete('runs', runId);
    });
  }

  /** Forgets every row and run. */
  async clear(): Promise<void> {
    this.#memory.clear();
    for (const name of ['rows', 'runs', 'runRows', 'itemFiles'] as const) await this.#database?.clear(name);
  }

  async #tried(work: (database: IDBPDatabase<LabSchema>) => Promise<void>): Promise<void> {
    if (this.#database === null) return;
    try {
      await work(this.#database);
    } catch (thrown) {
      this.#storageFault = faultText(thrown);
    }
  }
}

const allKeysOf = ({ keys, looked = [] }: Extract<RunRows, { keys: unknown }>): readonly string[] => [
  ...keys,
  ...looked,
];

const faultText = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
