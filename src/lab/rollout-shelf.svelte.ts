import type { RolloutStore, StoredRolloutRun } from './rollout-store.ts';

/** Earlier runs of rollouts: what each was (`title`, `choice`) and how far it came (`rolloutsDone` of `rolloutsAll`, `state`). */
export class RolloutShelf {
  /** Newest first; as of the last `refresh`. */
  runs = $state.raw<readonly StoredRolloutRun[]>([]);

  readonly #store: RolloutStore;

  constructor(store: RolloutStore) {
    this.#store = store;
  }

  async refresh(): Promise<void> {
    this.runs = await this.#store.runs();
  }

  /** Deletes a run. Rollouts that another run shares stay. */
  async delete(run: StoredRolloutRun): Promise<void> {
    await this.#store.deleteRun(run.runId);
    await this.refresh();
  }
}
