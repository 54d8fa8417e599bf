import type { ProbeSummary, Scale, View, ViewLabel } from '../probe/index.ts';
import type { StatisticName } from '../statistics/index.ts';
import { LABEL_NAMES, labelWords } from './label-words.ts';
import { counted, fixed } from './number-words.ts';

/** How numbers of a scale are named and shown. */
export interface ScaleWords {
  readonly unit: string;
  readonly digits: number;
  /** What is compared before and after. */
  readonly compared: 'call' | 'token';
  /** What G compares, as a definition. */
  readonly definition: string;
  /** From the first case on, axes of G reach from here to here. */
  readonly usualGains: readonly [number, number];
  readonly usualScores: readonly [number, number];
}

const WHOLE = 'log p of the failed call before the failure − log p of the same call after it';

export const SCALE_WORDS: Readonly<Record<Scale, ScaleWords>> = {
  'whole-call': {
    unit: 'nats',
    digits: 1,
    compared: 'call',
    definition: `G = ${WHOLE}.`,
    usualGains: [-20, 5],
    usualScores: [-20, 0],
  },
  'per-token': {
    unit: 'nats a token',
    digits: 2,
    compared: 'call',
    definition: `G = ${WHOLE}, divided by the tokens of the call (pieces of this checkpoint’s tokenizer).`,
    usualGains: [-1, 0.2],
    usualScores: [-1, 0],
  },
  'per-byte': {
    unit: 'nats a byte',
    digits: 2,
    compared: 'call',
    definition: `G = ${WHOLE}, divided by the bytes of the call (UTF-8).`,
    usualGains: [-0.4, 0.1],
    usualScores: [-0.4, 0],
  },
  'first-diverging-token': {
    unit: 'nats at the first other token',
    digits: 1,
    compared: 'token',
    definition:
      'G = log p, before the failure, of the first token in which the failed call differs from the right one − log p of the same token after it, each given what the two calls share.',
    usualGains: [-5, 1],
    usualScores: [-5, 0],
  },
};

/** The statistic in force over so many cases: of one case there is no mean. */
export const statisticOf = (statistic: StatisticName, cases: number): string =>
  cases === 1 ? 'one case' : statistic;

/** The same with their number: 'mean of 12', '1 case'. */
export const statisticOver = (statistic: StatisticName, cases: number): string =>
  cases === 1 ? '1 case' : `${statistic} of ${fixed(cases, 0)}`;

/** What the axis of a change stands for; left is toward the same call. */
export const axisOfGain = (statistic: string, { unit, compared }: ScaleWords): string =>
  // The unit of a token is long, and says by itself what is compared.
  `← ${compared === 'call' ? 'toward the same call; ' : ''}${statistic}, ${unit}`;

/** How a view differs from the paper's, in sentences; empty where it does not. Units are named where numbers stand. */
export function viewWords({ view, casesLeftOut }: Pick<ProbeSummary, 'view' | 'casesLeftOut'>): string {
  const sentences = [
    view.statistic === 'median' ? 'Medians over cases instead of means.' : null,
    scaleSentence(view.scale),
    ...filterSentences(view),
    leftOutSentence(view),
    casesLeftOut === 0 ? null : `${counted(casesLeftOut, 'case')} left out.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

function scaleSentence(scale: Scale): string | null {
  switch (scale) {
    case 'whole-call':
      return null;
    case 'per-token':
      return 'Scores are divided by the call’s tokens.';
    case 'per-byte':
      return 'Scores are divided by the call’s bytes.';
    case 'first-diverging-token':
      return 'Scores are those of the first token in which failed and right call differ.';
  }
}

const onlyOf = ({ only }: View): readonly [ViewLabel, readonly string[]][] =>
  Object.entries(only) as [ViewLabel, readonly string[]][]; // entries forget their keys

function filterSentences(view: View): readonly string[] {
  return onlyOf(view).map(([label, values]) => {
    const named = values.map((value) => labelWords(label, value)).join(', ');
    return `Only ${LABEL_NAMES[label][values.length === 1 ? 'one' : 'many']}: ${named === '' ? 'none' : named}.`;
  });
}

const tasksAndWorst = ({ withoutTasks, withoutWorst }: View, tasks: string): readonly string[] => [
  ...(withoutTasks.length === 0 ? [] : [tasks]),
  ...(withoutWorst === 0 ? [] : [`the ${counted(withoutWorst, 'case')} of lowest G`]),
];

function leftOutSentence(view: View): string | null {
  const { withoutTasks } = view;
  const tasks = `${withoutTasks.length === 1 ? 'task' : 'tasks'} ${withoutTasks.join(', ')}`;
  const parts = tasksAndWorst(view, tasks);
  return parts.length === 0 ? null : `Without ${parts.join(' and without ')}.`;
}

/** A finding that says itself of which cases it is, where the view leaves some out. */
export function ofCasesInView(
  finding: string,
  { view, cases, casesLeftOut }: Pick<ProbeSummary, 'view' | 'cases' | 'casesLeftOut'>,
): string {
  if (casesLeftOut === 0) return finding;
  const only = onlyOf(view).map(([label, values]) => {
    const named = values.map((value) => `“${labelWords(label, value)}”`).join(' or ');
    return `only ${LABEL_NAMES[label].one} ${named}`;
  });
  const without = tasksAndWorst(view, counted(view.withoutTasks.length, 'task'));
  const how = [...only, ...without.map((part) => `without ${part}`)].join(', ');
  return `${finding} In view: ${fixed(cases, 0)} of ${counted(cases + casesLeftOut, 'case')}, ${how}.`;
}

/** A caption that says how the view differs. */
export const withView = (caption: string, summary: ProbeSummary): string =>
  [caption, viewWords(summary)].filter((part) => part !== '').join(' ');
