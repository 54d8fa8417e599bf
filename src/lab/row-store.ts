import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ScoreRow } from '../records/index.ts';

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
}

interface LabSchema extends DBSchema {
  rows: { key: string; value: ScoreRow };
  runs: { key: string; value: StoredRun };
}

/**
 * Finished rows, kept as soon as they are finished, so that a reload costs nothing that was computed. Where the
 * browser gives no storage (private window, full disk) rows are kept in memory and `persistent` says so.
 */
export class RowStore {
  readonly persistent: boolean;
  readonly #database: IDBPDatabase<LabSchema> | null;
  readonly #memory = new Map<string, ScoreRow>();
  #storageFault: string | null = null;

  private constructor(database: IDBPDatabase<LabSchema> | null) {
    this.#database = database;
    this.persistent = database !== null;
  }

  static async open(): Promise<RowStore> {
    try {
      const database = await openDB<LabSchema>('backfire-lab', 1, {
        upgrade(created) {
          created.createObjectStore('rows', { keyPath: 'unit_key' });
          created.createObjectStore('runs', { keyPath: 'runId' });
        },
      });
      return new RowStore(database);
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
    for (const row of rows) this.#memory.set(row.unit_key, row);
    if (this.#database === null) return 'in-memory';
    try {
      const transaction = this.#database.transaction('rows', 'readwrite', { durability: 'strict' });
      await Promise.all([...rows.map((row) => transaction.store.put(row)), transaction.done]);
      this.#storageFault = null;
      return 'stored';
    } catch (thrown) {
      this.#storageFault = faultText(thrown);
      return 'in-memory';
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
      const transaction = this.#database.transaction('rows', 'readonly');
      const rows = await Promise.all(missing.map((key) => transaction.store.get(key)));
      for (const row of rows) if (row !== undefined) found.push(row);
    } catch (thrown) {
      this.#storageFault = faultText(thrown);
    }
    return found;
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

  async deleteRun(runId: string): Promise<void> {
    try {
      await this.#database?.delete('runs', runId);
    } catch (thrown) {
      this.#storageFault = faultText(thrown);
    }
  }

  /** Forgets every row and run. */
  async clear(): Promise<void> {
    this.#memory.clear();
    await this.#database?.clear('rows');
    await this.#database?.clear('runs');
  }
}

const faultText = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
