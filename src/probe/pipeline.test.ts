import { expect, test } from 'vitest';
import type { ScoreRequest } from '../engine/index.ts';
import { rowsFromJsonl, rowsToJsonl } from '../records/index.ts';
import { PAPER_WORDING } from '../transcript/index.ts';
import {
  CONDITIONS,
  FIRST_CONDITIONS,
  probe,
  probeUnits,
  readRun,
  rowConditionOf,
  workOf,
  type ProbeItem,
  type Scored,
  type Scorer,
} from './index.ts';
import { sampleItem } from './sample-item.ts';

const scorer: Scorer = {
  model: 'Toy',
  identity: { checkpointSha256: 'c', tokenizerSha256: 't', engineVersion: '1' },
};
const items: readonly ProbeItem[] = Array.from({ length: 6 }, (_, i) => ({
  ...sampleItem,
  item_id: `item-${i}`,
  task_id: `task-${i}`,
  goal: `Find Ann, case ${i}.`,
}));

/** A toy that repeats what it has read: one nat a character for a call it has not seen, a tenth if it has. */
function toyScores(request: ScoreRequest): Scored {
  const seen = request.context.some(
    ({ role, content }) => role === 'assistant' && content === request.candidate,
  );
  const pieces = request.candidate.match(/.{1,4}/gs) ?? [];
  return {
    id: request.id,
    logprobsNats: pieces.map((piece) => (seen ? -piece.length / 10 : -piece.length)),
    gapsNats: pieces.map(() => (seen ? 0 : 1)),
    endOfTurnLogprobNats: -0.1,
    endOfTurnGapNats: 0,
    contextTokens: 50,
    candidateIds: pieces.map((_, i) => i),
    candidatePieces: pieces,
    jointDiffers: false,
    hiddenTokens: 0,
  };
}

test('the whole lane with a toy model, answered backwards', async () => {
  const run = await probe(items, FIRST_CONDITIONS, scorer, (requests, onScored) => {
    for (const request of [...requests].reverse()) onScored(toyScores(request));
    return Promise.resolve();
  });
  expect(run.errors).toEqual([]);
  expect(run.rows).toHaveLength(6 * 12);
  // 15 characters: −15 before, −1.5 after having seen the call, whatever followed it.
  expect(run.measures.map(({ gainNats }) => gainNats)).toEqual(
    items.map(() => expect.closeTo(-13.5, 9) as number),
  );
  expect(run.summary).toMatchObject({
    cases: 6,
    toward: 6,
    away: 0,
    repeatsBefore: { k: 0, n: 6 },
    repeatsAfter: { k: 6, n: 6 },
    rightCallsAfter: { k: 0, n: 6 },
  });
  expect(run.summary?.decomposition?.copyShare?.value).toBeCloseTo(1, 9);
  expect(readRun(items, run.rows.toReversed(), FIRST_CONDITIONS).summary).toEqual(run.summary);
  expect(run.summary?.conditions.map(({ condition }) => condition)).toEqual(['fail', 'succ', 'neut']);
});

test('no share is claimed of a rise that may be none', async () => {
  // In every other case the error takes back more than the call's presence gave.
  const run = await probe(items, FIRST_CONDITIONS, scorer, (requests, onScored) => {
    for (const request of requests) {
      const scores = toyScores(request);
      const turns = /^item-[024]\/fail/u.test(request.id);
      onScored(turns ? { ...scores, logprobsNats: scores.logprobsNats.map((nats) => nats - 6) } : scores);
    }
    return Promise.resolve();
  });
  expect(run.summary?.decomposition?.both.value).toBeGreaterThan(0);
  expect(run.summary?.decomposition?.both.interval?.low).toBeLessThan(0);
  expect(run.summary?.decomposition?.copyShare).toBeNull();
});

test('stored rows are not scored again, and the run reads the same', async () => {
  const units = probeUnits(items, FIRST_CONDITIONS);
  const first = workOf(units, scorer, []);
  const rows = first.requests.slice(0, 30).map((request) => {
    const row = first.rowOf(toyScores(request));
    if (!row.ok) throw new Error(row.error.details);
    return row.value;
  });
  const stored = rowsFromJsonl(rowsToJsonl(rows)).rows;
  const second = workOf(units, scorer, stored);
  expect(second.known).toEqual(rows);
  expect(second.requests).toEqual(first.requests.slice(30));
  const other = workOf(units, { ...scorer, identity: { ...scorer.identity, engineVersion: '2' } }, stored);
  expect(other.known).toEqual([]);
  const whole = await probe(items, FIRST_CONDITIONS, scorer, (requests, onScored) => {
    for (const request of requests) onScored(toyScores(request));
    return Promise.resolve();
  });
  const resumed = [
    ...second.known,
    ...second.requests.map((request) => second.rowOf(toyScores(request))),
  ].flatMap((row) => ('ok' in row ? (row.ok ? [row.value] : []) : [row]));
  expect(readRun(items, resumed, FIRST_CONDITIONS).summary).toEqual(whole.summary);
});

test('a sibling that asks the same takes over the stored row under its own name', () => {
  const twins = [
    sampleItem,
    { ...sampleItem, item_id: 'twin', failed_action: 'other()', obs_fail_echo: 'x other()' },
  ];
  const units = probeUnits(twins, ['pre']);
  const work = workOf(units, scorer, []);
  const gold = work.requests.find(({ id }) => id === `${sampleItem.item_id}/pre/gold`);
  if (gold === undefined) throw new Error('no request');
  const row = work.rowOf(toyScores(gold));
  if (!row.ok) throw new Error(row.error.details);
  const known = workOf(units, scorer, [row.value]).known;
  expect(known.map((entry) => [entry.item_id, entry.candidate, entry.logprob])).toEqual([
    [sampleItem.item_id, 'gold', row.value.logprob],
    ['twin', 'gold', row.value.logprob],
  ]);
});

test('an answer that is no number, or to no question, becomes an error and no row', async () => {
  const run = await probe(items.slice(0, 1), ['pre'], scorer, (requests, onScored) => {
    const [first, second] = requests;
    if (first === undefined || second === undefined) throw new Error('too few requests');
    onScored({ ...toyScores(first), logprobsNats: toyScores(first).logprobsNats.map(() => NaN) });
    onScored({ ...toyScores(second), id: 'never asked' });
    return Promise.resolve();
  });
  expect(run.rows).toEqual([]);
  expect(run.errors.map(({ kind }) => kind)).toEqual(['score-invalid', 'score-unasked']);
});

test('a run with other texts never reads as the published one, and both can lie side by side', async () => {
  const showing = {
    wording: { ...PAPER_WORDING, error: 'Oh no: {error}' },
    padded: new Map<string, string>(),
  };
  const answer = (requests: readonly ScoreRequest[], onScored: (scored: Scored) => void) => {
    for (const request of requests) onScored(toyScores(request));
    return Promise.resolve();
  };
  const custom = await probe(items, FIRST_CONDITIONS, scorer, answer, showing);
  expect(custom.summary?.cases).toBe(6);
  const row = rowConditionOf('fail', showing.wording);
  expect([...new Set(custom.rows.map(({ condition }) => condition))]).toEqual(['pre', row, 'succ', 'neut']);
  expect(readRun(items, custom.rows, FIRST_CONDITIONS).summary?.cases).toBe(0);
  const published = await probe(items, FIRST_CONDITIONS, scorer, answer);
  const together = [...custom.rows, ...published.rows];
  expect(readRun(items, together, FIRST_CONDITIONS).summary).toEqual(published.summary);
  // What the error template does not touch is found again under its stored key.
  const again = workOf(probeUnits(items, FIRST_CONDITIONS), scorer, custom.rows);
  expect(new Set(again.requests.map(({ id }) => id.split('/')[1]))).toEqual(new Set(['fail']));
});

test('the whole lane under fifteen conditions, four candidates in each', async () => {
  const padded = new Map(items.map(({ item_id }) => [item_id, 'Noted. entry=1']));
  const run = await probe(
    items,
    CONDITIONS,
    scorer,
    (requests, onScored) => {
      for (const request of requests) onScored(toyScores(request));
      return Promise.resolve();
    },
    { wording: PAPER_WORDING, padded },
    'same-everywhere',
  );
  expect(run.rows).toHaveLength(6 * 60);
  const [first] = run.measures;
  const seen = CONDITIONS.filter((name) => (first?.under[name].failedNats ?? NaN) > -2);
  // The toy repeats what it has seen: everywhere but where the call does not stand.
  expect(CONDITIONS.filter((name) => !seen.includes(name))).toEqual([
    'pre',
    'abstract',
    'fail_other',
    'abstract_min',
  ]);
  expect(first?.semPaddedNats).toBe(0);
  expect(CONDITIONS.every((name) => first?.under[name].repeatShareOfAll !== null)).toBe(true);
  expect(run.summary?.conditions.map(({ condition }) => condition)).toEqual(CONDITIONS.slice(1));
});

test('a partial run counts only complete cases', () => {
  const units = probeUnits(items, FIRST_CONDITIONS);
  const work = workOf(units, scorer, []);
  const rows = work.requests.slice(0, 12 + 5).flatMap((request) => {
    const row = work.rowOf(toyScores(request));
    return row.ok ? [row.value] : [];
  });
  const { measures, summary } = readRun(items, rows, FIRST_CONDITIONS);
  expect(measures).toHaveLength(2);
  expect(summary?.cases).toBe(1);
  expect(summary?.gain).toMatchObject({ n: 1, interval: null });
  expect(readRun(items, [], FIRST_CONDITIONS).summary).toMatchObject({
    cases: 0,
    gain: null,
    decomposition: null,
    conditions: [],
  });
});
