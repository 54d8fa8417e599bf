import { HIDDEN_BIAS, type LanguageModel, type Pass } from '../../../src/engine/index.ts';
import { targetsOf, type ReferenceRequest, type Scored } from './reference.ts';

/** Ways of getting a pass wrong, for the tests that prove such a fault would be seen. */
export interface PassFault {
  /** Added to the position of every row of the candidate. */
  readonly candidateShift?: number;
  /** The second of two sibling branches may look at the first. */
  readonly siblingSeen?: boolean;
}

/**
 * Scores one request by itself, its sequence cut into passes at `cuts`: the plainest use of a model there is,
 * independent of the engine's trie.
 */
export const scoreAlone = async (
  model: LanguageModel,
  request: ReferenceRequest,
  cuts: readonly number[],
  fault: PassFault = {},
): Promise<Scored> => {
  const { context, hidden } = request;
  const targets = targetsOf(request);
  const ids = [...context, ...targets].slice(0, -1);
  const firstScored = context.length - 1;
  const logprobsNats: number[] = [];
  const gapsNats: number[] = [];
  let past = new Float32Array(0);
  const edges = [0, ...cuts.filter((cut) => cut > 0 && cut < ids.length), ids.length];
  for (let k = 0; k + 1 < edges.length; k++) {
    const begin = edges[k] ?? 0;
    const end = edges[k + 1] ?? 0;
    const rows = Array.from({ length: end - begin }, (_, i) => begin + i);
    const scored = rows.filter((row) => row >= firstScored);
    const sees = (row: number, column: number): boolean =>
      column <= row && !(row >= firstScored && hidden.some(([from, to]) => column >= from && column < to));
    const result = await model.run({
      tokens: Int32Array.from(rows, (row) => ids[row] ?? 0),
      positions: Int32Array.from(rows, (row) => row + (row > firstScored ? (fault.candidateShift ?? 0) : 0)),
      past,
      pastTokens: begin,
      attentionBias: biasOf(rows, end, sees),
      scoredRows: Int32Array.from(scored, (row) => row - begin),
      targetRows: Int32Array.from(scored, (_, i) => i),
      targets: Int32Array.from(scored, (row) => targets[row - firstScored] ?? 0),
      keepKeyValues: end < ids.length,
      keepLogits: false,
    });
    logprobsNats.push(...result.logprobsNats);
    gapsNats.push(...result.gapsNats);
    if (result.newKeyValues !== null) {
      const longer = new Float32Array(past.length + result.newKeyValues.length);
      longer.set(past);
      longer.set(result.newKeyValues, past.length);
      past = longer;
    }
  }
  return { logprobsNats, gapsNats };
};

/** Scores two requests of one context in a single pass, as two branches of a tree; returns the second's scores. */
export const scoreSecondSibling = async (
  model: LanguageModel,
  first: ReferenceRequest,
  second: ReferenceRequest,
  fault: PassFault = {},
): Promise<Scored> => {
  const m = second.context.length;
  const targets = targetsOf(second);
  const branchA = first.candidate.slice(0, -1);
  const branchB = targets.slice(0, -1);
  const ids = [...second.context, ...branchA, ...branchB];
  const startB = m + branchA.length;
  const rows = ids.map((_, row) => row);
  const sees = (row: number, column: number): boolean =>
    column <= row && (row < startB || column < m || column >= startB || fault.siblingSeen === true);
  const scored = [m - 1, ...rows.slice(startB)];
  const pass: Pass = {
    tokens: Int32Array.from(ids),
    positions: Int32Array.from(rows, (row) => (row < startB ? row : row - branchA.length)),
    past: new Float32Array(0),
    pastTokens: 0,
    attentionBias: biasOf(rows, ids.length, sees),
    scoredRows: Int32Array.from(scored),
    targetRows: Int32Array.from(scored, (_, i) => i),
    targets: Int32Array.from(targets),
    keepKeyValues: false,
    keepLogits: false,
  };
  const { logprobsNats, gapsNats } = await model.run(pass);
  return { logprobsNats: [...logprobsNats], gapsNats: [...gapsNats] };
};

/** Bias [rows, columns] from a rule that says what a row may see. */
const biasOf = (
  rows: readonly number[],
  columns: number,
  sees: (row: number, column: number) => boolean,
): Float32Array => {
  const bias = new Float32Array(rows.length * columns);
  rows.forEach((row, i) => {
    for (let column = 0; column < columns; column++) {
      bias[i * columns + column] = sees(row, column) ? 0 : HIDDEN_BIAS;
    }
  });
  return bias;
};
