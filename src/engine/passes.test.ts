import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fakeModel } from './fake-model.ts';
import type { EncodedRequest } from './request.ts';
import { scoreRequests, type ScoreOptions } from './score.ts';

// Many small jobs; a busy machine may take ten times as long as a free one.
vi.setConfig({ testTimeout: 60_000 });

const HEADS = 2;
const ROW_BYTES = 8 * 4;

interface PassSize {
  readonly newTokens: number;
  readonly pastTokens: number;
  readonly keeps: boolean;
}

async function passesOf(requests: readonly EncodedRequest[], options: Partial<ScoreOptions>) {
  const passes: PassSize[] = [];
  let nowMs = 0;
  const model = fakeModel({
    onRun: ({ tokens, pastTokens, keepKeyValues }) => {
      passes.push({ newTokens: tokens.length, pastTokens, keeps: keepKeyValues });
      nowMs += 10 + 5 * tokens.length;
    },
  });
  const all: ScoreOptions = {
    passTokens: null,
    keyValueBytes: 2 ** 20,
    scoreTensorBytes: 2 ** 26,
    targetPassMs: 1000,
    clock: () => nowMs,
    gate: () => Promise.resolve('go'),
    seed: 1,
    ...options,
  };
  const result = await scoreRequests(model, requests, all, () => undefined);
  if (!result.ok) throw new Error(result.error.happened);
  return { passes, counters: result.value.counters };
}

const request = (
  id: string,
  context: readonly number[],
  candidate: readonly number[],
  task = 't',
): EncodedRequest => ({
  id,
  task,
  template: 'p',
  context,
  candidate,
  endOfTurn: null,
  hidden: [],
});

/** Long stems that wait for tasks far apart: several of them are more than can be kept. */
const requestSets = fc
  .array(
    fc.record({
      stem: fc.nat(3),
      context: fc.array(fc.nat(1), { maxLength: 3 }),
      task: fc.nat(9),
      candidate: fc.array(fc.nat(1), { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 16 },
  )
  .map((bodies) =>
    bodies.map(({ stem, context, candidate, task }, index) =>
      request(`r${index}`, [...new Array<number>(12).fill(stem), ...context], candidate, `t${task}`),
    ),
  );

describe('passes', () => {
  test('keep within their bounds wherever a whole path can be kept', async () => {
    let narrow = 0;
    let evicted = 0;
    await fc.assert(
      fc.asyncProperty(
        requestSets,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 19, max: 40 }),
        fc.integer({ min: 1, max: 400 }),
        async (requests, passTokens, capacityTokens, tensorCells) => {
          const { passes, counters } = await passesOf(requests, {
            passTokens,
            keyValueBytes: capacityTokens * ROW_BYTES,
            scoreTensorBytes: 3 * HEADS * tensorCells * 4,
          });
          for (const { newTokens, pastTokens } of passes) {
            expect(newTokens).toBeLessThanOrEqual(passTokens);
            expect(pastTokens).toBeLessThanOrEqual(capacityTokens);
            if (newTokens > 1) expect(newTokens * (pastTokens + newTokens)).toBeLessThanOrEqual(tensorCells);
            else narrow += 1;
          }
          expect(passes.reduce((sum, { newTokens }) => sum + newTokens, 0)).toBe(counters.computedTokens);
          evicted += counters.evictedTokens;
          // Nothing looks back at the last pass of a job.
          expect(passes.at(-1)?.keeps).toBe(false);
        },
      ),
      { numRuns: 120 },
    );
    expect(narrow).toBeGreaterThan(0);
    expect(evicted).toBeGreaterThan(100);
  });

  test('end where what has to be kept fits, so that nothing is evicted', async () => {
    const context = [1, 2, 3, 4, 5, 6];
    const requests = [7, 8, 9].map((first) => request(`r${first}`, context, [first, 1, 2, 3, 4]));
    const { passes, counters } = await passesOf(requests, { passTokens: 8, keyValueBytes: 6 * ROW_BYTES });
    // Six rows may be put out and kept: each pass ends where a candidate does (four rows), not two rows into the next.
    expect(passes.map(({ newTokens }) => newTokens)).toEqual([6, 4, 4, 4]);
    expect(counters).toMatchObject({ evictedTokens: 0, computedTokens: 18 });
  });

  test('look back at their ancestors only', async () => {
    const requests = [request('a', [1, 2, 3, 4], [5]), request('b', [1, 6, 7, 8], [5])];
    const { passes } = await passesOf(requests, { passTokens: 4 });
    expect(passes.map(({ pastTokens }) => pastTokens)).toEqual([0, 1]);
  });

  test('without a fixed size settle at the target time', async () => {
    const requests = Array.from({ length: 60 }, (_, index) =>
      request(`r${index}`, [Math.floor(index / 8), index % 8, ...new Array<number>(60).fill(1)], [2]),
    );
    const { passes } = await passesOf(requests, { targetPassMs: 510 });
    expect(passes[0]?.newTokens).toBe(32);
    for (const { newTokens } of passes.slice(3, -1)) {
      expect(newTokens).toBeGreaterThan(90);
      expect(newTokens).toBeLessThan(110);
    }
  });
});
