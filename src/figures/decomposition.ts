import type { ProbeSummary } from '../probe/index.ts';
import type { Estimate } from '../statistics/index.ts';
import { roleOfChange } from './condition-style.ts';
import type { FigureSpec } from './figure-spec.ts';
import { asGain, bracketed, fixed, isToldFromZero, signedWithin, sizeOf, spoken } from './number-words.ts';
import { seenIn, withoutStatistic } from './seen-in.ts';
import { splitBars, splitWords, type SplitRow } from './split-bars.ts';
import {
  axisOfGain,
  ofCasesInView,
  SCALE_WORDS,
  statisticOf,
  withView,
  type ScaleWords,
} from './view-words.ts';

/** Where G comes from: G = −copy − sem, as bars that lie end to end. Null: nothing to show yet. */
export function decompositionFigure(summary: ProbeSummary, width: number): FigureSpec | null {
  const { decomposition, view } = summary;
  if (decomposition === null) return null;
  const [copy, sem, both] = [decomposition.copy, decomposition.sem, decomposition.both].map(asGain) as [
    Estimate,
    Estimate,
    Estimate,
  ]; // one for one
  const words = SCALE_WORDS[view.scale];
  // Means in every view: medians of the parts would not add up.
  const statistic = statisticOf('mean', both.n);
  const axisLabel = axisOfGain(statistic, words);
  const rows: readonly (SplitRow & { readonly estimate: Estimate })[] = [
    { name: 'the call is there', estimate: copy, from: 0, role: roleOfChange(-copy.value) },
    { name: 'what the error says', estimate: sem, from: copy.value, role: roleOfChange(-sem.value) },
    { name: 'both (G)', estimate: both, from: 0, role: 'mark' },
  ];
  return {
    id: 'decomposition',
    heading: ofCasesInView(headingOf({ copy, sem, both }, decomposition.copyShare, words), summary),
    title: `Where it comes from: ${statistic}, ${words.unit}`,
    width,
    ...splitBars({ rows, words, axisLabel, width }),
    legend: [
      { text: `left of zero: toward the same ${words.compared}`, role: 'toward', shape: null },
      { text: 'right of zero: away from it', role: 'away', shape: null },
      { text: 'both together', role: 'mark', shape: null },
    ],
    table: {
      columns: [
        { name: 'part', digits: null },
        { name: `part of G (${words.unit})`, digits: words.digits, isSigned: true },
        { name: '95 % interval from', digits: words.digits, isSigned: true },
        { name: 'to', digits: words.digits, isSigned: true },
        { name: 'cases', digits: null },
      ],
      rows: rows.map(({ name, estimate: { value, interval, n } }) => [
        name,
        value,
        interval?.low ?? null,
        interval?.high ?? null,
        n,
      ]),
    },
    description: spoken(
      rows.map(({ name, estimate }) => `${name}: ${splitWords(estimate, words)}.`).join(' '),
    ),
    caption: withView(
      'Signs as of G: below zero, toward the same call. The call is there: log p of the failed call before − log p after a neutral text (−copy). What the error says: log p after the neutral text − log p after the error (−sem). ' +
        'The two add up to G for every case: the second bar begins where the first ends, and ends where the third does. ' +
        (rows.some(({ estimate }) => estimate.interval !== null)
          ? 'Lines: 95 % intervals, tasks drawn with replacement. '
          : '') +
        'The split holds against this neutral text.' +
        (isRatioGiven(decomposition) ? ` ${RATIO_WORDS}` : '') +
        (view.statistic === 'median'
          ? ' Means, though the view is of medians: medians of the parts would not add up to that of the whole.'
          : ''),
      withoutStatistic(summary),
    ),
    view: seenIn(withoutStatistic(summary)),
  };
}

/** Every number beside its interval; what cannot be told from zero is claimed to come from nowhere. */
function headingOf(
  { copy, sem, both }: Readonly<Record<'copy' | 'sem' | 'both', Estimate>>,
  copyShare: Estimate | null,
  words: ScaleWords,
): string {
  const { digits, compared } = words;
  const within = ({ value, interval }: Estimate): string => signedWithin(value, interval, digits);
  if (both.interval === null)
    return `Too few cases yet to say where the change comes from: ${both.n === 1 ? sizeOf(1) : `mean of ${both.n}`}, ${splitWords(both, words)}.`;
  if (!isToldFromZero(both.interval))
    return `The mean G, ${within(both)} ${words.unit}, cannot be told from zero, so there is nothing to divide.`;
  if (both.value > 0)
    return `On average the ${compared} became less likely, G ${within(both)} ${words.unit}, so there is no rise to divide.`;
  return `Of a mean G of ${within(both)} ${words.unit}, toward the same ${compared}, ${callWords(copy, within, ratioWords(copyShare))}; ${errorWords(sem, within)}.`;
}

type Within = (estimate: Estimate) => string;

function callWords(copy: Estimate, within: Within, ratio: string): string {
  if (!isToldFromZero(copy.interval))
    return `what comes from the call being there cannot be told from zero (${within(copy)})`;
  return copy.value < 0
    ? `${within(copy)}${ratio} come from the call being there`
    : `the call being there takes some back (${within(copy)})`;
}

function errorWords(sem: Estimate, within: Within): string {
  if (!isToldFromZero(sem.interval))
    return `what the error says adds nothing that can be told from zero (${within(sem)})`;
  return `what the error says ${sem.value < 0 ? 'adds' : 'takes back:'} ${within(sem)}`;
}

const isRatioGiven = ({ copy, copyShare }: NonNullable<ProbeSummary['decomposition']>): boolean =>
  copyShare?.interval != null && copy.value > 0 && isToldFromZero(copy.interval);

const RATIO_WORDS =
  'Ratio: mean of the first bar ÷ mean of both, its interval from the same draws. It is no share and can pass 1, where what the error says takes some back.';

/** ' (ratio to the whole 0.98 [0.81 to 1.12])': two means divided, which nothing keeps under 1. */
function ratioWords(ratio: Estimate | null): string {
  if (ratio?.interval == null) return '';
  return ` (ratio to the whole ${fixed(ratio.value, 2)}${bracketed(ratio.interval, 2)})`;
}
