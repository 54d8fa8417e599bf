// @ts-check
// How far the lab's rows are from PyTorch's float32, and where the two part, whose rounding that is: float64 tells.
// What each number is held against is reference-of.mjs's.
import { compareScores } from '../bench/agreement.mjs';
import { judgedRow, SCORE_NATS, TOKEN_NATS } from './reference-of.mjs';

/**
 * @typedef {import('./reference-of.mjs').Scores} Scores
 * @typedef {import('./reference-of.mjs').Judged} Judged
 * @typedef {Scores & { item_id: string, condition: string, candidate: string, hidden: string | null, ctx_tokens: number, candidateIds: readonly number[], float64: Scores | null }} ReferenceRow
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

  /** @param {number} one @param {number | undefined} other */
  add(one, other) {
    const difference = Math.abs(one - (other ?? Number.NaN));
    this.largestNats = Math.max(this.largestNats, difference);
    this.#sum += difference;
    this.#count += 1;
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

  /** @param {Scores} one @param {Scores} other */
  add(one, other) {
    this.rows += 1;
    this.tokens += one.logprobsNats.length;
    this.#score.add(one.logprob, other.logprob);
    one.logprobsNats.forEach((nats, token) => this.#token.add(nats, other.logprobsNats[token]));
    if (one.endOfTurnLogprobNats !== null && other.endOfTurnLogprobNats !== null)
      this.#endOfTurn.add(one.endOfTurnLogprobNats, other.endOfTurnLogprobNats);
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

/** How many of these are scores, and how many tokens, ends of turns among them. @param {readonly Judged[]} judged */
const counted = (judged) => {
  const scores = judged.filter(({ what }) => what === 'score').length;
  return { scores, tokens: judged.length - scores };
};

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
  /** @type {(Judged & { row: string })[]} */
  const judged = [];
  for (const reference of theirs) {
    const name = nameOf(reference);
    const own = byName.get(name);
    // Other tokens are another question; such rows are among those that are not the same.
    if (own?.token_ids.join() !== reference.candidateIds.join()) continue;
    const lab = scoresOf(own);
    all.add(reference, lab);
    judged.push(...judgedRow(lab, reference).map((one) => ({ row: name, ...one })));
    const { float64 } = reference;
    if (float64 === null) continue;
    parted.labToFloat32.add(reference, lab);
    parted.labToFloat64.add(float64, lab);
    parted.float32ToFloat64.add(float64, reference);
    const isNearer = Math.abs(lab.logprob - float64.logprob) <= Math.abs(reference.logprob - float64.logprob);
    nearerToFloat64[isNearer ? 'lab' : 'float32'] += 1;
  }
  const coarse = judged.filter(({ reference }) => reference === 'float64');
  const over = judged.filter(({ holds }) => !holds);
  const farFromFloat64 = judged.filter(
    ({ what, float64Nats }) =>
      float64Nats !== null && !(float64Nats <= (what === 'score' ? SCORE_NATS : TOKEN_NATS)),
  );
  const replaced = counted(coarse);
  return {
    rows: theirs.length,
    boundNats: { score: SCORE_NATS, token: TOKEN_NATS },
    againstFloat32: all.summary(),
    /** Rows of which the two float32 scorers differ visibly. */
    alsoFloat64: {
      labToFloat32: parted.labToFloat32.summary(),
      labToFloat64: parted.labToFloat64.summary(),
      float32ToFloat64: parted.float32ToFloat64.summary(),
      nearerToFloat64,
    },
    /** Where PyTorch's float32 is itself over the bound from float64: these are held to float64. */
    heldToFloat64: { ...replaced, each: coarse },
    over,
    farFromFloat64,
    argmaxDifferences,
    ties,
    notTheSame,
    expected: [
      { what: 'every row has the tokens that the oracle gives it', holds: notTheSame.length === 0 },
      { what: 'no other token is the most likely one, ties apart', holds: argmaxDifferences.length === 0 },
      {
        what: `no score is over ${SCORE_NATS} nats from its reference and no token over ${TOKEN_NATS}: PyTorch float32, but float64 for the ${replaced.scores} scores and ${replaced.tokens} tokens of which float32 is itself over that from float64`,
        holds: theirs.length > 0 && over.length === 0,
      },
      { what: 'nor, where it was asked, from float64', holds: farFromFloat64.length === 0 },
    ],
  };
}

/**
 * Both figures in words: how far the lab is from float32 everywhere, and how far either is from float64 where it was
 * asked.
 * @param {Pick<ReturnType<typeof scoresApart>, 'againstFloat32' | 'alsoFloat64'>} found
 * @returns {readonly string[]}
 */
export function figuresInWords({ againstFloat32, alsoFloat64: { labToFloat64, float32ToFloat64 } }) {
  const largest = (/** @type {ReturnType<Side['summary']>} */ { score, token, endOfTurn }) =>
    `${score.largestNats.toExponential(1)} a score, ${token.largestNats.toExponential(1)} a token, ${endOfTurn.largestNats.toExponential(1)} an end of turn`;
  const asked = `of ${labToFloat64.rows} rows, ${labToFloat64.tokens} tokens, that were asked in float64 too`;
  return [
    `largest differences in nats, of ${againstFloat32.rows} rows, ${againstFloat32.tokens} tokens`,
    `  the lab from PyTorch float32: ${largest(againstFloat32)}`,
    ...(labToFloat64.rows === 0
      ? ['  float64 was asked of none']
      : [
          `  ${asked}:`,
          `  the lab from float64: ${largest(labToFloat64)}`,
          `  PyTorch float32 from float64: ${largest(float32ToFloat64)}`,
        ]),
  ];
}
