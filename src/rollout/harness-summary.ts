import type { Result, StopReason } from '../records/index.ts';
import {
  estimate,
  estimateShare,
  itemTable,
  type ItemTable,
  type RelationEstimate,
  type ResampledEstimate,
  type Resampling,
  type Share,
} from '../statistics/index.ts';
import { isComplete, isSolvedInStepOne, type RolloutCounts } from './rollout-counts.ts';
import { measureOf, ROLLOUT_MEASURE_NAMES, type RolloutMeasure } from './rollout-measures.ts';

/** One count of repeats in both readings: of all failures alike, and the mean over rollouts. They answer other questions. */
export interface RepeatReadings {
  /** Repeats of all rollouts by what could have been repeats in all of them; null of nothing. */
  readonly pooled: RelationEstimate | null;
  readonly pooledShare: Share;
  /** Mean over the rollouts that have the rate. */
  readonly perRollout: ResampledEstimate | null;
}

/** What the rollouts of one harness come to. Intervals draw kinds of task, because tasks of one kind go alike. */
export interface HarnessSummary {
  readonly harness: string;
  /** Rollouts that ran their course; everything below is about these. */
  readonly rollouts: number;
  /** Rollouts that did not: the window was full, the engine failed, or somebody cancelled. */
  readonly leftOut: number;
  readonly tasks: number;
  readonly kinds: number;
  readonly solved: Share;
  /** Solved by the first call, before anything could fail. */
  readonly solvedInStepOne: number;
  /** Of the rollouts in which a call failed, those that were solved all the same: decided after a failure. */
  readonly solvedAfterFailure: Share;
  readonly means: Readonly<Record<RolloutMeasure, ResampledEstimate | null>>;
  readonly repeats: Readonly<
    Record<'text' | 'canonical' | 'textPerOpportunity' | 'canonicalPerOpportunity', RepeatReadings>
  >;
  /** Of the repeats, those that follow from the harness and not from the model. */
  readonly repeatsByConstruction: Share;
  readonly maskApplications: number;
  readonly interventions: number;
  readonly generatedTokens: number;
  readonly promptTokens: number;
  readonly sparedTokens: number;
  readonly cut: number;
  readonly stopReasons: Readonly<Partial<Record<StopReason, number>>>;
}

type Column =
  | RolloutMeasure
  | 'failures'
  | 'opportunities'
  | 'textRepeats'
  | 'canonicalRepeats'
  | 'textAgain'
  | 'canonicalAgain';

/** `rollouts`: those of one harness, a task and seed once each. */
export function summarizeHarness(
  harness: string,
  rollouts: readonly RolloutCounts[],
  resampling: Resampling,
): Result<HarnessSummary> {
  const complete = rollouts.filter(isComplete);
  const made = itemTable(
    complete.map((counts) => ({
      item: `${counts.taskId}, seed ${counts.seed}`,
      cluster: counts.template,
      labels: {},
      values: columnsOf(counts),
    })),
  );
  if (!made.ok) return made;
  const table: ItemTable<Column> = made.value;
  const total = (count: (counts: RolloutCounts) => number): number =>
    complete.reduce((sum, counts) => sum + count(counts), 0);
  const number = (is: (counts: RolloutCounts) => boolean): number => complete.filter(is).length;
  const readings = (over: Column, under: Column, rate: RolloutMeasure): RepeatReadings => {
    const sum = (column: Column): number =>
      table.items.reduce((so, { values }) => so + (values[over] === null ? 0 : (values[column] ?? 0)), 0);
    return {
      pooled: estimateShare(table, over, under, resampling),
      pooledShare: { k: sum(over), n: sum(under) },
      perRollout: estimate(table, rate, resampling),
    };
  };
  return {
    ok: true,
    value: {
      harness,
      rollouts: complete.length,
      leftOut: rollouts.length - complete.length,
      tasks: new Set(complete.map(({ taskId }) => taskId)).size,
      kinds: new Set(complete.map(({ template }) => template)).size,
      solved: { k: number(isSolved), n: complete.length },
      solvedInStepOne: number(isSolvedInStepOne),
      solvedAfterFailure: { k: number((one) => hasFailed(one) && isSolved(one)), n: number(hasFailed) },
      means: Object.fromEntries(
        ROLLOUT_MEASURE_NAMES.map((measure) => [measure, estimate(table, measure, resampling)]),
      ) as HarnessSummary['means'],
      repeats: {
        text: readings('textRepeats', 'failures', 'exact_repeat_rate'),
        canonical: readings('canonicalRepeats', 'failures', 'canonical_repeat_rate'),
        textPerOpportunity: readings('textAgain', 'opportunities', 'exact_repeats_per_opportunity'),
        canonicalPerOpportunity: readings(
          'canonicalAgain',
          'opportunities',
          'canonical_repeats_per_opportunity',
        ),
      },
      repeatsByConstruction: {
        k: total(({ repeatsByConstruction }) => repeatsByConstruction),
        n: total(({ canonicalRepeats }) => canonicalRepeats),
      },
      maskApplications: total(({ maskApplications }) => maskApplications),
      interventions: total(({ interventions }) => interventions),
      generatedTokens: total(({ generatedTokens }) => generatedTokens),
      promptTokens: total(({ promptTokens }) => promptTokens),
      sparedTokens: total(({ sparedTokens }) => sparedTokens),
      cut: total(({ cut }) => cut),
      stopReasons: stopReasonsOf(rollouts),
    },
  };
}

const isSolved = ({ stopReason }: RolloutCounts): boolean => stopReason === 'solved';
const hasFailed = ({ failures }: RolloutCounts): boolean => failures > 0;

function columnsOf(counts: RolloutCounts): Readonly<Record<Column, number | null>> {
  const { failures, textRepeats, canonicalRepeats } = counts;
  const hasOpportunity = failures > 1;
  return {
    ...(Object.fromEntries(
      ROLLOUT_MEASURE_NAMES.map((measure) => [measure, measureOf(measure, counts)]),
    ) as Record<RolloutMeasure, number | null>),
    failures: failures > 0 ? failures : null,
    textRepeats: failures > 0 ? textRepeats : null,
    canonicalRepeats: failures > 0 ? canonicalRepeats : null,
    opportunities: hasOpportunity ? failures - 1 : null,
    textAgain: hasOpportunity ? textRepeats : null,
    canonicalAgain: hasOpportunity ? canonicalRepeats : null,
  };
}

function stopReasonsOf(rollouts: readonly RolloutCounts[]): HarnessSummary['stopReasons'] {
  const found: Partial<Record<StopReason, number>> = {};
  for (const { stopReason } of rollouts) found[stopReason] = (found[stopReason] ?? 0) + 1;
  return found;
}

/** Under this share of solved tasks success says nothing about harnesses. */
const FLOOR = 0.1;

/**
 * Floor: under every harness less than a tenth of the rollouts that reached a failure were solved, so success cannot
 * compare harnesses here. Null where no rollout reached a failure: then nothing can be said either way.
 */
export function isFloor(summaries: readonly HarnessSummary[]): boolean | null {
  const reached = summaries.map(({ solvedAfterFailure }) => solvedAfterFailure).filter(({ n }) => n > 0);
  return reached.length === 0 ? null : reached.every(({ k, n }) => k / n < FLOOR);
}
