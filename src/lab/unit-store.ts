import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ScoredUnit } from '../records/index.ts';

/** A finished unit under its content hash: what was computed, without the item it belongs to. */
export interface StoredUnit {
  readonly unitKey: string;
  readonly unit: ScoredUnit;
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
}

interface LabSchema extends DBSchema {
  units: { key: string; value: StoredUnit };
  runs: { key: string; value: StoredRun };
}

/**
 * Finished units, kept as soon as they are finished, so that a reload costs nothing that was computed. Where the
 * browser gives no storage (private window, full disk) units are kept in memory and `persistent` says so.
 */
export class UnitStore {
  readonly persistent: boolean;
  readonly #database: IDBPDatabase<LabSchema> | null;
  readonly #memory = new Map<string, ScoredUnit>();
  #storageFault: string | null = null;

  private constructor(database: IDBPDatabase<LabSchema> | null) {
    this.#database = database;
    this.persistent = database !== null;
  }

  static async open(): Promise<UnitStore> {
    try {
      const database = await openDB<LabSchema>('backfire-lab', 1, {
        upgrade(created) {
          created.createObjectStore('units', { keyPath: 'unitKey' });
          created.createObjectStore('runs', { keyPath: 'runId' });
        },
      });
      return new UnitStore(database);
    } catch {
      return new UnitStore(null);
    }
  }

  /** Why the last write did not reach the disk; null while everything is stored. */
  get storageFault(): string | null {
    return this.#storageFault;
  }

  /** Resolves once the units are on the disk: only then may they be called stored. */
  async putUnits(units: readonly StoredUnit[]): Promise<'stored' | 'in-memory'> {
    for (const { unitKey, unit } of units) this.#memory.set(unitKey, unit);
    if (this.#database === null) return 'in-memory';
    try {
      const transaction = this.#database.transaction('units', 'readwrite', { durability: 'strict' });
      await Promise.all([...units.map((unit) => transaction.store.put(unit)), transaction.done]);
      this.#storageFault = null;
      return 'stored';
    } catch (thrown) {
      this.#storageFault = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
      return 'in-memory';
    }
  }

  /** Those of the keys that are stored. */
  async getUnits(keys: readonly string[]): Promise<Map<string, ScoredUnit>> {
    const found = new Map<string, ScoredUnit>();
    const missing: string[] = [];
    for (const key of keys) {
      const unit = this.#memory.get(key);
      if (unit === undefined) missing.push(key);
      else found.set(key, unit);
    }
    if (this.#database === null || missing.length === 0) return found;
    try {
      const transaction = this.#database.transaction('units', 'readonly');
      const units = await Promise.all(missing.map((key) => transaction.store.get(key)));
      for (const stored of units) if (stored !== undefined) found.set(stored.unitKey, stored.unit);
    } catch (thrown) {
      this.#storageFault = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    }
    return found;
  }

  async putRun(run: StoredRun): Promise<void> {
    try {
      await this.#database?.put('runs', run);
    } catch (thrown) {
      this.#storageFault = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    }
  }

  /** Earlier runs, newest first. */
  async runs(): Promise<StoredRun[]> {
    const runs = (await this.#database?.getAll('runs').catch(() => [])) ?? [];
    return runs.sort((one, other) => other.startedAt.localeCompare(one.startedAt));
  }

  async deleteRun(runId: string): Promise<void> {
    await this.#database?.delete('runs', runId);
  }

  /** Forgets every unit and run. */
  async clear(): Promise<void> {
    this.#memory.clear();
    await this.#database?.clear('units');
    await this.#database?.clear('runs');
  }
}
