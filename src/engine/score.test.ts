import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fakeModel } from './fake-model.ts';
import { HIDDEN_BIAS, type LanguageModel, type Pass } from './port.ts';
import type { EncodedRequest, TokenScores, TokenSpan } from './request.ts';
import { scoreRequests, type ScoreEvent, type ScoreOptions } from './score.ts';

// Many small jobs; a busy machine may take ten times as long as a free one.
vi.setConfig({ testTimeout: 60_000 });

const PASS_SIZES = [1, 2, 7, 8, 64, 512];

const roomy: ScoreOptions = {
  passTokens: 64,
  keyValueBytes: 2 ** 20,
  scoreTensorBytes: 2 ** 26,
  targetPassMs: 1000,
  clock: () => 0,
  gate: () => Promise.resolve('go'),
  seed: 1,
};

/** Runs a job and sorts its events. */
async function run(
  requests: readonly EncodedRequest[],
  options: Partial<ScoreOptions> = {},
  model = fakeModel(),
) {
  const events: ScoreEvent[] = [];
  const result = await scoreRequests(model, requests, { ...roomy, ...options }, (event) =>
    events.push(event),
  );
  const scores = events.flatMap((event) => (event.kind === 'scores' ? event.scores : []));
  const refused = events.flatMap((event) => (event.kind === 'refused' ? [event] : []));
  return { events, result, scores, refused };
}

/** One request by itself: the whole sequence in one pass, causal, less what the last rows must not see. */
async function scoreAlone(model: LanguageModel, request: EncodedRequest): Promise<TokenScores> {
  const asked = [...request.candidate, ...(request.endOfTurn === null ? [] : [request.endOfTurn])];
  const sequence = [...request.context, ...asked];
  const n = sequence.length;
  const lastContext = request.context.length - 1;
  const bias = new Float32Array(n * n);
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column < n; column += 1) {
      const hides =
        row >= lastContext && request.hidden.some(({ start, end }) => column >= start && column < end);
      bias[row * n + column] = column > row || hides ? HIDDEN_BIAS : 0;
    }
  }
  const result = await model.run({
    tokens: Int32Array.from(sequence),
    positions: Int32Array.from(sequence.keys()),
    past: new Float32Array(0),
    pastTokens: 0,
    attentionBias: bias,
    scoredRows: Int32Array.from(asked, (_, index) => lastContext + index),
    targetRows: Int32Array.from(asked.keys()),
    targets: Int32Array.from(asked),
    keepKeyValues: false,
    keepLogits: false,
  });
  const k = request.candidate.length;
  const scored = request.endOfTurn !== null;
  return {
    id: request.id,
    logprobsNats: [...result.logprobsNats.slice(0, k)],
    gapsNats: [...result.gapsNats.slice(0, k)],
    endOfTurnLogprobNats: scored ? sure(result.logprobsNats[k]) : null,
    endOfTurnGapNats: scored ? sure(result.gapsNats[k]) : null,
    contextTokens: request.context.length,
  };
}

/** Distinct prefixes with a scored successor, told apart by what stands in them and what is hidden from them. */
function distinctPrefixes(requests: readonly EncodedRequest[]): number {
  const prefixes = new Set<string>();
  for (const { context, candidate, endOfTurn, hidden } of requests) {
    const sequence = [...context, ...candidate, ...(endOfTurn === null ? [] : [endOfTurn])];
    const masked = context.flatMap((_, at) =>
      hidden.some(({ start, end }) => start <= at && at < end) ? [at] : [],
    );
    for (let length = 1; length < sequence.length; length += 1) {
      const branch =
        masked.length > 0 && length >= context.length ? `|${context.length} without ${masked.join()}` : '';
      prefixes.add(sequence.slice(0, length).join() + branch);
    }
  }
  return prefixes.size;
}

/** Few token ids and shared stems, so that prefixes, duplicates and contexts inside contexts are common. */
const requestSets = fc
  .record({
    stems: fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
    bodies: fc.array(
      fc.record({
        stem: fc.nat(2),
        more: fc.array(fc.nat(2), { maxLength: 6 }),
        candidate: fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
        endOfTurn: fc.option(fc.constant(3)),
        cuts: fc.uniqueArray(fc.nat(16), { maxLength: 4 }),
        task: fc.nat(4),
      }),
      { minLength: 1, maxLength: 14 },
    ),
  })
  .map(({ stems, bodies }) =>
    bodies.map(({ stem, more, candidate, endOfTurn, cuts, task }, index): EncodedRequest => {
      const context = [...sure(stems[stem % stems.length]), ...more];
      const inside = cuts.filter((cut) => cut < context.length).sort((left, right) => left - right);
      const hidden: TokenSpan[] = [];
      for (let cut = 0; cut + 1 < inside.length; cut += 2) {
        hidden.push({ start: sure(inside[cut]), end: sure(inside[cut + 1]) });
      }
      return {
        id: `r${index}`,
        task: `t${task}`,
        template: `p${task % 2}`,
        context,
        candidate,
        endOfTurn,
        hidden,
      };
    }),
  );

const sure = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('nothing there');
  return value;
};

const byId = (scores: readonly TokenScores[]) => new Map(scores.map((score) => [score.id, score]));

const request = (id: string, context: number[], candidate: number[], more: Partial<EncodedRequest> = {}) => ({
  id,
  task: 't',
  template: 'p',
  context,
  candidate,
  endOfTurn: null,
  hidden: [],
  ...more,
});

describe('scores', () => {
  test('are those of each request alone, in any packing, and each prefix is computed once', async () => {
    await fc.assert(
      fc.asyncProperty(requestSets, fc.constantFrom(...PASS_SIZES), async (requests, passTokens) => {
        const { result, scores } = await run(requests, { passTokens });
        const alone = await Promise.all(requests.map((each) => scoreAlone(fakeModel(), each)));
        expect(byId(scores)).toEqual(byId(alone));
        expect(scores).toHaveLength(requests.length);
        if (!result.ok) throw new Error(result.error.happened);
        const { counters } = result.value;
        expect(counters.evictedTokens).toBe(0);
        expect(counters.computedTokens).toBe(distinctPrefixes(requests));
        expect(counters.plannedTokens).toBe(counters.computedTokens);
        expect(counters.passes).toBeGreaterThanOrEqual(Math.ceil(counters.computedTokens / passTokens));
      }),
      { numRuns: 150 },
    );
  });

  test('stay the same when keys and values are evicted; every eviction is one recomputation', async () => {
    let evictions = 0;
    await fc.assert(
      fc.asyncProperty(
        requestSets,
        fc.constantFrom(...PASS_SIZES),
        fc.nat(24),
        fc.integer({ min: 1, max: 40 }),
        async (requests, passTokens, capacityTokens, tensorTokens) => {
          const { result, scores } = await run(requests, {
            passTokens,
            keyValueBytes: capacityTokens * 8 * 4,
            scoreTensorBytes: 3 * 2 * tensorTokens ** 2 * 4,
          });
          const alone = await Promise.all(requests.map((each) => scoreAlone(fakeModel(), each)));
          expect(byId(scores)).toEqual(byId(alone));
          expect(scores).toHaveLength(requests.length);
          if (!result.ok) throw new Error(result.error.happened);
          const { computedTokens, plannedTokens, evictedTokens } = result.value.counters;
          expect(plannedTokens).toBe(distinctPrefixes(requests));
          expect(computedTokens).toBe(plannedTokens + evictedTokens);
          evictions += evictedTokens;
        },
      ),
      { numRuns: 150 },
    );
    expect(evictions).toBeGreaterThan(100);
  });

  test('hide a span from the rows that write the candidate, and from no others', async () => {
    const context = [5, 6, 7, 8, 9];
    const plain = request('plain', context, [1, 2]);
    const hidden = request('hidden', context, [1, 2], { hidden: [{ start: 1, end: 3 }] });
    const touching = request('touching', context, [1, 2], {
      hidden: [
        { start: 1, end: 2 },
        { start: 2, end: 3 },
      ],
    });
    const passes: Pass[] = [];
    const model = fakeModel({ onRun: (pass) => passes.push(structuredClone(pass)) });
    const { scores, result } = await run([plain, hidden, touching], {}, model);
    const [first, second, third] = ['plain', 'hidden', 'touching'].map((id) => sure(byId(scores).get(id)));
    expect(second?.logprobsNats).not.toEqual(first?.logprobsNats);
    expect(third?.logprobsNats).toEqual(second?.logprobsNats);
    // 5 context rows and 1 of the candidate; the last context row and the candidate's once more for the branch.
    // From scratch 6 each; by contexts the 4 shared, then a last row for each way of hiding, and 1 of each candidate.
    expect(result.ok && result.value.counters).toMatchObject({
      computedTokens: 8,
      perCandidateTokens: 18,
      perContextTokens: 9,
    });
    // Rows: 4 shared, then two branches of two. Masks of one branch's rows, by position of what they see.
    const pass = sure(passes[0]);
    const sees = (row: number) =>
      [...pass.positions].flatMap((_, column) =>
        pass.attentionBias[row * 8 + column] === 0 ? [column] : [],
      );
    const branches = [4, 6].map((row) => [sees(row), sees(row + 1)]);
    expect(branches).toContainEqual([
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4, 5],
    ]);
    expect(branches).toContainEqual([
      [0, 3, 6],
      [0, 3, 6, 7],
    ]);
  });

  test('duplicates and candidates inside candidates share rows', async () => {
    const requests = [
      request('a', [1], [2, 3]),
      request('same', [1], [2, 3], { task: 'other' }),
      request('inside', [1], [2]),
      request('turn', [1], [2], { endOfTurn: 4 }),
      request('longer', [1, 2], [3]),
    ];
    const { scores, result } = await run(requests);
    const found = byId(scores);
    expect(scores).toHaveLength(5);
    expect(found.get('same')).toEqual({ ...found.get('a'), id: 'same' });
    expect(sure(found.get('turn')).logprobsNats).toEqual(sure(found.get('inside')).logprobsNats);
    expect(sure(found.get('turn')).endOfTurnLogprobNats).not.toBeNull();
    expect(sure(found.get('longer')).logprobsNats).toEqual(sure(found.get('a')).logprobsNats.slice(1));
    if (!result.ok) throw new Error(result.error.happened);
    const { computedTokens, perCandidateTokens, perContextTokens } = result.value.counters;
    expect(computedTokens).toBe(2);
    // From scratch: 2 + 2 + 1 + 2 + 2. Contexts [1] and [1, 2] once: 3, and the candidates' 1 + 1 + 0 + 1 + 0.
    expect(perCandidateTokens).toBe(9);
    expect(perContextTokens).toBe(6);
  });
});

describe('a job', () => {
  test('that is cancelled has handed out the first part of what it would have, and nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(requestSets, fc.nat(30), fc.nat(20), async (requests, allowed, capacityTokens) => {
        const options = { passTokens: 3, keyValueBytes: capacityTokens * 32 };
        const whole = await run(requests, options);
        let passes = 0;
        const cut = await run(requests, {
          ...options,
          gate: () => Promise.resolve((passes += 1) > allowed ? 'cancel' : 'go'),
        });
        const wholePasses = whole.result.ok ? whole.result.value.counters.passes : 0;
        const outcome = allowed >= wholePasses ? 'finished' : 'cancelled';
        expect(cut.result.ok && cut.result.value.outcome).toBe(outcome);
        expect(cut.events).toEqual(whole.events.slice(0, cut.events.length));
        expect(new Set(cut.scores.map(({ id }) => id)).size).toBe(cut.scores.length);
        if (outcome === 'cancelled') expect(cut.result.ok && cut.result.value.counters.passes).toBe(allowed);
      }),
      { numRuns: 100 },
    );
  });

  test('waits while the gate is shut, and does not count the wait', async () => {
    let nowMs = 0;
    let open = (): void => {
      throw new Error('not at the gate yet');
    };
    const model = fakeModel({ onRun: () => (nowMs += 10) });
    const running = run(
      [request('a', [1, 2, 3], [4])],
      {
        passTokens: 2,
        clock: () => nowMs,
        gate: () =>
          new Promise((resolve) => {
            open = () => {
              resolve('go');
            };
          }),
      },
      model,
    );
    await Promise.resolve();
    expect(nowMs).toBe(0);
    nowMs += 5000;
    open();
    await new Promise((resolve) => setTimeout(resolve, 5));
    open();
    const { result } = await running;
    expect(result.ok && result.value.counters).toMatchObject({ passes: 2, elapsedMs: 20 });
  });

  test('announces every pass, and progress after it', async () => {
    const { events } = await run([request('a', [1, 2, 3, 4], [5])], { passTokens: 3 });
    expect(events.map(({ kind }) => kind)).toEqual([
      'progress',
      'pass',
      'progress',
      'pass',
      'scores',
      'progress',
    ]);
  });

  test('without requests ends at once', async () => {
    const { result } = await run([]);
    expect(result.ok && result.value).toMatchObject({
      outcome: 'finished',
      counters: { unitsAll: 0, passes: 0 },
    });
  });

  test('refuses bad requests one by one, and scores the others', async () => {
    const long = Array.from({ length: 95 }, () => 1);
    const bad: [string, EncodedRequest][] = [
      ['context-empty', request('b1', [], [1])],
      ['candidate-empty', request('b2', [1], [])],
      ['token-outside-vocabulary', request('b3', [1, 23], [1])],
      ['token-outside-vocabulary', request('b4', [1], [-1])],
      ['token-outside-vocabulary', request('b5', [1], [1], { endOfTurn: 0.5 })],
      ['past-the-window', request('b6', long, [1, 2])],
      ['past-the-window', request('b7', long, [1], { endOfTurn: 2 })],
      ['hidden-span-invalid', request('b8', [1, 2], [1], { hidden: [{ start: 0, end: 2 }] })],
      ['hidden-span-invalid', request('b9', [1, 2, 3], [1], { hidden: [{ start: 1, end: 1 }] })],
      ['request-id-repeated', request('good', [1], [1])],
    ];
    const good = [request('good', [1], [2]), request('fits', long, [1])];
    const { result, scores, refused } = await run([...good, ...bad.map(([, each]) => each)]);
    expect(scores.map(({ id }) => id).sort()).toEqual(['fits', 'good']);
    expect(refused.map(({ id, error }) => [error.kind, id])).toEqual(bad.map(([kind, { id }]) => [kind, id]));
    expect(result.ok && result.value.counters.unitsAll).toBe(2);
  });

  test('fails with a value when the session does', async () => {
    const requests = [request('a', [1, 2], [3, 4])];
    const broken = fakeModel({
      onRun: () => {
        throw new Error('out of memory');
      },
    });
    const failed = await run(requests, {}, broken);
    expect(failed.result).toMatchObject({ ok: false, error: { kind: 'pass-failed' } });

    for (const poison of [Number.NaN, Infinity]) {
      const sound = fakeModel();
      const poisoned: LanguageModel = {
        shape: sound.shape,
        run: async (pass) => {
          const answer = await sound.run(pass);
          answer.gapsNats[0] = poison;
          return answer;
        },
      };
      const { result, scores } = await run(requests, {}, poisoned);
      expect(result).toMatchObject({ ok: false, error: { kind: 'numbers-not-finite' } });
      expect(scores).toEqual([]);
    }

    const short: LanguageModel = {
      shape: fakeModel().shape,
      run: async (pass) => ({ ...(await fakeModel().run(pass)), newKeyValues: new Float32Array(1) }),
    };
    const { result } = await run(requests, { passTokens: 1 }, short);
    expect(result).toMatchObject({ ok: false, error: { kind: 'pass-result-size' } });
  });

  test('with an option out of range does not start', async () => {
    for (const options of [{ passTokens: 0 }, { keyValueBytes: Number.NaN }, { scoreTensorBytes: 0 }]) {
      const { result, events } = await run([request('a', [1], [2])], options);
      expect(result).toMatchObject({ ok: false, error: { kind: 'option-invalid' } });
      expect(events).toEqual([]);
    }
  });
});
