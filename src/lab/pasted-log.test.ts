import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logReading } from '../transcript/index.ts';
import { DoorWorker } from './door-worker.ts';
import { PastedLog } from './pasted-log.ts';

const LOG =
  'User: Lend it.\n\nAssistant: lend(titel="A")\n\nTool: Error: no argument titel\n\nAssistant: Done.';

/** What crossed into workers, and how many there were. */
let taken: string[];
let workers: DoorWorker[];
/** Logs that the worker never comes to an end with. */
let endless: Set<string>;

beforeEach(() => {
  taken = [];
  workers = [];
  endless = new Set();
  class CountedWorker extends DoorWorker {
    constructor() {
      let held = '';
      DoorWorker.door = {
        takeLog: (pasted) => {
          taken.push(pasted);
          held = pasted;
        },
        readLog: (choice) =>
          endless.has(held) ? (new Promise<never>(() => undefined) as never) : logReading(held, choice),
      };
      super();
      workers.push(this);
    }
  }
  vi.stubGlobal('Worker', CountedWorker);
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const worker of workers) worker.close();
});

const begun = (pasted: string): Promise<void> =>
  vi.waitFor(() => {
    expect(taken).toContain(pasted);
  });

test('a text crosses once, however it is then read, and the answer is that of the rooms without a page', async () => {
  const log = new PastedLog();
  const first = await log.read(LOG, {});
  expect(first).toEqual({ ok: true, value: logReading(LOG, {}) });
  const other = await log.read(LOG, { format: 'react-text' });
  expect(other).toEqual({ ok: true, value: logReading(LOG, { format: 'react-text' }) });
  expect(taken).toEqual([LOG]);
  expect(workers).toHaveLength(1);
});

test('a newer paste takes the place of one that is still being read, and that one is told nothing', async () => {
  const log = new PastedLog();
  endless.add('slow');
  const slow = log.read('slow', {});
  await begun('slow');
  const quick = await log.read(LOG, {});
  expect(await slow).toBeNull();
  expect(quick?.ok).toBe(true);
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
});

test('a worker that dies is an error with its cure, and the next paste has a worker of its own', async () => {
  const log = new PastedLog();
  endless.add('deadly');
  const reading = log.read('deadly', {});
  await begun('deadly');
  workers[0]?.onerror?.({ message: 'gone', preventDefault: () => undefined } as ErrorEvent);
  const died = await reading;
  expect(died).toMatchObject({ ok: false, error: { kind: 'log-not-read' } });
  expect((await log.read(LOG, {}))?.ok).toBe(true);
  expect(workers).toHaveLength(2);
});

test('what is forgotten is not held by a worker either', async () => {
  const log = new PastedLog();
  await log.read(LOG, {});
  log.forget();
  expect(workers[0]?.isTerminated).toBe(true);
  await log.read(LOG, {});
  expect(taken).toEqual([LOG, LOG]);
});
