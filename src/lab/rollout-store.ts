import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { OwnFailure, Provenance } from '../records/index.ts';
import type { EpisodeEvent } from '../rollout/index.ts';
import type { RolloutChoice } from './rollout-choice.ts';

/** What is kept of a run of rollouts: enough to list it, to open it without a checkpoint, and to go on with it. */
export interface StoredRolloutRun {
  readonly runId: string;
  readonly startedAt: string;
  readonly title: string;
  readonly taskSet: { readonly name: string; readonly sha256: string };
  readonly choice: RolloutChoice;
  readonly provenance: Provenance;
  readonly rolloutsAll: number;
  /** Ended ones. */
  readonly rolloutsDone: number;
  readonly state: 'open' | 'finished';
  /** Somebody did not want to be asked again whether it goes on; it stays in the list. */
  readonly isDeclined?: true;
}

/** What the model answered in one rollout: with task and setting, which its key names, the whole of it. */
export interface StoredAnswers {
  readonly traceKey: string;
  readonly answers: readonly EpisodeEvent[];
}

/** The failed calls of one rollout that were scored. */
interface StoredFailures {
  readonly traceKey: string;
  readonly failures: readonly OwnFailure[];
}

interface RolloutSchema extends DBSchema {
  answers: { key: string; value: StoredAnswers };
  ownFailures: { key: string; value: StoredFailures };
  runs: { key: string; value: StoredRolloutRun };
  /** The rollouts that a run is made of. */
  runKeys: { key: string; value: { readonly runId: string; readonly keys: readonly string[] } };
  /** Task files of the user, by sha256, as long as a run refers to them. */
  taskFiles: { key: string; value: { readonly sha256: string; readonly bytes: Uint8Array } };
}

/** Reads asked in one go; each is cheap, thousands hold up the page. */
const GETS_AT_A_TIME = 300;

/**
 * What models answered in rollouts, kept as soon as it is there, so that a reload costs at most the turns that were being
 * written. Where the browser gives no storage (private window, full disk) it is kept in memory and `persistent` says so.
 */
export class RolloutStore {
  readonly persistent: boolean;
  readonly #database: IDBPDatabase<RolloutSchema> | null;
  /** Answers and scores that did not reach the disk. */
  readonly #answers = new Map<string, readonly EpisodeEvent[]>();
  readonly #failures = new Map<string, readonly OwnFailure[]>();
  #storageFault: string | null = null;

  private constructor(database: IDBPDatabase<RolloutSchema> | null) {
    this.#database = database;
    this.persistent = database !== null;
  }

  static async open(): Promise<RolloutStore> {
    let stuck: (() => void) | null = null;
    const blocked = new Promise<never>((_, reject) => {
      stuck = () => {
        reject(new Error('another tab holds the storage of an earlier version'));
      };
    });
    try {
      const opening = openDB<RolloutSchema>('backfire-lab-rollouts', 1, {
        upgrade(database) {
          database.createObjectStore('answers', { keyPath: 'traceKey' });
          database.createObjectStore('ownFailures', { keyPath: 'traceKey' });
          database.createObjectStore('runs', { keyPath: 'runId' });
          database.createObjectStore('runKeys', { keyPath: 'runId' });
          database.createObjectStore('taskFiles', { keyPath: 'sha256' });
        },
        blocked: () => stuck?.(),
        // A later version of the page, in another tab, must not wait for this one.
        blocking: (_current, _blocked, event) => {
          (event.target as IDBDatabase).close();
        },
      });
      return new RolloutStore(await Promise.race([opening, blocked]));
    } catch {
      return new RolloutStore(null);
    }
  }

  /** Why answers or scores did not reach the disk; null while all of them are stored, whatever else is written meanwhile. */
  get storageFault(): string | null {
    return this.#answers.size + this.#failures.size === 0 ? null : this.#storageFault;
  }

  /**
   * Everything that was answered in these rollouts so far, each from its beginning. Resolves once it is on the disk: only
   * then may it be called stored. What is there already and longer, from another tab, stays.
   */
  async putAnswers(stored: readonly StoredAnswers[]): Promise<void> {
    const reached = await this.#write(async (database) => {
      const transaction = database.transaction('answers', 'readwrite', { durability: 'strict' });
      const put = async (one: StoredAnswers): Promise<void> => {
        const known = await transaction.store.get(one.traceKey);
        if (known === undefined || isFurther(one.answers, known.answers)) await transaction.store.put(one);
      };
      await Promise.all([...stored.map(put), transaction.done]);
    });
    for (const { traceKey, answers } of stored)
      if (reached) this.#answers.delete(traceKey);
      else this.#answers.set(traceKey, answers);
  }

  /** The stored answers of these rollouts, by key. */
  async answersOf(traceKeys: readonly string[]): Promise<ReadonlyMap<string, readonly EpisodeEvent[]>> {
    const found = new Map(await this.#gotten('answers', traceKeys, ({ answers }) => answers));
    for (const key of traceKeys) {
      const kept = this.#answers.get(key);
      if (kept !== undefined) found.set(key, kept);
    }
    return found;
  }

  async putFailures(stored: readonly StoredFailures[]): Promise<void> {
    const reached = await this.#write(async (database) => {
      const transaction = database.transaction('ownFailures', 'readwrite', { durability: 'strict' });
      await Promise.all([...stored.map((one) => transaction.store.put(one)), transaction.done]);
    });
    for (const { traceKey, failures } of stored)
      if (reached) this.#failures.delete(traceKey);
      else this.#failures.set(traceKey, failures);
  }

  /** The failed calls of these rollouts that were scored, by key. */
  async failuresOf(traceKeys: readonly string[]): Promise<ReadonlyMap<string, readonly OwnFailure[]>> {
    const found = new Map(await this.#gotten('ownFailures', traceKeys, ({ failures }) => failures));
    for (const key of traceKeys) {
      const kept = this.#failures.get(key);
      if (kept !== undefined) found.set(key, kept);
    }
    return found;
  }

  /** Writes the entry of a run; with `begun`, what it is made of and the user's own task file, too. */
  async putRun(
    run: StoredRolloutRun,
    begun?: { readonly keys: readonly string[]; readonly ownTasks: Uint8Array | null },
  ): Promise<void> {
    await this.#write(async (database) => {
      const transaction = database.transaction(['runs', 'runKeys', 'taskFiles'], 'readwrite');
      const { runId } = run;
      const writes: Promise<unknown>[] = [transaction.objectStore('runs').put(run)];
      if (begun !== undefined) {
        const { keys, ownTasks } = begun;
        writes.push(transaction.objectStore('runKeys').put({ runId, keys }));
        if (ownTasks !== null)
          writes.push(
            transaction.objectStore('taskFiles').put({ sha256: run.taskSet.sha256, bytes: ownTasks }),
          );
      }
      await Promise.all([...writes, transaction.done]);
    });
  }

  /** Earlier runs, newest first. */
  async runs(): Promise<readonly StoredRolloutRun[]> {
    const runs = (await this.#database?.getAll('runs').catch(() => [])) ?? [];
    return runs.sort((one, other) => other.startedAt.localeCompare(one.startedAt));
  }

  /** The keys of a run's rollouts; empty where they are not known. */
  async runKeys(runId: string): Promise<readonly string[]> {
    return (await this.#database?.get('runKeys', runId).catch(() => undefined))?.keys ?? [];
  }

  /** A user's task file that an earlier run was made with. */
  async taskFile(sha256: string): Promise<Uint8Array | null> {
    return (await this.#database?.get('taskFiles', sha256).catch(() => undefined))?.bytes ?? null;
  }

  /** Takes a run off the list; what was answered in it stays, for the run that goes on in its place. */
  async dropRun(runId: string): Promise<void> {
    await this.#write(async (database) => {
      await database.delete('runs', runId);
      await database.delete('runKeys', runId);
    });
  }

  /** Deletes a run, its rollouts and its task file, as far as no other run shares them. */
  async deleteRun(runId: string): Promise<void> {
    await this.#write(async (database) => {
      const transaction = database.transaction(
        ['runs', 'runKeys', 'answers', 'ownFailures', 'taskFiles'],
        'readwrite',
      );
      const runs = transaction.objectStore('runs');
      const keysOfRuns = await transaction.objectStore('runKeys').getAll();
      const shared = new Set(
        keysOfRuns.filter((others) => others.runId !== runId).flatMap(({ keys }) => keys),
      );
      for (const key of keysOfRuns.find((own) => own.runId === runId)?.keys ?? []) {
        if (shared.has(key)) continue;
        this.#answers.delete(key);
        this.#failures.delete(key);
        void transaction.objectStore('answers').delete(key);
        void transaction.objectStore('ownFailures').delete(key);
      }
      const all = await runs.getAll();
      const sha256 = all.find((run) => run.runId === runId)?.taskSet.sha256;
      if (sha256 !== undefined && all.every((run) => run.runId === runId || run.taskSet.sha256 !== sha256))
        void transaction.objectStore('taskFiles').delete(sha256);
      void runs.delete(runId);
      void transaction.objectStore('runKeys').delete(runId);
      await transaction.done;
    });
  }

  async #gotten<Name extends 'answers' | 'ownFailures', Kept>(
    name: Name,
    traceKeys: readonly string[],
    kept: (stored: RolloutSchema[Name]['value']) => Kept,
  ): Promise<readonly (readonly [string, Kept])[]> {
    const found: (readonly [string, Kept])[] = [];
    const database = this.#database;
    if (database === null) return found;
    try {
      for (let from = 0; from < traceKeys.length; from += GETS_AT_A_TIME) {
        const { store } = database.transaction(name, 'readonly');
        const some = traceKeys.slice(from, from + GETS_AT_A_TIME);
        for (const stored of await Promise.all(some.map((key) => store.get(key))))
          if (stored !== undefined) found.push([stored.traceKey, kept(stored)]);
      }
    } catch (thrown) {
      this.#storageFault = faultText(thrown);
    }
    return found;
  }

  /** Whether it reached the disk. */
  async #write(work: (database: IDBPDatabase<RolloutSchema>) => Promise<void>): Promise<boolean> {
    if (this.#database === null) return false;
    try {
      await work(this.#database);
      return true;
    } catch (thrown) {
      this.#storageFault = faultText(thrown);
      return false;
    }
  }
}

/** More turns, or as many and an end of them. */
function isFurther(one: readonly EpisodeEvent[], known: readonly EpisodeEvent[]): boolean {
  const turns = (answers: readonly EpisodeEvent[]): number =>
    answers.filter(({ kind }) => kind === 'turn').length;
  return turns(one) > turns(known) || (turns(one) === turns(known) && one.length > known.length);
}

const faultText = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
