import { beforeAfterWords, fixed, shareWords } from '../../src/figures/index.ts';
import type { Outcome } from '../../src/probe/index.ts';
import { gainText } from '../../src/ui/training-data/outcome-words.ts';
import { signMeasured, type Sign } from '../../src/ui/training-data/prediction.ts';
import { markdownTable } from './markdown-table.ts';
import { outcomeOfClass, type Measured } from './measured.ts';

/** The blocks of the longer lesson: checkpoints side by side, and their two kinds of mistake apart. */
export function roomBlocks(all: readonly Measured[]): Record<string, string> {
  const kinds = all.map((one) => ({
    name: one.subject.name,
    form: outcomeOfClass(one, 'form'),
    value: outcomeOfClass(one, 'value'),
  }));
  return {
    room: [
      markdownTable(
        ['checkpoint', ...HEADS],
        all.map(({ subject, outcome }) => [subject.name, ...cellsOf(outcome)]),
      ),
      '',
      ...[...all.flatMap(readingOf), ranksOf(all)].map((line) => `- ${line}`),
    ].join('\n'),
    'room-kinds': [
      markdownTable(
        ['checkpoint', 'mistakes', ...HEADS],
        (['form', 'value'] as const).flatMap((kind) =>
          kinds.map((one) => [one.name, KINDS[kind], ...cellsOf(one[kind])]),
        ),
      ),
      '',
      kindWords(kinds),
    ].join('\n'),
  };
}

const KINDS = { form: 'form errors', value: 'made-up values' } as const;
const HEADS = ['mean G, nats', 'G below zero', 'failed call again', 'right call'] as const;

const cellsOf = (outcome: Outcome): readonly string[] => [
  gainText(outcome) ?? '–',
  shareWords(outcome.negative),
  beforeAfterWords(outcome.repeatsBefore, outcome.repeatsAfter),
  beforeAfterWords(outcome.rightBefore, outcome.rightAfter),
];

const SIGNS: Readonly<Record<Sign, string>> = {
  below: 'the mean G is below zero',
  about: 'the mean G cannot be told from zero',
  above: 'the mean G is above zero',
};

/** Where G and the two calls say different things; without such a difference, the sign alone. */
function readingOf({ subject, outcome }: Measured): readonly string[] {
  const sign = signMeasured(outcome);
  if (sign === null) return [`**${subject.name}**: too few items for an interval.`];
  const { repeatsAfter, rightAfter } = outcome;
  const few = 2 * rightAfter.k <= rightAfter.n;
  const caution =
    sign === 'above' && few
      ? ' It moved away from the failed call; that alone puts nothing right.'
      : sign === 'below' && repeatsAfter.k === 0
        ? ' The failed call became more likely, and would be repeated nowhere.'
        : '';
  return [
    `**${subject.name}**: ${SIGNS[sign]}; it would write the failed call again in ${shareWords(repeatsAfter)}, the right call in ${shareWords(rightAfter)}.${caution}`,
  ];
}

/** Who would write the right call most often, and least. */
function ranksOf(all: readonly Measured[]): string {
  const ranked = all.toSorted((one, other) => other.outcome.rightAfter.k - one.outcome.rightAfter.k);
  const words = ranked.map(({ subject, outcome }) => `${subject.name} ${outcome.rightAfter.k}`).join(', ');
  return `Right calls after the error, from most to fewest: ${words}.`;
}

/** On which side of the form errors the made-up values lie, and for whom. */
function kindWords(
  kinds: readonly { readonly name: string; readonly form: Outcome; readonly value: Outcome }[],
): string {
  const gaps = kinds.flatMap(({ name, form, value }) =>
    form.gain === null || value.gain === null ? [] : [{ name, gap: value.gain.value - form.gain.value }],
  );
  const side = (word: string, of: (gap: number) => boolean): readonly string[] => {
    const found = gaps.filter(({ gap }) => of(gap));
    return found.length === 0
      ? []
      : [
          `${word} for ${found.map(({ name, gap }) => `${name} (by ${fixed(Math.abs(gap), 1)} nats)`).join(', ')}`,
        ];
  };
  const told = [...side('lower', (gap) => gap < 0), ...side('higher', (gap) => gap > 0)];
  return told.length === 0
    ? 'The mean G on made-up values is that on form errors.'
    : `The mean G on made-up values, held against that on form errors, is ${told.join('; ')}.`;
}
