import type { ProbeSummary, Scale, View, ViewLabel } from '../probe/index.ts';
import { LABEL_NAMES, labelWords } from './label-words.ts';
import { counted } from './number-words.ts';

/** How numbers of a scale are named and shown. */
export interface ScaleWords {
  readonly unit: string;
  readonly digits: number;
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
    definition: `G = ${WHOLE}.`,
    usualGains: [-20, 5],
    usualScores: [-20, 0],
  },
  'per-token': {
    unit: 'nats a token',
    digits: 2,
    definition: `G = ${WHOLE}, divided by the tokens of the call (pieces of this checkpoint’s tokenizer).`,
    usualGains: [-1, 0.2],
    usualScores: [-1, 0],
  },
  'per-byte': {
    unit: 'nats a byte',
    digits: 2,
    definition: `G = ${WHOLE}, divided by the bytes of the call (UTF-8).`,
    usualGains: [-0.4, 0.1],
    usualScores: [-0.4, 0],
  },
  'first-diverging-token': {
    unit: 'nats at the first other token',
    digits: 1,
    definition:
      'G = log p, before the failure, of the first token in which the failed call differs from the right one − log p of the same token after it, each given what the two calls share.',
    usualGains: [-5, 1],
    usualScores: [-5, 0],
  },
};

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

function filterSentences(view: View): readonly string[] {
  const entries = Object.entries(view.only) as [ViewLabel, readonly string[]][]; // entries forget their keys
  return entries.map(([label, values]) => {
    const named = values.map((value) => labelWords(label, value)).join(', ');
    return `Only ${LABEL_NAMES[label][values.length === 1 ? 'one' : 'many']}: ${named === '' ? 'none' : named}.`;
  });
}

function leftOutSentence({ withoutTasks, withoutWorst }: View): string | null {
  const parts = [
    withoutTasks.length === 0
      ? null
      : `${withoutTasks.length === 1 ? 'task' : 'tasks'} ${withoutTasks.join(', ')}`,
    withoutWorst === 0 ? null : `the ${counted(withoutWorst, 'case')} of lowest G`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `Without ${parts.join(' and without ')}.`;
}

/** A caption that says how the view differs. */
export const withView = (caption: string, summary: ProbeSummary): string =>
  [caption, viewWords(summary)].filter((part) => part !== '').join(' ');
