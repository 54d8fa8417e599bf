import { ok, type Result, type TraceRow } from '../records/index.ts';
import { resampling, type BootstrapOptions } from '../statistics/index.ts';
import { readingsByStep, repeatsByFailure, type StepReading } from './by-step.ts';
import { compareHarnesses, type HarnessContrast } from './harness-comparison.ts';
import { isFloor, summarizeHarness, type HarnessSummary } from './harness-summary.ts';
import { countsOfTrace } from './rollout-counts.ts';
import type { RolloutMeasure } from './rollout-measures.ts';

/** What harnesses are compared in: whether the task was solved, and whether a failed call was made again. */
export const CONTRAST_MEASURES = [
  'solved',
  'canonical_repeat_rate',
] as const satisfies readonly RolloutMeasure[];
export type ContrastMeasure = (typeof CONTRAST_MEASURES)[number];

/** The course of one harness's rollouts. */
export interface HarnessCourse {
  readonly harness: string;
  readonly bySteps: readonly StepReading[];
  readonly byFailures: ReturnType<typeof repeatsByFailure>;
}

/** Everything that is reckoned from traces. */
export interface RolloutReading {
  /** In the order asked; a harness without a trace has a summary of nothing. */
  readonly summaries: readonly HarnessSummary[];
  readonly courses: readonly HarnessCourse[];
  readonly contrasts: Readonly<Record<ContrastMeasure, readonly HarnessContrast[]>>;
  /** See isFloor. */
  readonly isFloor: boolean | null;
}

export interface ReadingAsked {
  /** In the order of the columns. */
  readonly harnesses: readonly string[];
  /** What the others are compared with. */
  readonly reference: string;
  /** Of the bootstrap, as plain data: a question may cross to a worker. */
  readonly bootstrap: BootstrapOptions;
}

/**
 * Reads traces of one task set by one model; traces of harnesses that are not asked for are passed over. In whatever order
 * they ended, the same traces give the same digits.
 */
export function readRollouts(
  traces: readonly TraceRow[],
  { harnesses, reference, bootstrap }: ReadingAsked,
): Result<RolloutReading> {
  const drawn = resampling(bootstrap);
  const columns = harnesses.map((harness) => {
    const own = traces.filter((trace) => trace.harness === harness).sort(byTaskAndSeed);
    return { harness, own, counts: own.map(countsOfTrace) };
  });
  const summaries: HarnessSummary[] = [];
  for (const { harness, counts } of columns) {
    const summary = summarizeHarness(harness, counts, drawn);
    if (!summary.ok) return summary;
    summaries.push(summary.value);
  }
  const all = columns.flatMap(({ counts }) => counts);
  const contrasts = {} as Record<ContrastMeasure, readonly HarnessContrast[]>;
  for (const measure of CONTRAST_MEASURES) {
    const compared = compareHarnesses(all, measure, reference, drawn);
    if (!compared.ok) return compared;
    contrasts[measure] = compared.value;
  }
  return ok({
    summaries,
    courses: columns.map(({ harness, own }) => ({
      harness,
      bySteps: readingsByStep(own),
      byFailures: repeatsByFailure(own),
    })),
    contrasts,
    isFloor: isFloor(summaries),
  });
}

const byTaskAndSeed = (one: TraceRow, other: TraceRow): number =>
  one.task_id === other.task_id ? one.seed - other.seed : one.task_id < other.task_id ? -1 : 1;
