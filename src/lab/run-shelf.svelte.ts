import { ok, rowsToJsonl, type Result } from '../records/index.ts';
import type { ImportedBeside, ImportReport } from './import-run.ts';
import { withKeptUnits } from './kept-units.ts';
import { openStoredRun, type OpenedRun } from './open-run.ts';
import type { RowStore, StoredRun } from './row-store.ts';

/**
 * Earlier runs, computed here or imported. `runs` says of each what it was (`title`), how far it came (`unitsDone` of
 * `unitsAll`, `state`) and where it is from (`opening.origin`).
 */
export class RunShelf {
  /** Newest first; as of the last `refresh`. */
  runs = $state.raw<readonly StoredRun[]>([]);

  readonly #store: RowStore;

  constructor(store: RowStore) {
    this.#store = store;
  }

  async refresh(): Promise<void> {
    this.runs = await withKeptUnits(this.#store, await this.#store.runs());
  }

  /** Reads a run from storage; give it to `ProbeRun.show`. Needs no checkpoint and computes nothing. */
  open(run: StoredRun): Promise<Result<OpenedRun>> {
    return openStoredRun(this.#store, run);
  }

  /** The rows of a run as JSON Lines. */
  async exportRows(run: StoredRun): Promise<Result<string>> {
    const opened = await this.open(run);
    return opened.ok ? ok(rowsToJsonl(opened.value.rows)) : opened;
  }

  /** Deletes a run. Rows and items that another run shares stay. */
  async delete(run: StoredRun): Promise<void> {
    await this.#store.deleteRun(run.runId);
    await this.refresh();
  }

  /**
   * Takes in a file of rows (JSON Lines) or a run record (JSON) that the lab exported; each part of it becomes a run of
   * the list, never counted in runs that are computed here.
   */
  async import(file: File, beside: ImportedBeside): Promise<Result<ImportReport>> {
    // Seldom needed: fetched when it is.
    const { importRun } = await import('./import-run.ts');
    const report = await importRun(this.#store, file, beside);
    await this.refresh();
    return report;
  }
}
