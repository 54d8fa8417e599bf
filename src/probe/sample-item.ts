import type { ScoreRow } from '../records/index.ts';
import type { ProbeItem } from './item.ts';

/** A small item for tests: one earlier step, two distractors, documentation after a stretch of rules. */
export const sampleItem: ProbeItem = {
  item_id: 'task-1-s1-arg_typo-0',
  env: 'custom',
  task_id: 'task-1',
  template: 'find',
  step_index: 1,
  operator: 'arg_typo',
  error_type: 'unexpected_argument',
  system_prompt: 'You call tools.\nfind(name)\nOne call a turn.',
  goal: 'Find Ann.',
  prefix_actions: ['open()'],
  prefix_observations: ['opened'],
  failed_action: "find(nom='Ann')",
  gold_action: "find(name='Ann')",
  obs_fail: 'no argument nom',
  obs_fail_terse: 'bad argument',
  obs_fail_verbose: 'no argument nom, use name',
  obs_fail_echo: "no argument nom\n  for the call: find(nom='Ann')",
  obs_success: 'Ann, room 3',
  obs_neutral: 'Noted.',
  obs_fail_other: 'a name is needed',
  distractors: ['find()', "fnd(name='Ann')"],
  tool: 'find',
  meta: { documentation: [16, 26] },
};

/** A row with the given sum over n equal tokens, all of them argmax but the first `misses`. */
export function sampleRow(
  name: Pick<ScoreRow, 'item_id' | 'condition' | 'candidate'> & { readonly hidden?: string },
  logprob: number,
  tokens = 1,
  misses = 1,
): ScoreRow {
  const index = Array.from({ length: tokens }, (_, i) => i);
  const isGreedy = misses === 0;
  return {
    model: 'm',
    ...name,
    logprob,
    n_tokens: tokens,
    n_argmax_match: tokens - misses,
    is_greedy: isGreedy,
    ctx_tokens: 10,
    token_logprobs: index.map(() => logprob / tokens),
    token_gaps: index.map((i) => (i < misses ? 1 : 0)),
    token_ids: index,
    token_pieces: index.map((i) => `t${i}`),
    end_of_turn_logprob: -0.5,
    is_greedy_turn: isGreedy,
    hidden: name.hidden ?? null,
    hidden_tokens: name.hidden === undefined ? 0 : 3,
    joint_differs: false,
    unit_key: `${name.item_id}${name.condition}${name.candidate}${name.hidden ?? ''}`,
  };
}
