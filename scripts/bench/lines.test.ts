import { describe, expect, test } from 'vitest';
import type { Measured } from './line.mjs';
import { linesOf } from './lines.mjs';
import { lineThrough, median, shortened } from './numbers.mjs';

const set = {
  set: 'a-set',
  largestScoreNats: 1.9e-4,
  largestTokenNats: 4e-5,
  largestEndOfTurnNats: 1e-5,
  argmaxDifferences: [] as string[],
  ties: ['one token 2'],
  notTheSame: [] as string[],
};

const progress = {
  computedTokens: 400,
  plannedTokens: 400,
  evictedTokens: 0,
  perCandidateTokens: 4000,
  perContextTokens: 1600,
};

/** Tab and native at one thread count: a job of so many seconds, plain and packed passes of so many milliseconds. */
const round = (threads: number, tabSeconds: number, nativeSeconds: number, packedMs: number) => ({
  threads,
  tab: [
    {
      loadSeconds: 3,
      job: {
        seconds: tabSeconds,
        secondsBeforeFirstPass: 0.1,
        progress,
        rows: [{ item_id: 'i', condition: 'pre', candidate: 'failed', logprob: -3 }],
        passes: [
          { newTokens: 32, pastTokens: 0, elapsedMs: 5000 },
          { newTokens: 200, pastTokens: 640, elapsedMs: packedMs },
        ],
      },
      prefill: [{ newTokens: 600, pastTokens: 0, elapsedMs: 6000 / threads }],
      packed: [{ newTokens: 650, pastTokens: 650, elapsedMs: 8000 }],
    },
  ],
  native: [
    {
      job: { seconds: nativeSeconds, pushedTokens: 500, scores: { 'i/pre/failed': -3.0001 } },
      prefill: [{ tokens: 600, seconds: 3 }],
      decode: { at: [] },
    },
  ],
});

const holding = (peakMB: number, afterMB: number) => ({
  holding: 'folded',
  before: { residentMB: 100, ownMB: 20 },
  rounds: [{ peakMB, after: { residentMB: afterMB, ownMB: 25 } }],
});

const mainThread = {
  threads: 1,
  ended: true,
  longestTaskMs: 0,
  longTasks: [],
  slowestInputMs: 40,
  inputs: 12,
  inputsSeen: 14,
  reportedInputs: 9,
  openedAnItem: true,
  duringLoad: { untilReadyMs: 20, sessionKept: false },
  duringRun: [{ untilReadyMs: 900, sessionKept: true }],
};

const study = (id: string, tabSeconds: number, nativeSeconds: number[]) => ({
  id,
  set: 'a-set',
  threads: 2,
  tab: [
    {
      seconds: tabSeconds,
      progress,
      rows: [{ item_id: 'i', condition: 'pre', candidate: 'failed', logprob: -3 }],
      refused: [],
      secondsBeforeFirstPass: 4,
      passes: [{ newTokens: 200, pastTokens: 640, elapsedMs: 1200 }],
    },
  ],
  native: nativeSeconds.map((seconds) => ({
    seconds,
    pushedTokens: 500,
    scores: { 'i/pre/failed': -3.0001 },
  })),
});

const kept: Measured = {
  failed: {},
  agreement: { sets: [set] },
  job: [round(1, 19, 20, 2400), round(2, 10, 11, 1200)],
  native: { about: {} },
  toolshed: [study('core', 240, [301]), study('extended', 400, [200])],
  decoding: {
    byPast: [
      { pastTokens: 0, msPerStep: 30, steps: 24 },
      { pastTokens: 600, msPerStep: 42, steps: 24 },
    ],
    byWidth: [],
  },
  memory: { holdings: [holding(1050, 109)], settleSeconds: 30 },
  mainThread,
  firstPaint: { paintsMs: [700, 900, 1400], scripts: [{ path: '/a.js', gzipBytes: 90_000 }] },
};

const lineOf = (id: string, changes: Partial<Measured> = {}) => {
  const found = linesOf({ ...kept, ...changes }).find((line) => line.id === id);
  if (found === undefined) throw new Error(`no line ${id}`);
  return found;
};

describe('a budget that is kept is ok, one that is not is not', () => {
  const over: readonly (readonly [string, Partial<Measured>])[] = [
    ['agreement', { agreement: { sets: [set, { ...set, largestTokenNats: 5.1e-5 }] } }],
    ['agreement', { agreement: { sets: [{ ...set, largestScoreNats: Number.NaN }] } }],
    ['agreement', { agreement: { sets: [{ ...set, argmaxDifferences: ['one token 1'] }] } }],
    ['agreement', { agreement: { sets: [{ ...set, notTheSame: ['a row'] }] } }],
    ['tokens', { job: [{ ...round(1, 1, 1, 1), tab: [withProgress({ evictedTokens: 1 })] }] }],
    ['tokens', { job: [{ ...round(1, 1, 1, 1), tab: [withProgress({ computedTokens: 401 })] }] }],
    ['job', { job: [round(1, 19, 20, 2400), round(2, 11.1, 11, 1200)] }],
    ['toolshed-core', { toolshed: [study('core', 241, [301])] }],
    ['toolshed-core', { toolshed: [study('core', 301, [900])] }],
    ['packed', { job: [round(1, 19, 20, 3200), round(2, 10, 11, 1200)] }],
    ['threads', { job: [round(1, 15, 20, 2400), round(2, 10, 11, 1200)] }],
    ['decoding', { decoding: slope(46) }],
    ['memory-peak', { memory: { holdings: [holding(1101, 109)], settleSeconds: 30 } }],
    ['memory-unload', { memory: { holdings: [holding(1050, 111)], settleSeconds: 30 } }],
    ['main-thread-task', { mainThread: { ...mainThread, longestTaskMs: 51 } }],
    ['main-thread-task', { mainThread: { ...mainThread, ended: false } }],
    ['main-thread-input', { mainThread: { ...mainThread, slowestInputMs: 104 } }],
    [
      'main-thread-cancel',
      { mainThread: { ...mainThread, duringRun: [{ untilReadyMs: Number.NaN, sessionKept: true }] } },
    ],
    ['first-paint', { firstPaint: { paintsMs: [700, 1000, 1400], scripts: [] } }],
    ['first-scripts', { firstPaint: { paintsMs: [], scripts: [{ path: '/a.js', gzipBytes: 100_000 }] } }],
  ];

  test.each(over)('%s %#', (id, changes) => {
    expect(lineOf(id)).toMatchObject({ ok: true });
    expect(lineOf(id, changes)).toMatchObject({ ok: false });
  });
});

function withProgress(change: Partial<typeof progress>) {
  const [tab] = round(1, 1, 1, 1).tab;
  if (tab === undefined) throw new Error('a round has a tab');
  return { ...tab, job: { ...tab.job, progress: { ...progress, ...change } } };
}

function slope(msAt600: number) {
  return {
    byPast: [
      { pastTokens: 0, msPerStep: 30, steps: 24 },
      { pastTokens: 600, msPerStep: msAt600, steps: 24 },
    ],
    byWidth: [],
  };
}

test('what was not measured is null and says why', () => {
  const lines = linesOf({ failed: { memory: 'the browser went away' } });
  expect(lines.every(({ value, ok, why }) => value === null && ok === null && why !== undefined)).toBe(true);
  expect(lines.find(({ id }) => id === 'memory-peak')?.why).toBe('the browser went away');
  expect(lines.find(({ id }) => id === 'job')?.why).toBe('not asked for');
  expect(lines.find(({ id }) => id === 'built-in')?.why).toBe('not asked for');
});

test('a first visit is held to its bytes, and its times to theirs', () => {
  const visit = { sentBytes: 5e6, brotliBytes: 5e6, gzipBytes: 6.2e6, plainBytes: 17e6 };
  const timed = (firstSeconds: number, endSeconds: number) => [{ firstSeconds, endSeconds }];
  const builtIn = { visit, sent: [], firstLook: timed(4, 9), classPreset: timed(3, 61) };
  const lineOfAll = (id: string, found: object) =>
    linesOf({ builtIn: found, failed: {} }).find((one) => one.id === id);
  expect(lineOfAll('built-in', builtIn)).toMatchObject({ ok: true, why: 'as gzip it is above the budget' });
  expect(lineOfAll('built-in', { ...builtIn, visit: { ...visit, sentBytes: 6.1e6 } })).toMatchObject({
    ok: false,
  });
  expect(lineOfAll('built-in-first-g', builtIn)).toMatchObject({ ok: true });
  expect(lineOfAll('built-in-class', builtIn)).toMatchObject({ ok: false });
});

test('without native PyTorch the job has figures and no verdict', () => {
  const alone = [round(1, 19, 20, 2400), round(2, 10, 11, 1200)].map((at) => ({ ...at, native: [] }));
  const line = lineOf('job', { job: alone, native: { reason: 'no Python' } });
  expect(line).toMatchObject({ ok: null, why: 'no Python' });
  expect(line.value).toMatchObject({ byThreads: [{ tabSeconds: 19, nativeSeconds: null }, {}] });
});

test('the published probe has figures without a rival, and no verdict', () => {
  expect(lineOf('toolshed-core', { toolshed: [study('core', 240, [])] })).toMatchObject({
    ok: null,
    value: {
      tabMinutes: 4,
      ratio: null,
      shareOfPerCandidate: 0.1,
      largestDifferenceNats: null,
      secondsBeforeFirstPass: 4,
      profile: null,
    },
  });
  expect(lineOf('toolshed-extended')).toMatchObject({ ok: null, value: { ratio: 2, scores: 1 } });
  expect(lineOf('toolshed-extended', { toolshed: [] }).why).toBe('it was not measured');
});

test('numbers', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
  expect(lineThrough([[0, 1], [2, 5]])?.at(3)).toBeCloseTo(7); // prettier-ignore
  expect(lineThrough([[1, 1], [1, 5]])).toBeNull(); // prettier-ignore
  expect(shortened({ a: [1.234567, Number.NaN, 123456] })).toEqual({ a: [1.235, null, 123456] });
});
