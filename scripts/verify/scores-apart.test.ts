import { expect, test } from 'vitest';
import { aRow } from '../../src/records/sample-row.ts';
import { figuresInWords, scoresApart, type ReferenceRow, type Scores } from './scores-apart.mjs';

const { item_id, condition, candidate, hidden, ctx_tokens, token_ids } = aRow;

/** A reference whose first token is so much below the lab's. */
const below = (nats: number, more: Partial<ReferenceRow> = {}): ReferenceRow => ({
  ...{ item_id, condition, candidate, hidden, ctx_tokens, candidateIds: token_ids },
  ...scoresBelow(nats),
  float64: null,
  ...more,
});
const scoresBelow = (nats: number): Scores => ({
  logprob: -0.75 - nats,
  logprobsNats: [-0.5 - nats, -0.25],
  gaps: [0.125, 0],
  endOfTurnLogprobNats: -1,
});
const failing = ({ expected }: ReturnType<typeof scoresApart>): readonly string[] =>
  expected.flatMap(({ what, holds }) => (holds ? [] : [what]));

test('largest and mean difference, a score and a token', () => {
  const found = scoresApart([aRow, { ...aRow, item_id: 'i-1' }], [below(4e-5), below(0, { item_id: 'i-1' })]);
  const { rows, tokens, score, token, endOfTurn } = found.againstFloat32;
  expect([found.rows, rows, tokens]).toEqual([2, 2, 4]);
  expect(score.largestNats).toBeCloseTo(4e-5, 10);
  expect(score.meanNats).toBeCloseTo(2e-5, 10);
  expect(token.largestNats).toBeCloseTo(4e-5, 10);
  expect(token.meanNats).toBeCloseTo(1e-5, 10);
  expect(endOfTurn.largestNats).toBe(0);
  expect(found.over).toEqual([]);
  expect(failing(found)).toEqual([]);
});

test('float64 tells whose rounding it is', () => {
  const nearTheLab = scoresApart([aRow], [below(1e-3, { float64: scoresBelow(1e-5) })]);
  const { labToFloat64, float32ToFloat64, nearerToFloat64 } = nearTheLab.alsoFloat64;
  expect(labToFloat64.score.largestNats).toBeCloseTo(1e-5, 10);
  expect(float32ToFloat64.score.largestNats).toBeCloseTo(1e-3 - 1e-5, 10);
  expect(nearerToFloat64).toEqual({ lab: 1, float32: 0 });
  // Float32 is itself so far off that the bound is held to float64, and that is counted.
  expect(nearTheLab.over).toEqual([]);
  expect(nearTheLab.heldToFloat64).toMatchObject({ scores: 1, tokens: 1 });
  expect(nearTheLab.heldToFloat64.each.map(({ row, what }) => `${row} ${what}`)).toEqual([
    'i-0/fail/failed score',
    'i-0/fail/failed token 0',
  ]);
  expect(failing(nearTheLab)).toEqual([]);
  expect(nearTheLab.expected[2]?.what).toContain('float64 for the 1 scores and 1 tokens');

  const nearPyTorch = scoresApart([aRow], [below(1e-3, { float64: scoresBelow(9e-4) })]);
  expect(nearPyTorch.alsoFloat64.nearerToFloat64).toEqual({ lab: 0, float32: 1 });
  expect(failing(nearPyTorch)).toEqual([
    expect.stringContaining('from its reference'),
    expect.stringContaining('from float64'),
  ]);
});

test('near enough to float32, and too far from float64 where that was asked', () => {
  const found = scoresApart([aRow], [below(4e-5, { float64: scoresBelow(8e-5) })]);
  expect(found.over).toEqual([]);
  expect(found.farFromFloat64).toHaveLength(1);
  expect(failing(found)).toEqual([expect.stringContaining('nor, where it was asked, from float64')]);
});

test('both figures are said in words', () => {
  expect(
    figuresInWords(scoresApart([aRow], [below(6e-5, { float64: scoresBelow(1e-5) })])).map((line) =>
      line.trim(),
    ),
  ).toEqual([
    'largest differences in nats, of 1 rows, 2 tokens',
    'the lab from PyTorch float32: 6.0e-5 a score, 6.0e-5 a token, 0.0e+0 an end of turn',
    'of 1 rows, 2 tokens, that were asked in float64 too:',
    'the lab from float64: 1.0e-5 a score, 1.0e-5 a token, 0.0e+0 an end of turn',
    'PyTorch float32 from float64: 5.0e-5 a score, 5.0e-5 a token, 0.0e+0 an end of turn',
  ]);
  expect(figuresInWords(scoresApart([aRow], [below(0)]))).toHaveLength(3);
});

test('a token may be over its bound where the sum is not', () => {
  const shifted = { ...below(0), logprobsNats: [-0.5 - 6e-5, -0.25 + 6e-5] };
  const found = scoresApart([aRow], [shifted]);
  expect(found.againstFloat32.score.largestNats).toBe(0);
  expect(found.over.map(({ what }) => what)).toEqual(['token 0', 'token 1']);
});

test('other tokens, another best token, a missing number and nothing at all do not pass', () => {
  const otherTokens = scoresApart([aRow], [below(0, { candidateIds: [5, 7] })]);
  expect(otherTokens.notTheSame).toEqual(['i-0 fail failed plain']);
  expect(otherTokens.againstFloat32.rows).toBe(0);
  expect(failing(otherTokens)).toHaveLength(1);
  const otherBest = scoresApart([aRow], [below(0, { gaps: [0, 0] })]);
  expect(otherBest.argmaxDifferences).toEqual(['i-0 fail failed plain token 0']);
  expect(failing(otherBest)).toHaveLength(1);
  const missing = scoresApart([{ ...aRow, token_logprobs: [-0.5] }], [below(0)]);
  expect(missing.againstFloat32.token.largestNats).toBeNaN();
  expect(missing.over).toHaveLength(1);
  expect(failing(scoresApart([aRow], []))).toHaveLength(1);
});
