import type { RolloutCounts } from './rollout-counts.ts';

/** A number of one rollout, or null where the rollout cannot have one. */
type Measure = (counts: RolloutCounts) => number | null;

const yes = (isSo: boolean): number => (isSo ? 1 : 0);
const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
/** A rollout with k failures can repeat at most k − 1 times (analysis §7). */
const opportunities = ({ failures }: RolloutCounts): number => Math.max(0, failures - 1);

/**
 * The published measures under their published names (measurement §6.6, analysis §7), then ours. Where nothing was cut
 * off they are the published numbers; what was cut off counts as no failure.
 */
export const ROLLOUT_MEASURES = {
  solved: ({ stopReason }) => yes(stopReason === 'solved'),
  /** Ended in a loop of failed calls. */
  stuck: ({ stopReason, canonicalRepeats }) => yes(stopReason === 'step_limit' && canonicalRepeats >= 2),
  exact_repeat_rate: ({ textRepeats, failures }) => ratio(textRepeats, failures),
  canonical_repeat_rate: ({ canonicalRepeats, failures }) => ratio(canonicalRepeats, failures),
  n_consecutive_repeats: ({ consecutiveRepeats }) => consecutiveRepeats,
  ok_call_rate: ({ okSteps, steps, cut }) => ratio(okSteps, steps - cut),
  n_steps: ({ steps }) => steps,
  gen_tokens: ({ generatedTokens }) => generatedTokens,
  prompt_tokens: ({ promptTokens }) => promptTokens,
  prompt_tokens_per_step: ({ promptTokens, steps }) => ratio(promptTokens, steps),
  truncated_rate: ({ truncated, cut, steps }) => ratio(truncated + cut, steps),
  prose_rate: ({ prose, steps }) => ratio(prose, steps),

  /** Of the failures after the first, those that repeat: the rate without its ceiling of (k − 1)/k. */
  exact_repeats_per_opportunity: (counts) => ratio(counts.textRepeats, opportunities(counts)),
  canonical_repeats_per_opportunity: (counts) => ratio(counts.canonicalRepeats, opportunities(counts)),
  /**
   * Of the steps after the first failure, those that repeat. Unlike the one above it does not leave out the rollouts that
   * never fail again, which are the ones in which the failure did its job.
   */
  canonical_repeats_per_later_step: ({ canonicalRepeats, stepsAfterFailure }) =>
    ratio(canonicalRepeats, stepsAfterFailure),
  /** Ended in a loop, whether or not its calls failed: the same folder listed over and over counts, too. */
  stuck_in_any_calls: ({ stopReason, repeatsOfAnyStep }) =>
    yes(stopReason === 'step_limit' && repeatsOfAnyStep >= 2),
  /** Read and written together, without what was spared by construction. */
  tokens_spent: ({ promptTokens, generatedTokens, sparedTokens }) =>
    promptTokens + generatedTokens - sparedTokens,
  cut_rate: ({ cut, steps }) => ratio(cut, steps),
  mask_applications: ({ maskApplications }) => maskApplications,
  interventions: ({ interventions }) => interventions,
} as const satisfies Readonly<Record<string, Measure>>;

export type RolloutMeasure = keyof typeof ROLLOUT_MEASURES;

export const ROLLOUT_MEASURE_NAMES = Object.keys(ROLLOUT_MEASURES) as readonly RolloutMeasure[];

export const measureOf = (measure: RolloutMeasure, counts: RolloutCounts): number | null =>
  ROLLOUT_MEASURES[measure](counts);
