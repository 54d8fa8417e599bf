import type { Provenance } from './provenance.ts';
import type { ScoreRow } from './score-row.ts';

/** A row that agrees with itself, for tests. */
export const aRow: ScoreRow = {
  model: 'm',
  item_id: 'i-0',
  condition: 'fail',
  candidate: 'failed',
  logprob: -0.75,
  n_tokens: 2,
  n_argmax_match: 1,
  is_greedy: false,
  ctx_tokens: 9,
  token_logprobs: [-0.5, -0.25],
  token_gaps: [0.125, 0],
  token_ids: [5, 6],
  token_pieces: ['a', ' "b'],
  end_of_turn_logprob: -1,
  is_greedy_turn: false,
  hidden: null,
  hidden_tokens: 0,
  joint_differs: false,
  unit_key: 'k',
};

export const aProvenance: Provenance = {
  checkpointName: 'Tiny',
  checkpointId: 'tiny',
  scope: 'general',
  files: [{ path: 'config.json', bytes: 3, sha256: null }],
  tokenizerSha256: 't',
  checkpointSha256: 'c',
  parameters: 10,
  architecture: 'llama',
  holding: 'folded',
  threads: 2,
  simd: true,
  engineVersion: '1',
  ortVersion: '1.30.0',
  windowTokens: 2048,
  selfCheck: { state: 'agrees', largestDifferenceNats: 1e-5 },
};
