import {
  compareHarnesses,
  isFloor,
  summarizeHarness,
  type HarnessContrast,
  type HarnessSummary,
  type RolloutCounts,
  type StepReading,
} from '../rollout/index.ts';
import type { OwnFailure, StopReason } from '../records/index.ts';
import { LIVE_DRAWS, PUBLISHED_SEED, resampling } from '../statistics/index.ts';
import type { ContrastMeasure } from './contrast-measures.ts';
import type { ScriptedFailure } from './own-failure-points.ts';
import type { RolloutScope } from './rollout-scope.ts';
import type { HarnessSteps } from './rollout-steps.ts';

// For tests of figures: rollouts whose numbers can be worked out by hand.

const DRAWS = resampling({ draws: LIVE_DRAWS, seed: PUBLISHED_SEED });

/** Twelve tasks of ten kinds. */
const KINDS = ['a', 'a', 'b', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;

type Short = readonly [stop: StopReason, steps: number, failures: number, repeats: number];

const solvedAtOnce: Short = ['solved', 1, 0, 0];
const unsolved = (failures: number, repeats: number): Short => ['step_limit', 6, failures, repeats];

/** Of the eleven tasks after the first: how they end, and how often they repeat, task by task. */
const withRepeats = (repeats: readonly number[]): readonly Short[] => [
  solvedAtOnce,
  ['solved', 3, 2, repeats[0] ?? 0],
  unsolved(6, repeats[1] ?? 0),
  unsolved(5, repeats[2] ?? 0),
  unsolved(4, repeats[3] ?? 0),
  ['finish_called', 4, 2, repeats[4] ?? 0],
  unsolved(6, repeats[5] ?? 0),
  unsolved(3, repeats[6] ?? 0),
  ...[7, 8, 9, 10].map((at) => unsolved(4, repeats[at] ?? 0)),
];

/** 44 failures in eleven rollouts, so 33 opportunities, under all but `drop`. */
const ROLLOUTS: Readonly<Record<string, readonly Short[]>> = {
  // 23 repeats.
  verbatim: withRepeats([0, 4, 3, 2, 1, 5, 0, 2, 2, 2, 2]),
  // 33: whatever could repeat did.
  terse: withRepeats([1, 5, 4, 3, 1, 5, 2, 3, 3, 3, 3]),
  // 55 of 55 by construction.
  drop: [solvedAtOnce, ...Array.from({ length: 11 }, () => unsolved(6, 5))],
  // 4.
  abstract: withRepeats([0, 1, 1, 0, 0, 2, 0, 0, 0, 0, 0]),
  // 2.
  'verbatim+ban': withRepeats([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
};

export const sampleHarnesses = Object.keys(ROLLOUTS);

export const sampleCounts: readonly RolloutCounts[] = Object.entries(ROLLOUTS).flatMap(
  ([harness, rollouts]) => rollouts.map((short, task) => countsOf(harness, task, short, harness === 'drop')),
);

function countsOf(
  harness: string,
  task: number,
  [stopReason, steps, failures, repeats]: Short,
  isForced: boolean,
): RolloutCounts {
  return {
    taskId: `task-${task}`,
    template: KINDS[task] ?? '',
    harness,
    seed: 0,
    stopReason,
    steps,
    okSteps: steps - failures,
    failures,
    cut: 0,
    textRepeats: repeats,
    canonicalRepeats: repeats,
    repeatsByConstruction: isForced ? repeats : 0,
    consecutiveRepeats: repeats,
    repeatsOfAnyStep: repeats,
    stepsAfterFailure: Math.max(0, steps - 1),
    truncated: 0,
    prose: 0,
    generatedTokens: 16 * steps,
    promptTokens: 600 * steps,
    sparedTokens: 0,
    maskApplications: 0,
    interventions: 0,
  };
}

export function summariesOf(
  counts: readonly RolloutCounts[],
  harnesses: readonly string[],
): readonly HarnessSummary[] {
  return harnesses.map((name) => {
    const made = summarizeHarness(
      name,
      counts.filter(({ harness }) => harness === name),
      DRAWS,
    );
    if (!made.ok) throw new Error(made.error.happened);
    return made.value;
  });
}

export function contrastsOf(
  counts: readonly RolloutCounts[],
  measure: ContrastMeasure,
): readonly HarnessContrast[] {
  const made = compareHarnesses(counts, measure, 'verbatim', DRAWS);
  if (!made.ok) throw new Error(made.error.happened);
  return made.value;
}

export const sampleScope: RolloutScope = {
  checkpoint: 'Toy-1M',
  tasks: 12,
  kinds: 10,
  temperature: 0,
  seeds: 1,
  ended: 60,
  asked: 60,
};

const summaries = summariesOf(sampleCounts, sampleHarnesses);

export const sampleOutcomes = {
  summaries,
  isFloor: isFloor(summaries),
  scope: sampleScope,
  published: {
    name: 'Other-2M, 8 tasks',
    summaries: summariesOf(
      sampleCounts.filter(({ taskId }) => Number(taskId.slice(5)) < 8),
      ['verbatim', 'abstract'],
    ),
  },
};

export const sampleContrasts = (measure: ContrastMeasure) => ({
  measure,
  contrasts: contrastsOf(sampleCounts, measure),
  reference: 'verbatim',
  summaries,
  isFloor: sampleOutcomes.isFloor,
  scope: sampleScope,
});

const stepsOf = (
  harness: string,
  tokens: readonly number[],
  repeats: readonly (readonly [k: number, n: number])[],
): HarnessSteps => ({
  harness,
  steps: tokens.map((contextTokens, at): StepReading => {
    const [k = 0, n = 0] = repeats[at] ?? [];
    return {
      step: at + 1,
      repeats: { k, n },
      byConstruction: harness === 'drop' ? k : 0,
      contextTokens,
      rollouts: at === 0 ? 12 : at < 3 ? 11 : at < 4 ? 10 : 9,
    };
  }),
});

const FROM_STEP_TWO = [11, 11, 10, 9, 9] as const;
const repeating = (counts: readonly number[]): readonly (readonly [number, number])[] => [
  [0, 0],
  ...FROM_STEP_TWO.map((n, at) => [counts[at] ?? 0, n] as const),
];

export const sampleSteps: readonly HarnessSteps[] = [
  stepsOf('verbatim', [559, 612, 664.5, 720, 771, 822], repeating([3, 4, 5, 5, 6])),
  stepsOf('terse', [559, 598, 634, 671, 702, 740], repeating([6, 7, 7, 6, 7])),
  stepsOf('drop', [559, 560, 561, 561, 562, 562], repeating([11, 11, 10, 9, 9])),
  stepsOf('abstract', [559, 590, 622, 650, 684, 713], repeating([0, 1, 1, 1, 1])),
  stepsOf('verbatim+ban', [559, 612, 665, 722, 775, 829], repeating([0, 0, 1, 0, 1])),
];

const own = (
  task: number,
  step: number,
  logpBeforeNats: number,
  logpAfterNats: number,
  harness = 'verbatim',
): OwnFailure => ({
  traceKey: `${harness}-${task}`,
  taskId: `task-${task}`,
  template: KINDS[task] ?? '',
  harness,
  seed: 0,
  step,
  call: `find_contact(name='Ada ${task}')`,
  errorKind: 'unknown_entity',
  logpBeforeNats,
  logpAfterNats,
  isFirst: step === 0,
});

/** Seven calls, of which the first was made in two rollouts; four of them first failures. */
export const sampleOwn: readonly OwnFailure[] = [
  own(1, 0, -0.7, -0.3),
  own(1, 0, -0.7, -0.3, 'abstract'),
  own(2, 0, -1.4, -0.4),
  own(3, 0, -2.1, -3.4),
  own(4, 0, -0.4, -0.9),
  own(2, 1, -0.4, -0.2),
  own(3, 2, -3.1, -1.2),
  own(4, 3, -0.9, -1.6),
];

export const sampleScripted: readonly ScriptedFailure[] = [
  [-22.4, -15],
  [-19, -11.5],
  [-26, -17.5],
  [-14.5, -9],
  [-17, -12],
  [-12, 1.5],
].map(([logpBeforeNats = 0, gainNats = 0], at) => ({ itemId: `item-${at}`, logpBeforeNats, gainNats }));
