// @ts-check
// What the lab shows of the paper's rollouts, from a transcription of its tables and of the numbers of every rollout.
import { sourceOf } from './published-values.mjs';

/** Kinds of task as src/toolshed calls them. */
const TEMPLATES = /** @type {Record<string, string>} */ ({
  contact_lookup: 'lookup',
  write_note: 'simple_write',
  set_reminder: 'simple_reminder',
});

/** Released name → the lab's name of the measure (src/rollout/rollout-measures.ts). */
const MEASURES = {
  success: 'solved',
  loop_rate: 'stuck',
  exact_repeat: 'exact_repeat_rate',
  canonical_repeat: 'canonical_repeat_rate',
  valid_call_rate: 'ok_call_rate',
  steps: 'n_steps',
  generated_tokens: 'gen_tokens',
  prompt_tokens: 'prompt_tokens',
  prompt_tokens_per_step: 'prompt_tokens_per_step',
  truncated_rate: 'truncated_rate',
  prose_rate: 'prose_rate',
};
/** Columns of a released rollout that are kept. */
const COLUMNS = [
  'task',
  'n_steps',
  'stop',
  'gen_tokens',
  'prompt_tokens',
  'n_masked',
  'n_failed',
  'n_exact_repeats',
  'n_canonical_repeats',
  'n_consecutive_repeats',
];
/** Ten-thousandths: far below every interval. */
const DIGITS = 4;

/**
 * @param {any} results the transcription: `source`, `rollouts`
 * @returns {string} the text of static-probes/published/toolshed-rollouts-<n>.json
 */
export function publishedRollouts(results) {
  const { model, config, per_harness, paired_contrast_vs_verbatim, per_task } = results.rollouts;
  const { title, author, year, repository, commits, readOn } = sourceOf(results.source);
  const rowOf = (/** @type {unknown[]} */ row) =>
    COLUMNS.map((column) => row[per_task.columns.indexOf(column)]);
  const values = {
    kind: 'backfire-lab published rollouts',
    version: 1,
    environment: 'toolshed',
    source: { title, author, year, repository, commits, readOn },
    checkpoint: model,
    setting: {
      tasks: config.n_tasks,
      max_steps: config.max_steps,
      max_new_tokens: config.max_new_tokens_per_action,
      temperature: config.temperature,
    },
    interval: {
      level: 0.95,
      ends: 'percentile',
      cluster: 'task',
      draws: results.source.bootstrap.main_resamples,
    },
    cell: ['mean', 'low', 'high', 'rollouts'],
    templates: per_task.template_by_task.map((/** @type {string} */ name) => TEMPLATES[name] ?? name),
    columns: COLUMNS,
    harnesses: Object.entries(per_harness).map(([name, cells]) => ({
      name,
      means: cellsOf(cells),
      changes: name === 'verbatim' ? {} : cellsOf(paired_contrast_vs_verbatim[name]),
      rows: per_task.rows[name].map(rowOf),
    })),
  };
  return `${JSON.stringify(values)}\n`;
}

/** @param {any} cells */
const cellsOf = (cells) =>
  Object.fromEntries(
    Object.entries(MEASURES).map(([released, measure]) => {
      const { mean, ci_lo: low, ci_hi: high, n_rollouts: count } = cells[released];
      return [measure, [...[mean, low, high].map((value) => Number(value.toFixed(DIGITS))), count]];
    }),
  );
