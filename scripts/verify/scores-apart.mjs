// @ts-check
// How far the lab's rows are from PyTorch's float32, and where the two part, whose rounding that is: float64 tells.
import { compareScores } from '../bench/agreement.mjs';

/** How close the lab must come to PyTorch (design §8). */
export const SCORE_NATS = 2e-4;
export const TOKEN_NATS = 5e-5;

/**
 * @typedef {{ logprob: number, logprobsNats: readonly number[], gaps: readonly number[], endOfTurnLogprobNats: number | null }} Scores
 * @typedef {Scores & { item_id: string, condition: string, candidate: string, hidden: string | null, ctx_tokens: number, candidateIds: readonly number[], float64: Scores | null }} ReferenceRow
 * @typedef {{ scoreNats: number, tokenNats: number }} Apart the score's difference, and the largest one of a token
 */

/** What a row of the lab says in the words of a reference. @param {import('../../src/records/index.ts').ScoreRow} row @returns {Scores} */
const scoresOf = ({ logprob, token_logprobs, token_gaps, end_of_turn_logprob }) => ({
  logprob,
  logprobsNats: token_logprobs,
  gaps: token_gaps,
  endOfTurnLogprobNats: end_of_turn_logprob,
});

/** Largest and mean of differences; NaN where a number is missing. */
class Differences {
  largestNats = 0;
  #sum = 0;
  #count = 0;

  /** @param {number} one @param {number | undefined} other @returns {number} */
  add(one, other) {
    const difference = Math.abs(one - (other ?? Number.NaN));
    this.largestNats = Math.max(this.largestNats, difference);
    this.#sum += difference;
    this.#count += 1;
    return difference;
  }

  summary() {
    return { largestNats: this.largestNats, meanNats: this.#count === 0 ? 0 : this.#sum / this.#count };
  }
}

/** Two scorers of the same rows. */
class Side {
  rows = 0;
  tokens = 0;
  #score = new Differences();
  #token = new Differences();
  #endOfTurn = new Differences();

  /** @param {Scores} one @param {Scores} other @returns {Apart} */
  add(one, other) {
    this.rows += 1;
    this.tokens += one.logprobsNats.length;
    const scoreNats = this.#score.add(one.logprob, other.logprob);
    const tokenNats = Math.max(
      ...one.logprobsNats.map((nats, token) => this.#token.add(nats, other.logprobsNats[token])),
    );
    if (one.endOfTurnLogprobNats !== null && other.endOfTurnLogprobNats !== null)
      this.#endOfTurn.add(one.endOfTurnLogprobNats, other.endOfTurnLogprobNats);
    return { scoreNats, tokenNats };
  }

  summary() {
    const { rows, tokens } = this;
    return {
      rows,
      tokens,
      score: this.#score.summary(),
      token: this.#token.summary(),
      endOfTurn: this.#endOfTurn.summary(),
    };
  }
}

/** @param {Apart} apart */
const isOver = ({ scoreNats, tokenNats }) => !(scoreNats <= SCORE_NATS && tokenNats <= TOKEN_NATS);

/**
 * @param {readonly import('../../src/records/index.ts').ScoreRow[]} ours plain rows, each once
 * @param {readonly ReferenceRow[]} theirs what was recomputed of them
 */
export function scoresApart(ours, theirs) {
  const nameOf = (/** @type {{ item_id: string, condition: string, candidate: string }} */ row) =>
    `${row.item_id}/${row.condition}/${row.candidate}`;
  const byName = new Map(ours.map((row) => [nameOf(row), row]));
  const { argmaxDifferences, ties, notTheSame } = compareScores(ours, theirs);
  const all = new Side();
  const parted = { labToFloat32: new Side(), labToFloat64: new Side(), float32ToFloat64: new Side() };
  const nearerToFloat64 = { lab: 0, float32: 0 };
  /** @type {({ row: string } & Record<string, Apart | string | null>)[]} */
  const over = [];
  let largestFromFloat64 = { scoreNats: 0, tokenNats: 0 };
  for (const reference of theirs) {
    const name = nameOf(reference);
    const own = byName.get(name);
    // Other tokens are another question; such rows are among those that are not the same.
    if (own?.token_ids.join() !== reference.candidateIds.join()) continue;
    const lab = scoresOf(own);
    const labToFloat32 = all.add(reference, lab);
    /** @type {Apart | null} */
    let labToFloat64 = null;
    /** @type {Apart | null} */
    let float32ToFloat64 = null;
    if (reference.float64 !== null) {
      parted.labToFloat32.add(reference, lab);
      labToFloat64 = parted.labToFloat64.add(reference.float64, lab);
      float32ToFloat64 = parted.float32ToFloat64.add(reference.float64, reference);
      nearerToFloat64[labToFloat64.scoreNats <= float32ToFloat64.scoreNats ? 'lab' : 'float32'] += 1;
      largestFromFloat64 = {
        scoreNats: Math.max(largestFromFloat64.scoreNats, labToFloat64.scoreNats),
        tokenNats: Math.max(largestFromFloat64.tokenNats, labToFloat64.tokenNats),
      };
    }
    if (isOver(labToFloat32)) over.push({ row: name, labToFloat32, labToFloat64, float32ToFloat64 });
  }
  return {
    rows: theirs.length,
    againstFloat32: all.summary(),
    /** Rows of which the two float32 scorers differ visibly. */
    alsoFloat64: {
      labToFloat32: parted.labToFloat32.summary(),
      labToFloat64: parted.labToFloat64.summary(),
      float32ToFloat64: parted.float32ToFloat64.summary(),
      nearerToFloat64,
    },
    over,
    argmaxDifferences,
    ties,
    notTheSame,
    expected: [
      { what: 'every row has the tokens that the oracle gives it', holds: notTheSame.length === 0 },
      { what: 'no other token is the most likely one, ties apart', holds: argmaxDifferences.length === 0 },
      {
        what: `no row is over ${SCORE_NATS} nats a score or ${TOKEN_NATS} a token from PyTorch float32`,
        holds: theirs.length > 0 && over.length === 0,
      },
      { what: 'nor, where it was asked, from float64', holds: !isOver(largestFromFloat64) },
    ],
  };
}
