import { expect, test } from 'vitest';
import { scoreRow, type RowName, type UnitScores } from './index.ts';

const name: RowName = {
  model: 'm',
  itemId: 'i',
  condition: 'fail',
  candidate: 'gold',
  hidden: null,
  unitKey: 'k',
};
const scores: UnitScores = {
  logprobsNats: [-0.5, -0.25, 0],
  gapsNats: [0, 0, 0],
  endOfTurnLogprobNats: -3,
  endOfTurnGapNats: 1.5,
  contextTokens: 40,
  candidateIds: [1, 2, 3],
  candidatePieces: ['a', 'b', 'c'],
  jointDiffers: false,
  hiddenTokens: 0,
};

test('sum, matches and greedy; the turn as a whole is judged with its end', () => {
  const made = scoreRow(name, scores);
  expect(made.ok && made.value).toMatchObject({
    logprob: -0.75,
    n_tokens: 3,
    n_argmax_match: 3,
    is_greedy: true,
    is_greedy_turn: false,
  });
  const ended = scoreRow(name, { ...scores, endOfTurnGapNats: 0 });
  expect(ended.ok && ended.value.is_greedy_turn).toBe(true);
  const unscored = scoreRow(name, { ...scores, endOfTurnLogprobNats: null, endOfTurnGapNats: null });
  expect(unscored.ok && unscored.value.is_greedy_turn).toBe(null);
  const parted = scoreRow(name, { ...scores, gapsNats: [0, 1e-6, 0], endOfTurnGapNats: 0 });
  expect(parted.ok && parted.value).toMatchObject({
    n_argmax_match: 2,
    is_greedy: false,
    is_greedy_turn: false,
  });
});

test.each<[string, Partial<UnitScores>]>([
  ['NaN', { logprobsNats: [-0.5, NaN, 0] }],
  ['-Infinity', { logprobsNats: [-0.5, -Infinity, 0] }],
  ['above zero', { logprobsNats: [-0.5, 0.1, 0] }],
  ['NaN gap', { gapsNats: [0, NaN, 0] }],
  ['negative gap', { gapsNats: [0, -1, 0] }],
  ['short list', { gapsNats: [0, 0] }],
  ['no tokens', { logprobsNats: [], gapsNats: [], candidateIds: [], candidatePieces: [] }],
  ['NaN end of turn', { endOfTurnLogprobNats: NaN }],
  ['half an end of turn', { endOfTurnGapNats: null }],
])('%s is refused, not stored', (_, broken) => {
  const made = scoreRow(name, { ...scores, ...broken });
  expect(made.ok).toBe(false);
  expect(!made.ok && made.error.kind).toBe('score-invalid');
});
