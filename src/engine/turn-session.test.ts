import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fakeModel } from './fake-model.ts';
import type { Pass } from './port.ts';
import { open, roomy, ROW_BYTES } from './roomy-session.ts';
import { turnDraws } from './turn-draws.ts';
import type { DecodedTurn, EncodedTurnRequest } from './turn-request.ts';
import { TurnSession } from './turn-session.ts';
import { writeAlone } from './write-alone.ts';

// Many small jobs; a busy machine may take ten times as long as a free one.
vi.setConfig({ testTimeout: 60_000 });

const request = (
  id: string,
  context: readonly number[],
  more: Partial<EncodedTurnRequest> = {},
): EncodedTurnRequest => ({ id, context, maximumTokens: 4, stopIds: [], ...more });

/** Adds these, and whatever `next` makes of a turn that has ended. */
async function run(
  session: TurnSession,
  requests: readonly EncodedTurnRequest[],
  next: (turn: DecodedTurn) => EncodedTurnRequest | null = () => null,
) {
  const turns: DecodedTurn[] = [];
  const refused = requests.flatMap((each) => session.add(each) ?? []);
  const result = await session.run((event) => {
    if (event.kind !== 'decoded') return;
    turns.push(event.decoded);
    const following = next(event.decoded);
    const error = following === null ? null : session.add(following);
    if (error !== null) throw new Error(error.details);
  });
  if (!result.ok) throw new Error(result.error.details);
  return { turns, refused, summary: result.value };
}

const range = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

describe('keys and values kept from step to step', () => {
  test('a next step computes what is new: the last token written, and the observation', async () => {
    const passes: Pass[] = [];
    const session = open(fakeModel({ onRun: (pass) => passes.push(pass) }));
    const { turns, summary } = await run(session, [request('0', range(20))], ({ id, tokenIds }) =>
      id === '0' ? request('1', [...range(20), ...tokenIds, 5, 6, 7]) : null,
    );
    expect(turns.map(({ heldTokens }) => heldTokens)).toEqual([0, 23]);
    // 20, then 3 of the 4 written; the fourth and three more, then again 3.
    expect(passes.map(({ tokens }) => tokens.length)).toEqual([20, 1, 1, 1, 4, 1, 1, 1]);
    expect(summary.computedTokens).toBe(30);
  });

  test('what was tokenised otherwise is computed from there on', async () => {
    const session = open(fakeModel());
    const { turns, summary } = await run(session, [request('0', range(20))], ({ id, tokenIds }) =>
      id === '0' ? request('1', [...range(20), tokenIds[0] ?? 0, 22 - (tokenIds[1] ?? 0), 5]) : null,
    );
    expect(turns.map(({ heldTokens }) => heldTokens)).toEqual([0, 21]);
    expect(summary.computedTokens).toBe(20 + 3 + 2 + 3);
  });

  test('a beginning that other rollouts have is there for those that come later, from an earlier run too', async () => {
    const session = open(fakeModel());
    await run(session, [request('a', [...range(18), 1])]);
    const { turns, summary } = await run(session, [request('b', [...range(18), 2])]);
    expect(turns[0]?.heldTokens).toBe(18);
    expect(summary.computedTokens).toBe(1 + 3);
  });

  test('a context that is held to its end is asked once more for what comes next', async () => {
    const session = open(fakeModel());
    const first = await run(session, [request('a', range(18))]);
    const again = await run(session, [request('b', range(18))]);
    expect(again.turns[0]?.tokenIds).toEqual(first.turns[0]?.tokenIds);
    expect(again.turns[0]?.heldTokens).toBe(18);
    expect(again.summary.computedTokens).toBe(4);
  });

  test('harnesses that share all steps up to the first failure share their rows up to there', async () => {
    const model = fakeModel();
    const session = open(model, { sideBySide: 1 });
    const harnesses = ['verbatim', 'abstract', 'drop', 'terse'];
    const { turns, summary } = await run(
      session,
      harnesses.map((harness) => request(`${harness} 0`, range(15))),
      ({ id, tokenIds }) => {
        const [harness = '', step = ''] = id.split(' ');
        if (step === '0') return request(`${harness} 1`, [...range(15), ...tokenIds, 9]);
        // From here on each shows the failure in its own way.
        const shown = [...range(14), 15 + harnesses.indexOf(harness), 20, 21];
        return step === '1' ? request(`${harness} 2`, shown) : null;
      },
    );
    expect(turns).toHaveLength(12);
    const one = 15 + 3 + (2 + 3);
    expect(summary.computedTokens).toBe(one + 4 * (3 + 3));
    // One after the other, though only one context at a time was allowed: equal ones count once.
    expect(turns.slice(0, 4).map(({ id }) => id.split(' ')[1])).toEqual(['0', '0', '0', '0']);
  });

  test('drops what was not used longest when the shelf is full', async () => {
    const session = open(fakeModel(), { shelfBytes: 20 * ROW_BYTES, sideBySide: 1 });
    const contextOf = (task: number) => [...range(10), task, ...range(9, 12)];
    const heldOf = async (task: number) =>
      (await run(session, [request(`${task}`, contextOf(task), { maximumTokens: 1 })])).turns[0]?.heldTokens;
    expect(await heldOf(1)).toBe(0);
    expect(await heldOf(2)).toBe(10);
    expect(await heldOf(3)).toBe(10);
    // While one is written, with the 10 that all share, the own 10 of two others lie on the shelf.
    expect(await heldOf(4)).toBe(10);
    expect(await heldOf(4)).toBe(20);
    expect(await heldOf(3)).toBe(20);
    expect(await heldOf(2)).toBe(20);
    expect(await heldOf(1)).toBe(10);
    expect(await heldOf(4)).toBe(10);
    expect(await heldOf(2)).toBe(20);
  });

  test('keeps nothing with an empty shelf but what goes on at once', async () => {
    const session = open(fakeModel(), { shelfBytes: 0 });
    await run(session, [request('a', range(20))]);
    await run(session, [request('b', [22, 21])]);
    const { turns } = await run(session, [request('c', range(20))]);
    expect(turns[0]?.heldTokens).toBe(0);
  });

  test('property: rollouts write what each turn alone would write, whatever is held, dropped and beside it', async () => {
    let held = 0;
    let computed = 0;
    let fromNothing = 0;
    const fewest: boolean[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          tasks: fc.integer({ min: 1, max: 3 }),
          harnesses: fc.integer({ min: 1, max: 3 }),
          steps: fc.integer({ min: 1, max: 4 }),
          maximumTokens: fc.integer({ min: 1, max: 5 }),
          temperature: fc.constantFrom(0, 0.8),
          topP: fc.constantFrom(0.8, 1),
          stopIds: fc.uniqueArray(fc.nat(22), { maxLength: 3 }),
          seed: fc.nat(50),
        }),
        fc.record({
          passTokens: fc.constantFrom(1, 3, 64, null),
          sideBySide: fc.integer({ min: 1, max: 6 }),
          keyValueBytes: fc.integer({ min: 60, max: 200 }).map((rows) => rows * ROW_BYTES),
          shelfBytes: fc.constantFrom(0, 20, 60, 4000).map((rows) => rows * ROW_BYTES),
        }),
        async ({ tasks, harnesses, steps, maximumTokens, temperature, topP, stopIds, seed }, options) => {
          const model = fakeModel({ shape: { windowTokens: 60 } });
          const asked = new Map<string, EncodedTurnRequest>();
          const turnOf = (task: number, harness: number, step: number, context: readonly number[]) => {
            const turn = request(`${task} ${harness} ${step}`, context, {
              maximumTokens,
              stopIds,
              rank: task,
              sampling: { temperature, topP, draw: turnDraws(`${task}`, seed, step) },
            });
            asked.set(turn.id, {
              ...turn,
              sampling: { temperature, topP, draw: turnDraws(`${task}`, seed, step) },
            });
            return turn;
          };
          const session = open(model, options);
          const starts = range(tasks).flatMap((task) =>
            range(harnesses).map((harness) => turnOf(task, harness, 0, [...range(12), task])),
          );
          const { turns, summary } = await run(session, starts, ({ id, tokenIds }) => {
            const [task = 0, harness = 0, step = 0] = id.split(' ').map(Number);
            if (step + 1 >= steps) return null;
            const before = asked.get(id)?.context ?? [];
            // The first step is shown alike, later ones by each harness in its own way.
            if (step === 0 || harness === 0)
              return turnOf(task, harness, step + 1, [...before, ...tokenIds, step]);
            return turnOf(task, harness, step + 1, [...before.slice(0, 13 + step), harness, step]);
          });
          expect(turns).toHaveLength(tasks * harnesses * steps);
          for (const turn of turns) {
            const { sampling, ...rest } = asked.get(turn.id) ?? request('', []);
            const alone = await writeAlone(model, sampling ? { ...rest, sampling } : rest);
            expect({ tokenIds: turn.tokenIds, ties: turn.ties }).toEqual({
              tokenIds: alone.tokenIds,
              ties: alone.ties,
            });
            held += turn.heldTokens;
            fromNothing += rest.context.length + turn.tokenIds.length - 1;
          }
          computed += summary.computedTokens;
          if (options.shelfBytes === 4000 * ROW_BYTES && options.keyValueBytes >= 150 * ROW_BYTES) {
            // Nothing is dropped: every distinct prefix that has a successor once, and a little for ends met again.
            const prefixes = new Set(
              turns.flatMap(({ id, tokenIds, stopToken }) => {
                const all = [...(asked.get(id)?.context ?? []), ...tokenIds];
                const rows = stopToken === null ? all.length - 1 : all.length;
                return range(rows, 1).map((length) => all.slice(0, length).join(' '));
              }),
            );
            expect(summary.computedTokens).toBeGreaterThanOrEqual(prefixes.size);
            fewest.push(summary.computedTokens === prefixes.size);
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(held).toBeGreaterThan(1000);
    expect(computed).toBeLessThan(fromNothing / 2);
    expect(fewest.filter(Boolean).length).toBeGreaterThan(fewest.length / 2);
  });
});

describe('turns joining and leaving', () => {
  test('one that comes back joins the others that are still being written', async () => {
    const passes: Pass[] = [];
    const session = open(fakeModel({ onRun: (pass) => passes.push(pass) }));
    const { summary } = await run(
      session,
      [
        request('short', range(10), { maximumTokens: 2 }),
        request('long', range(10, 9), { maximumTokens: 9 }),
      ],
      ({ id, tokenIds }) =>
        id === 'short' ? request('next', [...range(10), ...tokenIds, 7, 8], { maximumTokens: 3 }) : null,
    );
    // Both contexts; a step of both; then the three new tokens of the next turn beside the other's newest one.
    expect(passes.map(({ tokens }) => tokens.length)).toEqual([20, 2, 4, 2, 2, 1, 1, 1, 1]);
    expect(summary.passes).toBe(9);
  });

  test('waits for a place, the lowest rank first', async () => {
    const session = open(fakeModel(), { sideBySide: 1 });
    const { turns } = await run(
      session,
      ['a', 'b', 'c'].map((id, rank) => request(id, [rank, 1], { rank })),
      ({ id }) =>
        id.length < 3 ? request(`${id}+`, [id.length, 5], { rank: id.codePointAt(0) === 97 ? 0 : 2 }) : null,
    );
    expect(turns.map(({ id }) => id)).toEqual(['a', 'a+', 'a++', 'b', 'c', 'b+', 'c+', 'b++', 'c++']);
  });

  test('never holds more rows than it was given', async () => {
    let most = 0;
    const session = open(
      fakeModel({ onRun: ({ pastTokens, tokens }) => (most = Math.max(most, pastTokens + tokens.length)) }),
      { keyValueBytes: 60 * ROW_BYTES, shelfBytes: 40 * ROW_BYTES },
    );
    const { turns } = await run(
      session,
      range(6).map((task) => request(`${task} 0`, [task, ...range(15)], { rank: task })),
      ({ id, tokenIds }) => {
        const [task = 0, step = 0] = id.split(' ').map(Number);
        return step < 3
          ? request(`${task} ${step + 1}`, [task, ...range(15), ...tokenIds, step], { rank: task })
          : null;
      },
    );
    expect(turns).toHaveLength(24);
    expect(most).toBeLessThanOrEqual(60);
    expect(most).toBeGreaterThan(40);
  });

  test('clears even a little that is not needed when the room is', async () => {
    let most = 0;
    const session = open(
      fakeModel({ onRun: ({ pastTokens, tokens }) => (most = Math.max(most, pastTokens + tokens.length)) }),
      { keyValueBytes: 33 * ROW_BYTES, shelfBytes: 0 },
    );
    // Three rows of fifteen: not enough to be cleared for their own sake.
    await run(session, [request('a', [...range(12), 7], { maximumTokens: 3 })]);
    await run(session, [request('b', [...range(12), 6, ...range(17)])]);
    expect(most).toBe(33);
  });

  test('cancelled, a turn that was begun is ended by the next run', async () => {
    const model = fakeModel();
    const [whole] = (await run(open(model), [request('a', range(9), { maximumTokens: 8 })])).turns;
    let gates = 0;
    let now = 0;
    const session = open(model, {
      clock: () => (now += 1),
      gate: () => Promise.resolve((gates += 1) === 4 ? 'cancel' : 'go'),
    });
    const first = await run(session, [request('a', range(9), { maximumTokens: 8 })]);
    expect(first).toMatchObject({ turns: [], summary: { outcome: 'cancelled', passes: 3 } });
    const second = await run(session, []);
    expect(second.summary).toMatchObject({ outcome: 'finished', passes: 5 });
    expect(second.turns[0]).toMatchObject({ tokenIds: whole?.tokenIds });
    expect(second.turns[0]?.elapsedMs).toBeGreaterThan(0);
  });

  test('refuses what it cannot write, and options out of range', async () => {
    const session = open(fakeModel(), { keyValueBytes: 40 * ROW_BYTES });
    const draw = () => 0;
    const { turns, refused } = await run(session, [
      request('good', [1]),
      request('good', [2]),
      request('hot', [1], { sampling: { temperature: Number.NaN, topP: 1, draw } }),
      request('cut', [1], { sampling: { temperature: 1, topP: 0, draw } }),
      request('long', [1], { maximumTokens: 41 }),
    ]);
    expect(turns.map(({ id }) => id)).toEqual(['good']);
    expect(refused.map(({ kind }) => kind)).toEqual([
      'request-id-repeated',
      'temperature-invalid',
      'top-p-invalid',
      'decode-past-memory',
    ]);
    for (const options of [{ sideBySide: 0 }, { shelfBytes: -1 }, { passTokens: 0.5 }]) {
      expect(TurnSession.open(fakeModel(), { ...roomy, ...options })).toMatchObject({
        ok: false,
        error: { kind: 'option-invalid' },
      });
    }
  });
});
