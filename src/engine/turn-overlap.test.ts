import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fakeModel } from './fake-model.ts';
import type { LanguageModel, Pass } from './port.ts';
import { open, ROW_BYTES } from './roomy-session.ts';
import type { DecodedTurn, EncodedTurnRequest } from './turn-request.ts';
import type { TurnSession } from './turn-session.ts';
import { writeAlone } from './write-alone.ts';

// Many small jobs; a busy machine may take ten times as long as a free one.
vi.setConfig({ testTimeout: 60_000 });

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const visibleColumns = (pass: Pass | undefined): number[][] => {
  const rows = pass?.tokens.length ?? 0;
  const width = rows + (pass?.pastTokens ?? 0);
  return range(rows).map((row) =>
    range(width).filter((column) => pass?.attentionBias[row * width + column] === 0),
  );
};

const greedy = (id: string, context: readonly number[], maximumTokens: number): EncodedTurnRequest => ({
  id,
  context,
  maximumTokens,
  stopIds: [],
});

async function write(session: TurnSession, requests: readonly EncodedTurnRequest[]): Promise<DecodedTurn[]> {
  const turns: DecodedTurn[] = [];
  for (const request of requests) expect(session.add(request)).toBeNull();
  const result = await session.run((event) => {
    if (event.kind === 'decoded') turns.push(event.decoded);
  });
  if (!result.ok) throw new Error(result.error.details);
  expect(turns).toHaveLength(requests.length);
  return turns;
}

async function expectAsAlone(
  model: LanguageModel,
  turns: readonly DecodedTurn[],
  requests: readonly EncodedTurnRequest[],
): Promise<void> {
  for (const request of requests) {
    const { tokenIds } = await writeAlone(model, request);
    expect(turns.find(({ id }) => id === request.id)?.tokenIds).toEqual(tokenIds);
  }
}

describe('contexts that are beginnings of one another', () => {
  test('one that is held and asked again, in front of those that go on from it or behind them', async () => {
    const passes: Pass[] = [];
    const model = fakeModel({ onRun: (pass) => passes.push(pass) });
    for (const order of ['longer first', 'shorter first']) {
      const session = open(model);
      await write(session, [greedy('held', [3, 1], 1)]);
      passes.length = 0;
      const requests = [2, 3, 4, 5].map((next) => greedy(`goes on with ${next}`, [3, 1, next], 1));
      if (order === 'shorter first') requests.unshift(greedy('shorter', [3, 1], 1));
      else requests.push(greedy('shorter', [3, 1], 1));
      const turns = await write(session, requests);
      // All in one pass: the row of [3, 1] is held, and computed again.
      expect(passes.map(({ tokens, pastTokens }) => [tokens.length, pastTokens])).toEqual([[5, 2]]);
      // Each row sees itself and what is before it where it is held, not where it is computed again.
      expect(visibleColumns(passes[0])).toEqual(
        range(5).map((row) => (passes[0]?.tokens[row] === 1 ? [0, 2 + row] : [0, 1, 2 + row])),
      );
      await expectAsAlone(model, turns, requests);
    }
  });

  test('what lies on the shelf and is written again lies in one place', async () => {
    const model = fakeModel();
    // Room for the rows of two turns.
    const session = open(model, { sideBySide: 1, shelfBytes: 20 * ROW_BYTES });
    for (let round = 0; round < 12; round += 1) {
      const again = greedy(`again ${round}`, [1, 2, 3, 4], 4);
      const other = greedy(`other ${round}`, [9, 8, 7, 6, 5, 4, 3, 2, 1], 2);
      await expectAsAlone(model, await write(session, [again]), [again]);
      const [turn] = await write(session, [other]);
      // What `again` writes is written over and over; it does not push out what there is room for.
      expect(turn?.heldTokens).toBe(round === 0 ? 0 : 9);
    }
  });

  test('property: run after run, whatever is held and wherever it lies, each is written as it would be alone', async () => {
    let held = 0;
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(
            fc.record({
              // A context of its own, or an earlier one with what was written behind it, but for the end.
              own: fc.array(fc.nat(1), { minLength: 1, maxLength: 6 }),
              goesOnFrom: fc.option(fc.nat(30)),
              dropped: fc.nat(3),
              maximumTokens: fc.integer({ min: 1, max: 5 }),
            }),
            { minLength: 1, maxLength: 5 },
          ),
          { minLength: 1, maxLength: 5 },
        ),
        fc.record({
          passTokens: fc.constantFrom(1, 2, 3, 64, null),
          sideBySide: fc.integer({ min: 1, max: 5 }),
          capacityTokens: fc.integer({ min: 24, max: 60 }),
          shelfBytes: fc.constantFrom(0, 3, 8, 20, 4000).map((rows) => rows * ROW_BYTES),
        }),
        async (batches, { capacityTokens, ...options }) => {
          let most = 0;
          const model = fakeModel({
            shape: { windowTokens: 24 },
            onRun: ({ pastTokens }) => (most = Math.max(most, pastTokens)),
          });
          const session = open(model, { ...options, keyValueBytes: capacityTokens * ROW_BYTES });
          const sequences: number[][] = [];
          for (const [batch, bodies] of batches.entries()) {
            const requests = bodies.map(({ own, goesOnFrom, dropped, maximumTokens }, index) => {
              const earlier = sequences[(goesOnFrom ?? 0) % Math.max(1, sequences.length)];
              const context = goesOnFrom === null || !earlier ? own : earlier.slice(0, -dropped || undefined);
              return greedy(
                `${batch} ${index}`,
                context.length === 0 ? own : context.slice(0, 20),
                maximumTokens,
              );
            });
            const turns = await write(session, requests);
            expect(most).toBeLessThanOrEqual(capacityTokens);
            await expectAsAlone(model, turns, requests);
            for (const { id, tokenIds, heldTokens } of turns) {
              const context = requests.find((request) => request.id === id)?.context ?? [];
              sequences.push([...context, ...tokenIds]);
              held += heldTokens;
            }
            runs += 1;
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(runs).toBeGreaterThan(200);
    expect(held).toBeGreaterThan(1000);
  });
});
