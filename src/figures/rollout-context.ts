import { REFERENCE_HARNESS, type StepReading } from '../rollout/index.ts';
import { highest } from './equal-ranks.ts';
import type { FigureSpec } from './figure-spec.ts';
import { harnessLegend } from './harness-style.ts';
import { counted, fixed, spoken } from './number-words.ts';
import { rolloutScopeWords } from './rollout-scope.ts';
import type { HarnessSteps, RolloutStepsInput } from './rollout-steps.ts';
import { stepPanels } from './step-panels.ts';

interface Length {
  readonly step: number;
  readonly tokens: number;
  readonly rollouts: number;
}

interface Growth {
  readonly harness: string;
  readonly lengths: readonly Length[];
}

const MOST_NAMED = 4;
/** The axis ends on whole multiples of this. */
const ROUND_TOKENS = 100;

/** How long what the model reads is, step by step; mean over the rollouts that got there. Null: none did. */
export function rolloutContextFigure({ harnesses, scope, width }: RolloutStepsInput): FigureSpec | null {
  const shown = harnesses.map(growthOf).filter(({ lengths }) => lengths.length > 0);
  if (shown.length === 0) return null;
  const tokens = shown.flatMap(({ lengths }) => lengths.map((length) => length.tokens));
  const low = ROUND_TOKENS * Math.floor(Math.min(...tokens) / ROUND_TOKENS);
  const high = Math.max(ROUND_TOKENS * Math.ceil(Math.max(...tokens) / ROUND_TOKENS), low + ROUND_TOKENS);
  const drawn = stepPanels({
    panels: shown.map(({ harness, lengths }) => ({
      harness,
      note: '',
      points: lengths.map((length) => ({
        step: length.step,
        value: length.tokens,
        text: fixed(length.tokens, 0),
        shortText: fixed(length.tokens, 0),
        label: `${harness}, step ${length.step}: ${lengthText(length)}`,
        role: 'ink',
      })),
    })),
    reference: REFERENCE_HARNESS,
    steps: Math.max(...shown.flatMap(({ lengths }) => lengths.map(({ step }) => step))),
    ticks: [low, high].map((value) => ({ value, text: fixed(value, 0) })),
    yLabel: 'mean tokens read',
    width,
  });
  return {
    id: 'rollout-context',
    heading: headingOf(shown),
    title: 'What the model reads, step by step: mean tokens',
    width,
    ...drawn,
    legend: [
      ...harnessLegend(shown.map(({ harness }) => harness)),
      ...(shown.length > 1 && shown.some(({ harness }) => harness === REFERENCE_HARNESS)
        ? [{ text: `dashed: ${REFERENCE_HARNESS}`, role: 'zero', shape: null, look: 'line' } as const]
        : []),
    ],
    table: {
      columns: [
        { name: 'harness', digits: null },
        { name: 'step', digits: null },
        { name: 'mean tokens read', digits: 1 },
        { name: 'rollouts', digits: null },
      ],
      rows: shown.flatMap(({ harness, lengths }) =>
        lengths.map(({ step, tokens: mean, rollouts }) => [harness, step, mean, rollouts]),
      ),
    },
    description: spoken(
      shown
        .map(
          ({ harness, lengths }) =>
            `${harness}: ${lengths.map((length) => `step ${length.step}, ${lengthText(length)}`).join('; ')}.`,
        )
        .join(' '),
    ),
    caption: `Whole context at each step, kept from the step before or computed anew. The axis does not begin at zero. Rollouts that are solved or given up leave: later steps are of those that are left.`,
    view: rolloutScopeWords(scope),
  };
}

const growthOf = ({ harness, steps }: HarnessSteps): Growth => ({
  harness,
  lengths: steps.flatMap(({ step, contextTokens, rollouts }: StepReading) =>
    contextTokens === null ? [] : [{ step, tokens: contextTokens, rollouts }],
  ),
});

const lengthText = ({ tokens, rollouts }: Length): string =>
  `${fixed(tokens, 0)} tokens, ${counted(rollouts, 'rollout')}`;

function headingOf(shown: readonly Growth[]): string {
  const ends = shown.flatMap(({ harness, lengths }) => {
    const [first, last] = [lengths[0], lengths.at(-1)];
    return first === undefined || last === undefined ? [] : [{ harness, first, last }];
  });
  const say = ({ harness, first, last }: (typeof ends)[number]): string =>
    `${harness} from ${fixed(first.tokens, 0)} tokens in step ${first.step} to ${fixed(last.tokens, 0)} in step ${last.step}`;
  if (ends.length <= MOST_NAMED) return `Mean length of what the model reads: ${ends.map(say).join('; ')}.`;
  const grown = ({ first, last }: (typeof ends)[number]): number => last.tokens - first.tokens;
  const [least] = highest(ends, (one) => -grown(one));
  const [most] = highest(ends, grown);
  const named = [
    ...ends.filter(({ harness }) => harness === REFERENCE_HARNESS).map(say),
    ...(least === undefined ? [] : [`grows least under ${say(least)}`]),
    ...(most === undefined ? [] : [`grows most under ${say(most)}`]),
  ];
  return `Mean length of what the model reads: ${named.join('; ')}.`;
}
