import * as v from 'valibot';
import { fail, ok, STOP_REASONS, type Result } from '../records/index.ts';
import type { RolloutCounts } from './rollout-counts.ts';

/** The paper's own rollouts, as counts that go through the same code as ours. */
export interface PublishedRollouts {
  readonly checkpoint: string;
  readonly tasks: number;
  readonly counts: readonly RolloutCounts[];
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** In the order of the file's columns. */
const rowSchema = v.strictTuple([
  count,
  count,
  v.picklist(STOP_REASONS),
  count,
  count,
  count,
  count,
  count,
  count,
  count,
]);
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
] as const;
const fileSchema = v.object({
  kind: v.literal('backfire-lab published rollouts'),
  version: v.literal(1),
  checkpoint: v.string(),
  setting: v.object({ temperature: v.literal(0) }),
  templates: v.array(v.string()),
  columns: v.strictTuple(COLUMNS.map((name) => v.literal(name))),
  harnesses: v.array(v.object({ name: v.string(), rows: v.array(rowSchema) })),
});

/**
 * Reads the file of published rollouts. It holds no steps: what would need them (how many came after the first failure,
 * what was cut off) is zero, so only outcomes, failures and repeats may be taken
 * from it.
 */
export function parsePublishedRollouts(json: unknown): Result<PublishedRollouts> {
  const read = v.safeParse(fileSchema, json);
  if (!read.success)
    return fail({
      kind: 'published-rollouts-invalid',
      happened: 'The file of published rollouts cannot be read.',
      stillWorks: 'Everything but the paper’s values.',
      cure: 'Reload the page; if that does not help, tell whoever serves it.',
      details: read.issues.map((issue) => `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`).join('\n'),
    });
  const { checkpoint, templates, harnesses } = read.output;
  return ok({
    checkpoint,
    tasks: templates.length,
    counts: harnesses.flatMap(({ name, rows }) =>
      rows.map(
        ([task, steps, stopReason, generated, prompt, masked, failures, text, canonical, consecutive]) => ({
          taskId: `agent-${String(task).padStart(4, '0')}`,
          template: templates[task] ?? '',
          harness: name,
          seed: 0,
          stopReason,
          steps,
          okSteps: steps - failures,
          failures,
          cut: 0,
          textRepeats: text,
          canonicalRepeats: canonical,
          // Greedy, and nothing of a failure shown: the next turn had to be the same.
          repeatsByConstruction: name === 'drop' ? canonical : 0,
          consecutiveRepeats: consecutive,
          repeatsOfAnyStep: canonical,
          stepsAfterFailure: 0,
          truncated: 0,
          prose: 0,
          generatedTokens: generated,
          promptTokens: prompt,
          sparedTokens: 0,
          maskApplications: masked,
          interventions: 0,
        }),
      ),
    ),
  });
}
