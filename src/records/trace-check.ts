import * as v from 'valibot';
import { checkedRow, type CheckedRow, type RowFault } from './checked-row.ts';
import { STOP_REASONS, TURN_ENDS, type TraceRow } from './trace-row.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const share = v.pipe(amount, v.maxValue(1));
const name = v.pipe(v.string(), v.nonEmpty());

const traceSchema = v.strictObject({
  task_id: name,
  harness: name,
  model: name,
  env: name,
  stop_reason: v.picklist(STOP_REASONS),
  solved: v.boolean(),
  n_steps: count,
  gen_tokens: count,
  prompt_tokens: count,
  n_banned_masked: count,
  seconds: amount,
  actions: v.array(v.string()),
  observations: v.array(v.string()),
  ok: v.array(v.boolean()),
  error_types: v.array(v.nullable(name)),
  n_failed_actions: count,
  n_exact_repeats: count,
  n_canonical_repeats: count,
  n_consecutive_repeats: count,
  exact_repeat_rate: v.nullable(share),
  canonical_repeat_rate: v.nullable(share),
  temperature: amount,
  seed: v.pipe(v.number(), v.integer()),
  max_steps: v.pipe(count, v.minValue(1)),
  model_params: count,
  max_new_tokens: v.pipe(count, v.minValue(1)),
  template: name,
  task_set: name,
  task_set_sha256: name,
  presentation: name,
  ban: v.picklist(['none', 'text', 'canonical']),
  instruction: v.picklist(['never', 'from-the-start', 'after-failure']),
  wording_sha256: v.nullable(name),
  top_p: share,
  demonstration: v.boolean(),
  raw_turns: v.array(v.string()),
  turn_ids: v.array(v.array(count)),
  turn_ends: v.array(v.picklist(TURN_ENDS)),
  step_ctx_tokens: v.array(count),
  step_masked: v.array(count),
  step_interventions: v.array(count),
  step_ties: v.array(count),
  step_ms: v.array(amount),
  cut: v.array(v.boolean()),
  by_construction: v.array(v.boolean()),
  trace_key: name,
});

/** Checks shape and inner agreement of a trace: unknown in, a trace or its faults out. */
export const checkTrace = (value: unknown): CheckedRow<TraceRow> =>
  checkedRow(traceSchema, contradictionIn, value);

/** The lists with one entry a step. */
const LISTS = [
  'actions',
  'observations',
  'ok',
  'error_types',
  'raw_turns',
  'turn_ids',
  'turn_ends',
  'step_ctx_tokens',
  'step_masked',
  'step_interventions',
  'step_ties',
  'step_ms',
  'cut',
  'by_construction',
] as const satisfies readonly (keyof TraceRow)[];

function contradictionIn(row: TraceRow): RowFault | null {
  for (const field of LISTS) {
    const entries = row[field].length;
    if (entries !== row.n_steps) return { field, what: `${entries} entries, but n_steps is ${row.n_steps}` };
  }
  if (row.n_steps > row.max_steps)
    return { field: 'n_steps', what: `${row.n_steps}, but max_steps is ${row.max_steps}` };
  if (row.solved !== (row.stop_reason === 'solved'))
    return { field: 'solved', what: `${row.solved}, but stop_reason is ${row.stop_reason}` };
  const step = row.ok.findIndex((ok, at) => ok !== (row.error_types[at] === null) || (ok && row.cut[at]));
  if (step !== -1)
    return { field: `error_types.${step}`, what: `does not go with ok, which is ${String(row.ok[step])}` };
  const counted = [
    ['gen_tokens', sum(row.turn_ids.map(({ length }) => length))],
    ['prompt_tokens', sum(row.step_ctx_tokens)],
    ['n_banned_masked', sum(row.step_masked)],
    ['n_failed_actions', row.ok.filter((ok) => !ok).length],
    ['n_exact_repeats', exactRepeats(row)],
  ] as const;
  for (const [field, found] of counted) {
    if (row[field] !== found) return { field, what: `${row[field]}, but its steps give ${found}` };
  }
  if (row.n_canonical_repeats < row.n_exact_repeats || row.n_canonical_repeats > row.n_failed_actions)
    return { field: 'n_canonical_repeats', what: `${row.n_canonical_repeats} cannot be` };
  for (const form of ['exact', 'canonical'] as const) {
    const rate = row[`${form}_repeat_rate`];
    const expected = row.n_failed_actions === 0 ? null : row[`n_${form}_repeats`] / row.n_failed_actions;
    if (rate !== expected)
      return { field: `${form}_repeat_rate`, what: `${String(rate)}, not ${String(expected)}` };
  }
  return null;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const exactRepeats = ({ actions, ok }: TraceRow): number => {
  const failed = actions.filter((_, at) => ok[at] === false);
  return failed.length - new Set(failed).size;
};
