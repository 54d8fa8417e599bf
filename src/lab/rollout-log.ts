import { canonicalJson, type Provenance } from '../records/index.ts';
import { nowIso } from './probe-record.ts';
import type { RolloutChoice } from './rollout-choice.ts';
import type { RolloutStore, StoredRolloutRun } from './rollout-store.ts';
import type { TaskSet } from './task-sets.ts';

interface BegunRun {
  readonly choice: RolloutChoice;
  readonly provenance: Provenance;
  readonly taskSet: TaskSet;
  /** Of its rollouts. */
  readonly keys: readonly string[];
  readonly done: number;
}

/** The entry is not written again for every rollout that ends. */
const WRITE_EVERY_MS = 1_000;

/** Keeps the list of runs in step with the run that is on, so that a reload finds what it was and how far. */
export class RolloutLog {
  readonly #store: RolloutStore;
  #open: StoredRolloutRun | null = null;
  #writtenAtMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(store: RolloutStore) {
    this.#store = store;
  }

  /**
   * A run begins. An earlier one of the very same rollouts is this run: its entry goes on. Unfinished ones of which every
   * rollout is in this run, too, leave the list: this run finishes them.
   */
  async begin({ choice, provenance, taskSet, keys, done }: BegunRun): Promise<StoredRolloutRun> {
    const { name, title, sha256, ownBytes } = taskSet;
    const wanted = new Set(keys);
    const same: StoredRolloutRun[] = [];
    const within: StoredRolloutRun[] = [];
    for (const run of await this.#store.runs()) {
      if (run.provenance.checkpointSha256 !== provenance.checkpointSha256) continue;
      const known = await this.#store.runKeys(run.runId);
      if (known.length === 0 || !known.every((key) => wanted.has(key))) continue;
      if (known.length === keys.length) same.push(run);
      else if (run.state === 'open') within.push(run);
    }
    const open: StoredRolloutRun = {
      runId: same[0]?.runId ?? crypto.randomUUID(),
      startedAt: nowIso(),
      title: `${provenance.checkpointName}, ${title}`,
      taskSet: { name, sha256 },
      // As plain data: what is kept must not change with what is chosen next.
      choice: JSON.parse(canonicalJson({ ...choice })) as RolloutChoice,
      provenance,
      rolloutsAll: keys.length,
      rolloutsDone: done,
      state: 'open',
    };
    this.#open = open;
    // The new entry first: between the two there is never none.
    await this.#store.putRun(open, { keys, ownTasks: ownBytes });
    for (const { runId } of [...same.slice(1), ...within]) await this.#store.dropRun(runId);
    return open;
  }

  /** So many rollouts have ended. The entry follows at once, or within a second of the last time. */
  reached(rolloutsDone: number): void {
    if (this.#open === null || this.#open.rolloutsDone === rolloutsDone) return;
    this.#open = { ...this.#open, rolloutsDone };
    const waitMs = this.#writtenAtMs + WRITE_EVERY_MS - performance.now();
    if (waitMs <= 0) this.#write();
    else
      this.#timer ??= setTimeout(() => {
        this.#write();
      }, waitMs);
  }

  /** The run that is on, if one is, is over. */
  end(state: StoredRolloutRun['state'], rolloutsDone: number): void {
    if (this.#open === null) return;
    this.#open = { ...this.#open, state, rolloutsDone };
    this.#write();
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
