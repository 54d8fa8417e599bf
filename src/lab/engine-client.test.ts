import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobEvent, Stage } from '../../workers/engine-door.ts';
import { DoorWorker } from './door-worker.ts';
import { EngineClient } from './engine-client.ts';
import { LabFault } from './lab-fault.ts';

const SOURCE = { kind: 'served', baseUrl: 'http://127.0.0.1/' } as const;
const OPTIONS = { holding: 'auto', threads: 1, windowTokens: null } as const;
const JOB = { requests: [], passTokens: null, keyValueBytes: 0 };
const READING: Stage = { name: 'reading-weights', expectedMs: 1_000 };
const never = new Promise<never>(() => undefined);

/** Messages between the two ends have arrived. */
const delivered = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const faultOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no fault',
    (thrown: unknown) => (thrown instanceof LabFault ? thrown.labError.kind : String(thrown)),
  );

beforeEach(() => {
  vi.stubGlobal('Worker', DoorWorker);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  DoorWorker.newest?.close();
});

test('what a worker said before it was ended is not heard after it', async () => {
  let say: (stage: Stage) => void = () => undefined;
  DoorWorker.door = {
    load: (_source, _options, onStage) => {
      say = onStage;
      return never;
    },
  };
  const client = new EngineClient();
  const heard: string[] = [];
  const loading = faultOf(client.load(SOURCE, OPTIONS, ({ name }) => heard.push(name)));
  await delivered();
  say(READING);
  await delivered();
  say({ name: 'creating-session', expectedMs: 1_000 });
  client.end();
  expect(await loading).toBe('engine-ended');
  await delivered();
  expect(heard).toEqual(['reading-weights']);
  expect(DoorWorker.newest?.isTerminated).toBe(true);
});

test('silence is waited for ten times as long as was announced, then the worker is given up', async () => {
  DoorWorker.door = {
    load: (_source, _options, onStage) => {
      onStage({ name: 'creating-session', expectedMs: 60_000 });
      return never;
    },
  };
  const client = new EngineClient();
  const loading = faultOf(client.load(SOURCE, OPTIONS, () => undefined));
  await delivered();
  vi.advanceTimersByTime(599_000);
  expect(client.ended).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(await loading).toBe('engine-silent');
  expect(client.ended).toBe(true);
});

test('a paused job may be silent for ever; once it goes on, it may not', async () => {
  let say: (event: JobEvent) => void = () => undefined;
  DoorWorker.door = {
    score: (_job, onEvent) => {
      say = onEvent;
      return never;
    },
    pause: () => undefined,
    resume: () => undefined,
  };
  const client = new EngineClient();
  const scoring = faultOf(client.score(JOB, () => undefined));
  await delivered();
  client.pause();
  // The pass that was on ends after the pause was asked for.
  say({ kind: 'stage', stage: { name: 'pass', expectedMs: 500 } });
  await delivered();
  vi.advanceTimersByTime(3_600_000);
  expect(client.ended).toBe(false);
  client.resume();
  vi.advanceTimersByTime(3_600_000);
  expect(await scoring).toBe('engine-silent');
});

test('an error of the worker ends the call that waits, and the client with it', async () => {
  DoorWorker.door = { score: () => never };
  const client = new EngineClient();
  const scoring = faultOf(client.score(JOB, () => undefined));
  DoorWorker.newest?.onerror?.({
    message: 'Uncaught 287541984',
    preventDefault: () => undefined,
  } as ErrorEvent);
  expect(await scoring).toBe('engine-fault');
  expect(client.ended).toBe(true);
  expect(await faultOf(client.score(JOB, () => undefined))).not.toBe('no fault');
});
