import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_RECIPE } from '../records/index.ts';
import { aProvenance } from '../records/sample-row.ts';
import type { RowStore, StoredRun } from './row-store.ts';
import { RunLog } from './run-log.ts';

let written: StoredRun[];
let log: RunLog;
/** The storage: the newest entry of each run, and the keys of its units. */
let entries: Map<string, StoredRun>;
let keysOf: Map<string, readonly string[]>;

const begin = (units = 900, name = 'i'): Promise<StoredRun> =>
  log.begin({
    recipe: DEFAULT_RECIPE,
    provenance: aProvenance,
    itemSet: {
      name: 's',
      title: 'S',
      sha256: '0',
      items: [],
      ownBytes: null,
      wording: 'paper',
      origin: 'shipped',
    },
    padded: new Map(),
    units: Array.from({ length: units }, (_, index) => ({
      itemId: name,
      condition: 'fail' as const,
      rowCondition: 'fail',
      candidate: 'failed' as const,
      hidden: null,
      request: {
        id: String(index),
        task: '',
        template: '',
        context: [],
        candidate: name + String(index),
        scoreEndOfTurn: true,
        hidden: [],
      },
    })),
  });

beforeEach(async () => {
  vi.useFakeTimers();
  written = [];
  entries = new Map();
  keysOf = new Map();
  const store = {
    runs: () => Promise.resolve([...entries.values()]),
    runKeys: (runId: string) => Promise.resolve(keysOf.get(runId) ?? null),
    putRun: (run: StoredRun) => {
      written.push(run);
      entries.set(run.runId, run);
      return Promise.resolve();
    },
    putRunKeys: (runId: string, keys: readonly string[]) => Promise.resolve(void keysOf.set(runId, keys)),
    dropRun: (runId: string) => Promise.resolve(void entries.delete(runId)),
  };
  log = new RunLog(store as unknown as RowStore);
  await begin();
  written = [];
});

afterEach(() => {
  vi.useRealTimers();
});

const doneOf = (runs: readonly StoredRun[]): number[] => runs.map(({ unitsDone }) => unitsDone);

test('the first scores are noted at once, those that follow together', () => {
  for (let done = 1; done <= 500; done += 1) log.reached(done);
  expect(doneOf(written)).toEqual([1]);
  vi.advanceTimersByTime(2_000);
  expect(doneOf(written)).toEqual([1, 500]);
  log.reached(600);
  expect(doneOf(written)).toEqual([1, 500, 600]);
});

test('the end is noted at once, and nothing after it', () => {
  log.reached(10);
  log.reached(20);
  log.end('finished', 900);
  log.reached(5);
  vi.advanceTimersByTime(10_000);
  expect(written.map(({ unitsDone, state }) => [unitsDone, state])).toEqual([
    [10, 'open'],
    [900, 'finished'],
  ]);
});

test('a later window never notes fewer scores than an earlier one had', async () => {
  log.reached(500);
  written = [];
  await begin();
  expect(doneOf(written)).toEqual([500]);
  log.reached(55);
  log.end('open', 80);
  expect(new Set(doneOf(written))).toEqual(new Set([500]));
});

test('the same run again goes on in its entry, finished or not; another has one of its own', async () => {
  log.end('finished', 900);
  const again = await begin();
  log.end('finished', 900);
  expect(await begin()).toMatchObject({ runId: again.runId, unitsDone: 900 });
  expect([...entries.keys()]).toEqual([again.runId]);
  log.end('finished', 900);
  await begin(900, 'j');
  expect(entries.size).toBe(2);
});

test('entries that an earlier page added for the same run become one', async () => {
  log.end('finished', 900);
  const [first] = [...entries.values()];
  if (first === undefined) throw new Error('no entry');
  for (const runId of ['b', 'c']) {
    entries.set(runId, { ...first, runId });
    keysOf.set(runId, keysOf.get(first.runId) ?? []);
  }
  await begin();
  expect([...entries.keys()]).toEqual([first.runId]);
});

test('an unfinished run of other units under the same recipe leaves the list', async () => {
  const other = await begin(900, 'j');
  expect([...entries.keys()]).toEqual([other.runId]);
});
