import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_RECIPE } from '../records/index.ts';
import { aProvenance } from '../records/sample-row.ts';
import type { RowStore, StoredRun } from './row-store.ts';
import { RunLog } from './run-log.ts';

let written: StoredRun[];
let log: RunLog;

beforeEach(async () => {
  vi.useFakeTimers();
  written = [];
  const store = {
    runs: () => Promise.resolve([]),
    putRun: (run: StoredRun) => Promise.resolve(void written.push(run)),
    putRunKeys: () => Promise.resolve(),
  };
  log = new RunLog(store as unknown as RowStore);
  await log.begin({
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
    units: Array.from({ length: 900 }, (_, index) => ({
      itemId: 'i',
      condition: 'fail' as const,
      rowCondition: 'fail',
      candidate: 'failed' as const,
      hidden: null,
      request: {
        id: String(index),
        task: '',
        template: '',
        context: [],
        candidate: String(index),
        scoreEndOfTurn: true,
        hidden: [],
      },
    })),
  });
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
