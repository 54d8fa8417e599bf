import { expect, test } from 'vitest';
import { compareScores } from './agreement.mjs';

const name = { item_id: 'i', condition: 'pre', candidate: 'gold', hidden: null };
const theirs = {
  ...name,
  ctx_tokens: 9,
  candidateIds: [5, 6],
  logprob: -3,
  logprobsNats: [-1, -2],
  gaps: [0, 0.5],
  endOfTurnLogprobNats: -0.25,
};
const ours = {
  ...name,
  ctx_tokens: 9,
  token_ids: [5, 6],
  logprob: -3.0001,
  token_logprobs: [-1, -2.0001],
  token_gaps: [0, 0.5001],
  end_of_turn_logprob: -0.25,
};

test('differences are the largest ones', () => {
  const found = compareScores([ours], [theirs]);
  expect(found).toMatchObject({ rows: 1, argmaxDifferences: [], ties: [], notTheSame: [] });
  expect(found.largestScoreNats).toBeCloseTo(1e-4, 10);
  expect(found.largestTokenNats).toBeCloseTo(1e-4, 10);
  expect(found.largestEndOfTurnNats).toBe(0);
});

test('another best token is a difference, unless the two were a tie', () => {
  expect(compareScores([{ ...ours, token_gaps: [0.01, 0.5] }], [theirs]).argmaxDifferences).toEqual([
    'i pre gold plain token 0',
  ]);
  const tie = compareScores([{ ...ours, token_gaps: [5e-5, 0.5] }], [theirs]);
  expect(tie).toMatchObject({ argmaxDifferences: [], ties: ['i pre gold plain token 0'] });
});

test('a missing row, other tokens and a missing number do not pass', () => {
  expect(compareScores([], [theirs]).notTheSame).toHaveLength(1);
  expect(compareScores([{ ...ours, token_ids: [5, 7] }], [theirs]).notTheSame).toHaveLength(1);
  expect(compareScores([{ ...ours, token_logprobs: [-1] }], [theirs]).largestTokenNats).toBeNaN();
});
