import { expect, test } from 'vitest';
import { judgedRow, type BothScores, type Scores } from './reference-of.mjs';

/** toolshed-0030-s2-name_for_email-3 under abstract, its failed call, by SmolLM2-135M: tokens 4 to 8 of 27. */
const NEAR: Scores = {
  logprob: -42.50393193734635,
  logprobsNats: [
    -2.7181813716888428, -0.558423638343811, -7.697317123413086, -0.0004650464979931712, -0.14948345720767975,
  ],
  gaps: [0, 0, 0, 0, 0],
  endOfTurnLogprobNats: -0.013373198918998241,
};
const PYTORCH: BothScores = {
  ...NEAR,
  logprob: -42.50389328,
  logprobsNats: [-2.718190305, -0.558427604, -7.697264953, -0.0004658531822, -0.1494804294],
  endOfTurnLogprobNats: -0.01337342543,
  float64: {
    ...NEAR,
    logprob: -42.5040279,
    logprobsNats: [-2.718186379, -0.5584248388, -7.697317201, -0.000465851523, -0.1494834394],
    endOfTurnLogprobNats: -0.01337324014,
  },
};

/** The same numbers, one of them so much farther down. */
const shifted = <T extends Scores>(scores: T, token: number, nats: number): T => ({
  ...scores,
  logprobsNats: scores.logprobsNats.map((own, place) => (place === token ? own - nats : own)),
});
const redIn = (lab: Scores, theirs: BothScores): readonly string[] =>
  judgedRow(lab, theirs).flatMap(({ what, reference, holds }) => (holds ? [] : [`${what}: ${reference}`]));
const heldToFloat64 = (lab: Scores, theirs: BothScores): readonly string[] =>
  judgedRow(lab, theirs).flatMap(({ what, reference }) => (reference === 'float64' ? [what] : []));

test('the one token of 1,667 on which float32 itself is too coarse is held to float64, every other to float32', () => {
  const token = judgedRow(NEAR, PYTORCH).find(({ what }) => what === 'token 2');
  expect(token).toMatchObject({ reference: 'float64', holds: true });
  expect(token?.float32Nats).toBeCloseTo(5.217e-5, 8);
  expect(token?.coarseNats).toBeCloseTo(5.225e-5, 8);
  expect(token?.float64Nats).toBeCloseTo(7.8e-8, 9);
  expect(heldToFloat64(NEAR, PYTORCH)).toEqual(['token 2']);
  expect(redIn(NEAR, PYTORCH)).toEqual([]);
});

test('where float64 was not asked, and where float32 is as good, it is float32 that counts', () => {
  expect(redIn(NEAR, { ...PYTORCH, float64: null })).toEqual(['token 2: float32']);
  // Float64 on the lab's side does not help: float32 is within the bound of it.
  const float64 = shifted(PYTORCH, 2, 4e-5);
  expect(redIn(NEAR, { ...PYTORCH, float64 })).toEqual(['token 2: float32']);
});

test('a token that is off is red, against whichever it is held to', () => {
  expect(redIn(shifted(NEAR, 0, 6e-5), PYTORCH)).toEqual(['token 0: float32']);
  expect(redIn(shifted(NEAR, 2, 6e-5), PYTORCH)).toEqual(['token 2: float64']);
  expect(redIn(shifted(NEAR, 2, -6e-5), PYTORCH)).toEqual(['token 2: float64']);
  // As near to the coarse float32 as can be is no excuse.
  expect(redIn({ ...NEAR, logprobsNats: PYTORCH.logprobsNats }, PYTORCH)).toEqual(['token 2: float64']);
});

test('a score that is off is red, against whichever it is held to; so is the end of the turn', () => {
  expect(redIn({ ...NEAR, logprob: NEAR.logprob + 2.5e-4 }, PYTORCH)).toEqual(['score: float32']);
  const float64 = { ...NEAR, logprob: PYTORCH.logprob - 3e-4 };
  const coarse = { ...PYTORCH, float64 };
  expect(heldToFloat64(NEAR, coarse)).toContain('score');
  expect(redIn({ ...NEAR, logprob: float64.logprob + 1.9e-4 }, coarse)).toEqual([]);
  expect(redIn({ ...NEAR, logprob: float64.logprob + 2.1e-4 }, coarse)).toEqual(['score: float64']);
  expect(redIn({ ...NEAR, endOfTurnLogprobNats: -0.0135 }, PYTORCH)).toEqual(['end of turn: float32']);
  expect(redIn({ ...NEAR, endOfTurnLogprobNats: null }, PYTORCH)).toEqual([]);
});

test('a number that is missing holds nowhere', () => {
  const short = { ...NEAR, logprobsNats: NEAR.logprobsNats.slice(0, 4) };
  expect(redIn(short, PYTORCH)).toEqual(['token 4: float32']);
  expect(redIn(NEAR, { ...PYTORCH, logprobsNats: short.logprobsNats })).toEqual(['token 4: float32']);
  expect(redIn({ ...NEAR, logprob: Number.NaN }, PYTORCH)).toEqual(['score: float32']);
});
