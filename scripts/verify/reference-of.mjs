// @ts-check
// What a score of the lab, and each token of it, is held against. PyTorch's float32, as the paper used; where that is
// itself farther from float64 than the lab may be from either, float64. The bound is the same for both.

/** How close the lab must come to PyTorch, nats (design §8). */
export const SCORE_NATS = 2e-4;
export const TOKEN_NATS = 5e-5;

/**
 * @typedef {{ logprob: number, logprobsNats: readonly number[], gaps: readonly number[], endOfTurnLogprobNats: number | null }} Scores
 * @typedef {Scores & { float64: Scores | null }} BothScores of PyTorch; float64 where it was asked
 * @typedef {{ what: string, reference: 'float32' | 'float64', nats: number, float32Nats: number, float64Nats: number | null, coarseNats: number | null, holds: boolean }} Judged
 *   `nats`: from the reference; `float32Nats` and `float64Nats`: from either; `coarseNats`: of PyTorch's float32 from
 *   float64
 */

/** What is missing is as far as can be. @param {number | null | undefined} one @param {number | null | undefined} other */
const apart = (one, other) => Math.abs((one ?? Number.NaN) - (other ?? Number.NaN));

/**
 * One number of the lab.
 * @param {string} what @param {number} boundNats
 * @param {number | null | undefined} lab @param {number | null | undefined} float32
 * @param {number | null | undefined} float64 undefined: not asked
 * @returns {Judged}
 */
function judged(what, boundNats, lab, float32, float64) {
  const float32Nats = apart(lab, float32);
  if (float64 === undefined)
    return {
      ...{ what, reference: 'float32', nats: float32Nats, float32Nats },
      ...{ float64Nats: null, coarseNats: null, holds: float32Nats <= boundNats },
    };
  const float64Nats = apart(lab, float64);
  const coarseNats = apart(float32, float64);
  const isCoarse = coarseNats > boundNats;
  const nats = isCoarse ? float64Nats : float32Nats;
  return {
    ...{ what, reference: isCoarse ? 'float64' : 'float32', nats, float32Nats, float64Nats, coarseNats },
    holds: nats <= boundNats,
  };
}

/**
 * A row of the lab, number by number: its score, its tokens from 0, and the end of the turn, which is one.
 * @param {Scores} lab @param {BothScores} theirs
 * @returns {readonly Judged[]}
 */
export function judgedRow(lab, { float64, ...float32 }) {
  const tokens = Math.max(lab.logprobsNats.length, float32.logprobsNats.length);
  const endOfTurn = [lab, float32].some((scores) => scores.endOfTurnLogprobNats === null)
    ? []
    : [
        judged(
          'end of turn',
          TOKEN_NATS,
          lab.endOfTurnLogprobNats,
          float32.endOfTurnLogprobNats,
          float64?.endOfTurnLogprobNats,
        ),
      ];
  return [
    judged('score', SCORE_NATS, lab.logprob, float32.logprob, float64?.logprob),
    ...Array.from({ length: tokens }, (_, token) =>
      judged(
        `token ${token}`,
        TOKEN_NATS,
        lab.logprobsNats[token],
        float32.logprobsNats[token],
        float64 === null ? undefined : (float64.logprobsNats[token] ?? null),
      ),
    ),
    ...endOfTurn,
  ];
}
