import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { decodeGreedy, type DecodeEvent, type DecodeOptions } from './decode.ts';
import type { DecodedTokens, EncodedDecodeRequest } from './decode-request.ts';
import { fakeModel } from './fake-model.ts';
import type { LanguageModel, Pass } from './port.ts';
import { nextLogits } from './write-alone.ts';

// Many small jobs; a busy machine may take ten times as long as a free one.
vi.setConfig({ testTimeout: 60_000 });

const roomy: DecodeOptions = {
  passTokens: 64,
  keyValueBytes: 2 ** 20,
  scoreTensorBytes: 2 ** 26,
  targetPassMs: 1000,
  sideBySide: 16,
  clock: () => 0,
  gate: () => Promise.resolve('go'),
};

async function run(
  requests: readonly EncodedDecodeRequest[],
  options: Partial<DecodeOptions> = {},
  model = fakeModel(),
) {
  const events: DecodeEvent[] = [];
  const result = await decodeGreedy(model, requests, { ...roomy, ...options }, (event) => events.push(event));
  const decoded = events.flatMap((event) => (event.kind === 'decoded' ? [event.decoded] : []));
  const refused = events.flatMap((event) => (event.kind === 'refused' ? [event] : []));
  return { events, result, decoded, refused };
}

/** One context by itself, everything computed anew for every token. */
async function decodeAlone(model: LanguageModel, request: EncodedDecodeRequest): Promise<DecodedTokens> {
  const tokenIds: number[] = [];
  const ended = (
    stopReason: DecodedTokens['stopReason'],
    stopToken: number | null = null,
  ): DecodedTokens => ({
    id: request.id,
    tokenIds,
    stopReason,
    stopToken,
    ties,
    elapsedMs: 0,
  });
  let ties = 0;
  for (;;) {
    const sequence = [...request.context, ...tokenIds];
    if (sequence.length > model.shape.windowTokens) return ended('window');
    const logits = await nextLogits(model, sequence);
    const best = Math.max(...logits);
    const winners = [...logits].flatMap((logit, token) => (logit === best ? [token] : []));
    if (winners.length > 1) ties += 1;
    const token = winners[0] ?? -1;
    if (request.stopIds.includes(token)) return ended('stop-token', token);
    tokenIds.push(token);
    if (request.stopWhen?.(tokenIds) === true) return ended('stop-when');
    if (tokenIds.length === request.maximumTokens) return ended('token-limit');
  }
}

const request = (
  id: string,
  context: number[],
  more: Partial<EncodedDecodeRequest> = {},
): EncodedDecodeRequest => ({
  id,
  context,
  maximumTokens: 6,
  stopIds: [],
  ...more,
});

const requestSets = fc
  .array(
    fc.record({
      context: fc.array(fc.nat(2), { minLength: 1, maxLength: 12 }),
      maximumTokens: fc.integer({ min: 1, max: 14 }),
      stopIds: fc.uniqueArray(fc.nat(22), { maxLength: 4 }),
      multiple: fc.option(fc.integer({ min: 2, max: 9 })),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((bodies) =>
    bodies.map(({ context, maximumTokens, stopIds, multiple }, index) =>
      request(`r${index}`, context, {
        maximumTokens,
        stopIds,
        ...(multiple === null
          ? {}
          : { stopWhen: (ids: readonly number[]) => (ids.at(-1) ?? 1) % multiple === 0 }),
      }),
    ),
  );

const byId = (decoded: readonly DecodedTokens[]) => new Map(decoded.map((each) => [each.id, each]));

describe('decoding', () => {
  test('side by side writes what each context alone would write', async () => {
    let ties = 0;
    const reasons = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        requestSets,
        fc.constantFrom(1, 2, 7, 64),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 25, max: 120 }),
        async (requests, passTokens, sideBySide, capacityTokens) => {
          // Few logit steps and many tokens would tie often; the real vocabulary hardly ever does. Both are met here.
          const model = fakeModel({ shape: { windowTokens: 20 } });
          const { decoded, result } = await run(
            requests,
            { passTokens, sideBySide, keyValueBytes: capacityTokens * 32 },
            model,
          );
          const alone = await Promise.all(requests.map((each) => decodeAlone(model, each)));
          expect(byId(decoded)).toEqual(byId(alone));
          expect(decoded).toHaveLength(requests.length);
          expect(result.ok && result.value.outcome).toBe('finished');
          for (const each of decoded) {
            ties += each.ties;
            reasons.add(each.stopReason);
          }
        },
      ),
      { numRuns: 120 },
    );
    expect(ties).toBeGreaterThan(0);
    expect([...reasons].sort()).toEqual(['stop-token', 'stop-when', 'token-limit', 'window']);
  });

  test('a context asked again beside one that goes on from it does not come between the two', async () => {
    // Of the last three, [0] is held already; its row is computed behind that of [0, 1], which looks back at it.
    const model = fakeModel({ shape: { windowTokens: 20 } });
    const requests = [[0, 0], [0], [1], [0, 1], [0]].map((context, index) =>
      request(`r${index}`, context, { maximumTokens: 1 }),
    );
    const { decoded } = await run(requests, { sideBySide: 3, keyValueBytes: 25 * 32 }, model);
    const alone = await Promise.all(requests.map((each) => decodeAlone(model, each)));
    expect(byId(decoded)).toEqual(byId(alone));
  });

  test('computes shared beginnings once, then one row for each continuation and step', async () => {
    const passes: Pass[] = [];
    const model = fakeModel({ onRun: (pass) => passes.push(structuredClone(pass)) });
    const { result } = await run([request('a', [1, 2, 3, 4]), request('b', [1, 2, 3, 5])], {}, model);
    expect(passes.map(({ tokens }) => tokens.length)).toEqual([5, 2, 2, 2, 2, 2]);
    expect(passes.map(({ pastTokens }) => pastTokens)).toEqual([0, 5, 7, 9, 11, 13]);
    expect(result.ok && result.value.computedTokens).toBe(15);
  });

  test('grows one buffer of keys and values instead of building it for every token', async () => {
    const buffers = new Set<ArrayBufferLike>();
    const model = fakeModel({ shape: { windowTokens: 400 }, onRun: (pass) => buffers.add(pass.past.buffer) });
    const context = Array.from({ length: 200 }, (_, index) => index % 7);
    await run([request('a', context, { maximumTokens: 150 })], { passTokens: 256 }, model);
    expect(buffers.size).toBeLessThanOrEqual(5);
  });

  test('drops the rows of ended continuations', async () => {
    const pastTokens: number[] = [];
    const model = fakeModel({ onRun: (pass) => pastTokens.push(pass.pastTokens) });
    const long = Array.from({ length: 40 }, (_, index) => index % 5);
    await run([request('short', long, { maximumTokens: 2 }), request('long', [6, 7])], {}, model);
    // The prefill, one step of both; then only the other's context and its own tokens are looked back at.
    expect(pastTokens).toEqual([0, 42, 3, 4, 5, 6]);
  });

  test('cancelled at the gate, hands out what had ended', async () => {
    let gates = 0;
    const { decoded, result } = await run([request('a', [1], { maximumTokens: 1 }), request('b', [2])], {
      gate: () => Promise.resolve((gates += 1) > 3 ? 'cancel' : 'go'),
    });
    expect(decoded.map(({ id }) => id)).toEqual(['a']);
    expect(result.ok && result.value).toMatchObject({ outcome: 'cancelled', passes: 3 });
  });

  test('refuses what cannot be continued', async () => {
    const { decoded, refused } = await run(
      [
        request('empty', []),
        request('none', [1], { maximumTokens: 0 }),
        request('vocabulary', [99]),
        request('window', new Array<number>(97).fill(1)),
        request('memory', [1, 2, 3], { maximumTokens: 90 }),
        request('good', [1]),
        request('good', [2]),
      ],
      { keyValueBytes: 80 * 32 },
    );
    expect(decoded.map(({ id }) => id)).toEqual(['good']);
    expect(refused.map(({ error }) => error.kind)).toEqual([
      'context-empty',
      'token-limit-invalid',
      'token-outside-vocabulary',
      'past-the-window',
      'decode-past-memory',
      'request-id-repeated',
    ]);
  });

  test('fails with a value when logits are not finite', async () => {
    const sound = fakeModel();
    const poisoned: LanguageModel = {
      shape: sound.shape,
      run: async (pass) => {
        const answer = await sound.run(pass);
        if (pass.pastTokens > 2) answer.logits?.fill(Number.NaN, 3, 4);
        return answer;
      },
    };
    const { result, decoded } = await run([request('a', [1, 2])], {}, poisoned);
    expect(result).toMatchObject({ ok: false, error: { kind: 'numbers-not-finite' } });
    expect(decoded).toEqual([]);
  });
});
