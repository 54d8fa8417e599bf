import { REFERENCE_HARNESS, type StepReading } from '../rollout/index.ts';
import { rateOf } from './equal-ranks.ts';
import type { FigureSpec } from './figure-spec.ts';
import { harnessLegend } from './harness-style.ts';
import { counted, fixed, spoken } from './number-words.ts';
import { rolloutScopeWords, type RolloutScope } from './rollout-scope.ts';
import { stepPanels, type StepPanel } from './step-panels.ts';

/** What happened step by step under one harness. */
export interface HarnessSteps {
  readonly harness: string;
  readonly steps: readonly StepReading[];
}

export interface RolloutStepsInput {
  /** In the order of their columns. */
  readonly harnesses: readonly HarnessSteps[];
  readonly scope: RolloutScope;
  readonly width: number;
}

/** Up to so many harnesses are all named in the heading. */
const MOST_NAMED = 4;

/**
 * Step by step, of the rollouts that had failed before, the share that makes a failed call again. Null: no rollout got
 * to a step after a failure.
 */
export function rolloutStepsFigure({ harnesses, scope, width }: RolloutStepsInput): FigureSpec | null {
  const shown = harnesses.filter(({ steps }) => steps.some(({ repeats }) => repeats.n > 0));
  if (shown.length === 0) return null;
  const drawn = stepPanels({
    panels: shown.map(panelOf),
    reference: REFERENCE_HARNESS,
    steps: Math.max(...shown.map(({ steps }) => steps.length)),
    ticks: [0, 0.5, 1].map((value) => ({ value, text: fixed(100 * value, 0) })),
    yLabel: '% that repeat',
    width,
  });
  const forced = shown.some(({ steps }) => steps.some(({ byConstruction }) => byConstruction > 0));
  return {
    id: 'rollout-steps',
    heading: headingOf(shown),
    title: 'Repeats by step, harness by harness',
    width,
    ...drawn,
    legend: [
      ...harnessLegend(shown.map(({ harness }) => harness)),
      ...(forced ? [{ text: 'grey mark: by construction', role: 'zero', shape: 'square' } as const] : []),
      ...(shown.length > 1 && shown.some(({ harness }) => harness === REFERENCE_HARNESS)
        ? [{ text: `dashed: ${REFERENCE_HARNESS}`, role: 'zero', shape: null, look: 'line' } as const]
        : []),
    ],
    table: {
      columns: [
        { name: 'harness', digits: null },
        { name: 'step', digits: null },
        { name: 'make a failed call again', digits: null },
        { name: 'of rollouts that had failed before', digits: null },
        { name: 'share (%)', digits: 1 },
        { name: 'by construction', digits: null },
      ],
      rows: shown.flatMap(({ harness, steps }) =>
        couldRepeat(steps).map(({ step, repeats, byConstruction }) => [
          harness,
          step,
          repeats.k,
          repeats.n,
          100 * rateOf(repeats),
          byConstruction,
        ]),
      ),
    },
    description: spoken(
      shown
        .map(
          ({ harness, steps }) =>
            `${harness}: ${couldRepeat(steps)
              .map((reading) => `step ${reading.step}, ${readingText(reading)}`)
              .join('; ')}.`,
        )
        .join(' '),
    ),
    caption: `Of the rollouts that had failed before a step, those whose call at this step fails and had failed before, however it is spelt. Rollouts that are solved or given up leave: later steps are of those that are left, so a share that rises or falls need not be a change of the same rollouts.${
      forced
        ? ' By construction: nothing the model reads had changed and it takes its likeliest token, so the same turn had to follow.'
        : ''
    }`,
    view: rolloutScopeWords(scope),
  };
}

const couldRepeat = (steps: readonly StepReading[]): readonly StepReading[] =>
  steps.filter(({ repeats }) => repeats.n > 0);

const readingText = ({ repeats, byConstruction }: StepReading): string =>
  `${repeats.k} of ${repeats.n}${byConstruction === 0 ? '' : `, ${byConstruction} by construction`}`;

const isForcedStep = ({ repeats, byConstruction }: StepReading): boolean =>
  repeats.k > 0 && byConstruction === repeats.k;

/** All its repeats follow from the harness. */
function isForced({ steps }: HarnessSteps): boolean {
  const repeating = steps.filter(({ repeats }) => repeats.k > 0);
  return repeating.length > 0 && repeating.every(isForcedStep);
}

function panelOf(row: HarnessSteps): StepPanel {
  return {
    harness: row.harness,
    note: isForced(row) ? 'repeats by construction' : '',
    points: couldRepeat(row.steps).map((reading) => ({
      step: reading.step,
      value: rateOf(reading.repeats),
      text: `${reading.repeats.k} of ${reading.repeats.n}`,
      shortText: `${reading.repeats.k}/${reading.repeats.n}`,
      label: `${row.harness}, step ${reading.step}: ${readingText(reading)}`,
      role: isForcedStep(reading) ? 'zero' : 'ink',
    })),
  };
}

function headingOf(shown: readonly HarnessSteps[]): string {
  const ends = shown.map(({ harness, steps }) => {
    const could = couldRepeat(steps);
    return { harness, first: could[0], last: could.at(-1) };
  });
  const say = ({ harness, first, last }: (typeof ends)[number]): string =>
    first === undefined || last === undefined
      ? ''
      : first === last
        ? `${harness} ${readingText(first)} in step ${first.step}`
        : `${harness} ${readingText(first)} in step ${first.step}, ${readingText(last)} in step ${last.step}`;
  const opening = 'With a failure behind them, rollouts made a failed call again';
  if (ends.length <= MOST_NAMED) return `${opening}: ${ends.map(say).join('; ')}.`;
  const reference = ends.filter(({ harness }) => harness === REFERENCE_HARNESS);
  const forced = shown.filter(isForced).map(({ harness }) => harness);
  const free = ends.filter(({ harness }) => !forced.includes(harness));
  const lower = free.filter(
    ({ first, last }) =>
      first !== undefined && last !== undefined && rateOf(last.repeats) < rateOf(first.repeats),
  ).length;
  return `${opening}: ${[
    ...reference.map(say),
    `the share in the last step is lower than in the first in ${lower} of ${counted(free.length, 'harness', 'harnesses')}`,
    ...forced.map((harness) => `${harness} by construction`),
  ].join('; ')}.`;
}
