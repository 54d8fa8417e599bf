import { expect, test } from 'vitest';
import { tracesFromJsonl, tracesToJsonl, type TraceRow } from './index.ts';

/** Three steps: one works, one fails, the last fails with the same text. */
const trace: TraceRow = {
  task_id: 'agent-0001',
  harness: 'verbatim',
  model: 'm',
  env: 'toolshed',
  stop_reason: 'step_limit',
  solved: false,
  n_steps: 3,
  gen_tokens: 6,
  prompt_tokens: 36,
  n_banned_masked: 0,
  seconds: 0.3,
  actions: ['f()', 'g()', 'g()'],
  observations: ['ok', 'no g', 'no g'],
  ok: [true, false, false],
  error_types: [null, 'unknown_tool', 'unknown_tool'],
  n_failed_actions: 2,
  n_exact_repeats: 1,
  n_canonical_repeats: 1,
  n_consecutive_repeats: 1,
  exact_repeat_rate: 0.5,
  canonical_repeat_rate: 0.5,
  temperature: 0,
  seed: 0,
  max_steps: 3,
  model_params: 135,
  max_new_tokens: 32,
  template: 'cancel_event',
  task_set: 'toolshed-paper-2026-agent-24',
  task_set_sha256: 's',
  presentation: 'error',
  ban: 'none',
  instruction: 'never',
  wording_sha256: null,
  top_p: 1,
  demonstration: true,
  raw_turns: ['f()\n', 'g()', 'g()'],
  turn_ids: [
    [1, 2],
    [3, 4],
    [3, 4],
  ],
  turn_ends: ['stop-when', 'stop-token', 'stop-token'],
  step_ctx_tokens: [10, 12, 14],
  step_masked: [0, 0, 0],
  step_interventions: [0, 0, 0],
  step_ties: [0, 1, 0],
  step_ms: [100, 100, 100],
  cut: [false, false, false],
  by_construction: [false, false, false],
  trace_key: 'k',
};

test('traces are read back as they were written, in strict JSON', () => {
  const none = { ...trace, ok: [true, true, true], error_types: [null, null, null] };
  const unfailed = {
    ...none,
    n_failed_actions: 0,
    n_exact_repeats: 0,
    n_canonical_repeats: 0,
    exact_repeat_rate: null,
    canonical_repeat_rate: null,
  };
  const text = tracesToJsonl([trace, unfailed]);
  expect(text).not.toContain('NaN');
  expect(tracesFromJsonl(text)).toEqual({ rows: [trace, unfailed], lines: [1, 2], findings: [] });
});

test.each<[string, Partial<Record<keyof TraceRow, unknown>>]>([
  ['harness', { harness: '' }],
  ['stop_reason', { stop_reason: 'tired' }],
  ['exact_repeat_rate', { exact_repeat_rate: 2 }],
  ['observations', { observations: ['ok'] }],
  ['turn_ids.1', { turn_ids: [[1, 2], 'g', [3, 4]] }],
  ['n_steps', { max_steps: 2 }],
  ['solved', { solved: true }],
  ['error_types.0', { error_types: ['unknown_tool', 'unknown_tool', 'unknown_tool'] }],
  ['error_types.1', { error_types: [null, null, 'unknown_tool'] }],
  ['gen_tokens', { gen_tokens: 7 }],
  ['prompt_tokens', { prompt_tokens: 35 }],
  ['n_banned_masked', { n_banned_masked: 1 }],
  ['n_failed_actions', { n_failed_actions: 3 }],
  ['n_exact_repeats', { n_exact_repeats: 2 }],
  ['n_canonical_repeats', { n_canonical_repeats: 0 }],
  ['canonical_repeat_rate', { canonical_repeat_rate: null }],
  ['extra', { extra: 1 } as never],
])('a damaged trace is refused by name: %s', (field, damage) => {
  const { rows, findings } = tracesFromJsonl(
    `${JSON.stringify(trace)}\n${JSON.stringify({ ...trace, ...damage })}\n`,
  );
  expect(rows).toEqual([trace]);
  expect(findings.map((finding) => [finding.line, finding.field])).toContainEqual([2, field]);
});

test('the study’s bare NaN and a cut-off line are named', () => {
  const text = `${JSON.stringify(trace).replace('"exact_repeat_rate":0.5', '"exact_repeat_rate":NaN')}\n${JSON.stringify(trace).slice(0, 99)}`;
  expect(tracesFromJsonl(text).findings).toMatchInlineSnapshot(`
    [
      {
        "field": null,
        "line": 1,
        "what": "it holds NaN or Infinity, which JSON does not know; a missing number is null",
      },
      {
        "field": null,
        "line": 2,
        "what": "the file is cut off here",
      },
    ]
  `);
});
