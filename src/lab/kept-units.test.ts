import { expect, test } from 'vitest';
import { withKeptUnits } from './kept-units.ts';
import type { RowStore, StoredRun } from './row-store.ts';

const run = (runId: string, state: StoredRun['state'], unitsDone: number): StoredRun => ({
  runId,
  startedAt: '',
  title: '',
  fragment: '',
  checkpointSha256: '',
  unitsAll: 5,
  unitsDone,
  state,
});

/** Two units of the run ask the same and share the row of `b`. */
const KEYS = new Map([
  ['open', ['a', 'b', 'b', 'c', 'd']],
  ['finished', ['a', 'b', 'b', 'c', 'd']],
]);
const store = {
  runKeys: (runId: string) => Promise.resolve(KEYS.get(runId) ?? null),
  storedKeys: () => Promise.resolve(new Set(['a', 'b', 'z'])),
} as unknown as RowStore;

test.each([
  ['more is stored than its entry says', run('open', 'open', 1), 3],
  ['less is stored than its entry says', run('open', 'open', 4), 3],
  ['a finished one is as it was noted', run('finished', 'finished', 5), 5],
  ['one of which the units are not known too', run('first version', 'open', 2), 2],
])('%s', async (_, one, unitsDone) => {
  expect(await withKeptUnits(store, [one])).toEqual([{ ...one, unitsDone }]);
});
