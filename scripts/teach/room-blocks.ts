import { fixed } from '../../src/figures/index.ts';
import type { Outcome } from '../../src/probe/index.ts';
import { signMeasured, type Sign } from '../../src/ui/training-data/prediction.ts';
import { markdownTable } from './markdown-table.ts';
import { outcomeOfClass, type Measured } from './measured.ts';
import { outcomeCells, outcomeHeads } from './outcome-cells.ts';

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
        ['checkpoint', ...outcomeHeads(all[0]?.outcome.cases ?? null)],
        all.map(({ subject, outcome }) => [subject.name, ...outcomeCells(outcome)]),
      ),
      '',
      [...READINGS.flatMap((reading) => wordsOf(reading, all)), ranksOf(all)].join(' '),
    ].join('\n'),
    'room-kinds': [
      markdownTable(
        ['checkpoint', 'mistakes', ...outcomeHeads(null)],
        (['form', 'value'] as const).flatMap((kind) =>
          kinds.map((one) => [one.name, `${KINDS[kind]} (${one[kind].cases})`, ...outcomeCells(one[kind])]),
        ),
      ),
      '',
      kindWords(kinds),
    ].join('\n'),
  };
}

const KINDS = { form: 'form', value: 'made-up' } as const;

/** Where G and the two calls can say different things, G is told with what they say. */
interface Reading {
  readonly holds: (sign: Sign | null, outcome: Outcome) => boolean;
  readonly words: string;
}

/** What stands behind a name. */
const beside = ({ repeatsAfter, rightAfter }: Outcome): string =>
  `written again in ${repeatsAfter.k}, right call in ${rightAfter.k}`;

/** In this order; together they hold every checkpoint once. */
const READINGS: readonly Reading[] = [
  {
    holds: (sign, { repeatsAfter }) => sign === 'below' && repeatsAfter.k > 0,
    words: 'Failed call more likely, and written again',
  },
  {
    holds: (sign, { repeatsAfter }) => sign === 'below' && repeatsAfter.k === 0,
    words: 'Failed call more likely, and yet nowhere written again',
  },
  {
    holds: (sign, { rightAfter }) => sign === 'above' && 2 * rightAfter.k <= rightAfter.n,
    words:
      'Failed call less likely, and the right call in half of the items or fewer, which is no correction',
  },
  {
    holds: (sign, { rightAfter }) => sign === 'above' && 2 * rightAfter.k > rightAfter.n,
    words: 'Failed call less likely, and the right call in more than half',
  },
  {
    holds: (sign) => sign === 'about' || sign === null,
    words: 'Mean G not to be told from zero',
  },
];

function wordsOf({ holds, words }: Reading, all: readonly Measured[]): readonly string[] {
  const found = all.filter(({ outcome }) => holds(signMeasured(outcome), outcome));
  return found.length === 0
    ? []
    : [
        `${words}: ${found.map(({ subject, outcome }) => `*${subject.name}* (${beside(outcome)})`).join(', ')}.`,
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
