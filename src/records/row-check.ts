import * as v from 'valibot';
import { checkedRow, type CheckedRow, type RowFault } from './checked-row.ts';
import { readHiddenName } from './hidden-name.ts';
import type { ScoreRow } from './score-row.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const finite = v.pipe(v.number(), v.finite());
const name = v.pipe(v.string(), v.nonEmpty());

const rowSchema = v.strictObject({
  model: name,
  item_id: name,
  condition: name,
  candidate: name,
  logprob: finite,
  n_tokens: v.pipe(count, v.minValue(1)),
  n_argmax_match: count,
  is_greedy: v.boolean(),
  ctx_tokens: count,
  token_logprobs: v.array(finite),
  token_gaps: v.array(v.pipe(finite, v.minValue(0))),
  token_ids: v.array(count),
  token_pieces: v.array(v.string()),
  end_of_turn_logprob: v.nullable(finite),
  is_greedy_turn: v.nullable(v.boolean()),
  hidden: v.nullable(
    v.pipe(
      name,
      v.check((text) => readHiddenName(text) !== null, 'names nothing that can be hidden'),
    ),
  ),
  hidden_tokens: count,
  joint_differs: v.boolean(),
  unit_key: name,
});

/** Checks shape and inner agreement of a row: unknown in, a row or its faults out. */
export const checkRow = (value: unknown): CheckedRow<ScoreRow> =>
  checkedRow(rowSchema, contradictionIn, value);

function contradictionIn(row: ScoreRow): RowFault | null {
  const tokens = row.n_tokens;
  for (const field of ['token_logprobs', 'token_gaps', 'token_ids', 'token_pieces'] as const) {
    if (row[field].length !== tokens) {
      return { field, what: `${row[field].length} entries, but n_tokens is ${tokens}` };
    }
  }
  const sum = row.token_logprobs.reduce((total, nats) => total + nats, 0);
  if (Math.abs(sum - row.logprob) > 1e-9 * Math.max(1, Math.abs(sum))) {
    return { field: 'logprob', what: `${row.logprob}, but its tokens add up to ${sum}` };
  }
  const matches = row.token_gaps.filter((gap) => gap === 0).length;
  if (matches !== row.n_argmax_match) {
    return { field: 'n_argmax_match', what: `${row.n_argmax_match}, but ${matches} gaps are zero` };
  }
  if (row.is_greedy !== (matches === tokens)) {
    return { field: 'is_greedy', what: `${row.is_greedy}, but ${matches} of ${tokens} gaps are zero` };
  }
  return null;
}
