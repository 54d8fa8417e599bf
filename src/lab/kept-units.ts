import type { RowStore, StoredRun } from './row-store.ts';

/**
 * Runs with `unitsDone` counted from the rows that are really stored, where a run was not finished: its entry lags
 * behind them, and a window that was closed early had not yet read what an earlier one stored. Units that ask the same
 * share one row. Runs of which the units are not known, and imported ones, stay as they are.
 */
export async function withKeptUnits(
  store: RowStore,
  runs: readonly StoredRun[],
): Promise<readonly StoredRun[]> {
  const keysOfRun = new Map<string, readonly string[]>();
  for (const { runId, state } of runs) {
    const keys = state === 'open' ? await store.runKeys(runId) : null;
    if (keys !== null) keysOfRun.set(runId, keys);
  }
  const stored = await store.storedKeys([...keysOfRun.values()].flat());
  return runs.map((run) => {
    const keys = keysOfRun.get(run.runId);
    if (keys === undefined) return run;
    const kept = keys.filter((key) => stored.has(key)).length;
    return { ...run, unitsDone: Math.min(run.unitsAll, kept) };
  });
}
