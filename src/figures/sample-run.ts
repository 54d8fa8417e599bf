import {
  CONDITIONS,
  itemMeasures,
  PAPER_VIEW,
  summarise,
  type ConditionName,
  type ItemMeasures,
  type ProbeItem,
  type ProbeSummary,
  type View,
} from '../probe/index.ts';
import type { ScoreRow } from '../records/index.ts';
import { LIVE_DRAWS, PUBLISHED_SEED } from '../statistics/index.ts';

/** log p of a case's failed call under each condition; the right call is greedy after the error or not. */
export interface SampleCase {
  readonly pre: number;
  readonly fail: number;
  readonly neut?: number;
  readonly succ?: number;
  readonly repeats?: boolean;
  readonly right?: boolean;
  /** log p of the right call; −9 where it is not given. */
  readonly gold?: Partial<Record<ConditionName, number>>;
  /** The same under further conditions. */
  readonly others?: Partial<Record<ConditionName, number>>;
  readonly operator?: string;
  readonly error?: string;
}

const FOUR: readonly ConditionName[] = ['pre', 'fail', 'neut', 'succ'];

/** A run made of given numbers, for tests of figures and words. */
export function sampleRun(
  cases: readonly SampleCase[],
  view: View = PAPER_VIEW,
  asked: readonly ConditionName[] = [
    ...FOUR,
    ...CONDITIONS.filter(
      (name) => !FOUR.includes(name) && cases.some(({ others }) => name in (others ?? {})),
    ),
  ],
): {
  readonly measures: readonly ItemMeasures[];
  readonly items: readonly ProbeItem[];
  readonly summary: ProbeSummary;
} {
  const items = cases.map(sampleItem);
  const rows = cases.flatMap((sample, index) =>
    rowsOf(sample, index).filter(({ condition }) => asked.some((name) => name === condition)),
  );
  const measures = itemMeasures(items, rows);
  const summary = summarise(measures, asked, { draws: LIVE_DRAWS, seed: PUBLISHED_SEED }, view);
  if (!summary.ok) throw new Error(summary.error.happened);
  return { measures, items, summary: summary.value };
}

function rowsOf(sample: SampleCase, index: number): readonly ScoreRow[] {
  const {
    pre,
    fail,
    neut = fail,
    succ = fail,
    repeats = false,
    right = false,
    gold = {},
    others = {},
  } = sample;
  const failed = { pre, fail, neut, succ, ...others };
  return (Object.entries(failed) as [ConditionName, number][]).flatMap(([condition, nats]) => [
    sampleRow(`case-${index}`, condition, 'failed', nats, condition === 'fail' && repeats),
    sampleRow(`case-${index}`, condition, 'gold', gold[condition] ?? -9, condition === 'fail' && right),
  ]);
}

function sampleRow(
  item_id: string,
  condition: string,
  candidate: string,
  nats: number,
  isGreedy: boolean,
): ScoreRow {
  return {
    model: 'm',
    item_id,
    condition,
    candidate,
    logprob: nats,
    n_tokens: 20,
    n_argmax_match: isGreedy ? 20 : 0,
    is_greedy: isGreedy,
    ctx_tokens: 10,
    token_logprobs: Array.from({ length: 20 }, () => nats / 20),
    token_gaps: Array.from({ length: 20 }, () => (isGreedy ? 0 : 1)),
    token_ids: Array.from({ length: 20 }, (_, i) => (candidate === 'gold' ? 1000 + i : i)),
    token_pieces: Array.from({ length: 20 }, () => 'x'),
    end_of_turn_logprob: null,
    is_greedy_turn: null,
    hidden: null,
    hidden_tokens: 0,
    joint_differs: false,
    unit_key: 'k',
  };
}

const sampleItem = ({ operator = 'o', error = 'e' }: SampleCase, index: number): ProbeItem => ({
  item_id: `case-${index}`,
  env: 'toolshed',
  task_id: `task-${index}`,
  template: 't',
  step_index: 1,
  operator,
  error_type: error,
  system_prompt: 's',
  goal: 'g',
  prefix_actions: ['p()'],
  prefix_observations: ['p'],
  failed_action: 'f()',
  gold_action: 'g()',
  obs_fail: 'e',
  obs_fail_terse: 'e',
  obs_fail_verbose: 'e',
  obs_fail_echo: 'e f()',
  obs_success: 's',
  obs_neutral: 'n',
  obs_fail_other: '',
  distractors: [],
  tool: null,
  meta: {},
});
