import type { Estimate, Share, StatisticName } from '../statistics/index.ts';
import { conditionLabel, seenUnder, SHAPE_WORDS, SHAPES } from './condition-style.ts';
import type { Cell, LegendEntry, Table } from './figure-spec.ts';
import { bracketed, counted, fixed, isToldFromZero, spoken } from './number-words.ts';
import { rightCallSentence } from './right-call-words.ts';
import {
  hasRings,
  showsOthers,
  type Published,
  type RecordedSummary,
  type StripGroup,
  type StripLayers,
  type StripRow,
} from './strip-rows.ts';
import { SHARE_COLUMN, sharesOfCalls } from './shares-of-calls.ts';
import {
  ofCasesInView,
  SCALE_WORDS,
  statisticOf,
  statisticOver,
  viewWords,
  type ScaleWords,
} from './view-words.ts';

const PAPER = "the paper's value (its items)";

/** Said of a condition of which nothing could be scored, before the reason. */
export const NOT_SCORED = 'could not be scored';

export const paperText = ({ valueNats, interval }: Published): string =>
  `${PAPER}: ${fixed(valueNats, 1)}${bracketed(interval)}`;

const scaleOf = ({ summary, recorded }: StripLayers): ScaleWords =>
  SCALE_WORDS[(summary ?? recorded?.summary)?.view.scale ?? 'whole-call'];

const rowsOf = (groups: readonly StripGroup[]): readonly StripRow[] => groups.flatMap(({ rows }) => rows);
const hasPaper = (groups: readonly StripGroup[]): boolean =>
  rowsOf(groups).some(({ published }) => published !== null);
const hasRecorded = (groups: readonly StripGroup[]): boolean =>
  rowsOf(groups).some(({ recorded }) => recorded !== null);

export function stripHeading(layers: StripLayers, groups: readonly StripGroup[]): string {
  const { summary, recorded } = layers;
  if (summary !== null && summary.gain !== null) return findingSentence(summary, scaleOf(layers));
  if (summary !== null && summary.conditions.length > 0)
    return `No case has been scored with ${seenUnder(summary.subject)} in view yet; each row says how many it has.`;
  if (recorded?.summary.gain != null && hasRecorded(groups))
    return `Recorded run (${recorded.name}): ${lowered(findingSentence(recorded.summary, scaleOf(layers)))}`;
  const published = rowsOf(groups).find(({ condition }) => condition === 'fail')?.published;
  return published == null
    ? 'No case is finished yet.'
    : `No case is finished yet; the paper's mean G on its own items is ${fixed(published.valueNats, 1)} nats${bracketed(published.interval, 1, '95 %: ')}.`;
}

const findingSentence = (summary: RecordedSummary, words: ScaleWords): string =>
  ofCasesInView(`${movedSentence(summary, words)}${rightCallSentence(summary)}`, summary);

function movedSentence(summary: RecordedSummary, words: ScaleWords): string {
  const { gain, toward, away, cases, repeatsAfter, subject, view } = summary;
  if (gain === null) return 'No case is finished yet.';
  const size = `G ${fixed(gain.value, words.digits)} ${words.unit}`;
  const [moved, direction] = gain.value < 0 ? [toward, 'toward'] : [away, 'away from'];
  const call =
    words.compared === 'token' ? 'the same call where it parts from the right one' : 'the same call';
  // Of one case there is no mean, and nobody counts it.
  if (cases === 1) {
    const way = gain.value === 0 ? 'moved neither toward nor away from' : `moved ${direction}`;
    return `With ${seenUnder(subject)} in view, the one case ${way} ${call}, and would ${repeatsAfter.k === 0 ? 'not' : 'now'} repeat it word for word; ${size}.`;
  }
  if (gain.interval !== null && !isToldFromZero(gain.interval))
    return (
      `With ${seenUnder(subject)} in view, ${toward} of ${counted(cases, 'case')} moved toward ${call} and ${away} away from it; which way as a whole cannot be told: ` +
      `${view.statistic} ${size}${bracketed(gain.interval, words.digits, '95 %: ')}. ` +
      `${repeatsAfter.k === 0 ? 'None' : repeatsAfter.k} would now repeat it word for word.`
    );
  return (
    `With ${seenUnder(subject)} in view, ${moved} of ${counted(cases, 'case')} moved ${direction} ${call}, and ${repeatsAfter.k === 0 ? 'none' : repeatsAfter.k} would now repeat it word for word; ` +
    `${view.statistic} ${size}${bracketed(gain.interval, words.digits, '95 %: ')}.`
  );
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

export function stripLegend(
  groups: readonly StripGroup[],
  { compared }: Pick<ScaleWords, 'compared'>,
): readonly LegendEntry[] {
  const shapes = new Set(rowsOf(groups).map(({ condition }) => SHAPES[condition]));
  return [
    ...[...shapes].map((shape) => ({ text: SHAPE_WORDS[shape], role: 'mark' as const, shape })),
    { text: `left of zero: toward the same ${compared}`, role: 'toward', shape: null },
    { text: 'right of zero: away from it', role: 'away', shape: null },
    ...(hasPaper(groups) ? [{ text: PAPER, role: 'zero', shape: null, look: 'band' } as const] : []),
    ...(hasRecorded(groups)
      ? [
          {
            text: 'hollow: a recorded run, named below',
            role: 'ink',
            shape: 'diamond',
            look: 'hollow',
          } as const,
        ]
      : []),
  ];
}

export function stripCaption(layers: StripLayers, groups: readonly StripGroup[]): string {
  const shown = layers.summary ?? layers.recorded?.summary ?? null;
  const statistic = shown?.view.statistic ?? 'mean';
  const shares = sharesOfCalls(layers.summary);
  const errorPublished = rowsOf(groups).find(({ condition }) => condition === 'fail')?.published;
  const { definition, compared } = scaleOf(layers);
  const sentences = [
    definition,
    `One dot a case; left of zero, the ${compared} became more likely.`,
    'Right call: G of the right call, with the same sign; below zero, it became more likely too.',
    hasRings(groups)
      ? `Ring and bar: ${statistic} over cases and its 95 % interval, tasks drawn with replacement${shown === null ? '' : ` ${fixed(shown.draws, 0)} times`} (both from 5 cases on).`
      : rowsOf(groups).some(({ live }) => live !== null && live.gain.n > 1)
        ? `Numbers beside the dots: ${statistic} over cases.`
        : null,
    'Written: cases in which greedy decoding would now begin with that call, word for word.',
    groups.some(({ title }) => title === 'For comparison')
      ? 'What stands for comparison is no way to show a failure; it is there to take the effect apart.'
      : null,
    shares === null ? null : shares.definition,
    hasPaper(groups)
      ? `Grey band with line: ${errorPublished == null ? PAPER : paperText(errorPublished)}${errorPublished == null ? '.' : ' nats.'}`
      : null,
    hasRecorded(groups)
      ? `Hollow diamond with dashed line: recorded run (${layers.recorded?.name ?? ''}).`
      : null,
    hiddenSentence(layers),
    shown === null ? null : viewWords(shown),
  ];
  return sentences.filter((sentence) => sentence !== null && sentence !== '').join(' ');
}

/** Why a layer that is there is not drawn; null where all are. */
function hiddenSentence(layers: StripLayers): string | null {
  if (showsOthers(layers)) return null;
  const paper = Object.keys(layers.published ?? {}).length > 0;
  const recorded = layers.recorded !== undefined;
  if (paper && recorded)
    return 'Neither the paper’s value nor the recorded run is drawn beside this view: they are means over all of their own items, of whole calls.';
  if (!paper && !recorded) return null;
  return `The ${paper ? 'paper’s value' : 'recorded run'} is not drawn beside this view: it is a mean over all of its own items, of whole calls.`;
}

export function stripTable(layers: StripLayers, groups: readonly StripGroup[]): Table {
  const { unit, digits } = scaleOf(layers);
  const shares = sharesOfCalls(layers.summary);
  const statistic = (layers.summary ?? layers.recorded?.summary)?.view.statistic ?? 'mean';
  return {
    columns: [
      { name: 'shown as', digits: null },
      { name: 'case', digits: null },
      { name: `G (${unit})`, digits },
      { name: '95 % interval from', digits },
      { name: 'to', digits },
      { name: `G of the right call (${unit})`, digits },
      { name: 'right call: 95 % interval from', digits },
      { name: 'right call: to', digits },
      { name: 'would repeat the call', digits: null },
      { name: 'would write the right call', digits: null },
      ...(shares === null
        ? []
        : [
            { name: SHARE_COLUMN, digits: 3 },
            { name: 'share: 95 % interval from', digits: 3 },
            { name: 'share: to', digits: 3 },
          ]),
    ],
    rows: [
      // There is no G of it, but a share to hold the others against.
      ...(shares === null
        ? []
        : [
            [
              conditionLabel('pre'),
              statisticOver('mean', shares.before.n),
              ...blank(8),
              ...endsOf(shares.before),
            ],
          ]),
      ...rowsOf(groups).flatMap((row) => {
        const share = shares?.after.get(row.condition) ?? null;
        return tableRows(row, statistic, layers.recorded?.name ?? '').map(({ cells, isMeanOfRun }) =>
          shares === null ? cells : [...cells, ...(isMeanOfRun ? endsOf(share) : [null, null, null])],
        );
      }),
    ],
  };
}

function tableRows(
  { condition, live, recorded, published, unscored }: StripRow,
  statistic: StatisticName,
  recordedName: string,
): readonly { readonly cells: readonly Cell[]; readonly isMeanOfRun: boolean }[] {
  const name = conditionLabel(condition);
  const dots = (live ?? recorded)?.gains ?? new Map<string, number>();
  const note = live === null ? ' (recorded)' : '';
  const rows: { cells: Cell[]; isMeanOfRun: boolean }[] = [...dots].map(([itemId, gain]) => ({
    cells: [name, `${itemId}${note}`, gain, ...blank(2), live?.rightGains.get(itemId) ?? null, ...blank(4)],
    isMeanOfRun: false,
  }));
  for (const [layer, text] of [
    [live, statisticOver(statistic, live?.gain.n ?? 0)],
    [recorded, `recorded run (${recordedName}), ${statisticOver(statistic, recorded?.gain.n ?? 0)}`],
  ] as const) {
    if (layer === null) continue;
    const { gain, rightGain, repeats, rightCalls } = layer;
    rows.push({
      cells: [name, text, ...endsOf(gain), ...endsOf(rightGain), ofText(repeats), ofText(rightCalls)],
      isMeanOfRun: layer === live,
    });
  }
  if (unscored !== null)
    rows.push({ cells: [name, `${NOT_SCORED}: ${unscored}`, ...blank(8)], isMeanOfRun: false });
  if (published !== null) {
    const { low, high } = published.interval;
    rows.push({ cells: [name, PAPER, published.valueNats, low, high, ...blank(5)], isMeanOfRun: false });
  }
  return rows;
}

export function stripDescription(layers: StripLayers, groups: readonly StripGroup[]): string {
  const { digits, unit, compared } = scaleOf(layers);
  const statistic = (layers.summary ?? layers.recorded?.summary)?.view.statistic ?? 'mean';
  const sentences = rowsOf(groups).flatMap(({ condition, live, recorded, unscored }) => {
    const shown = live ?? recorded;
    if (shown === null)
      return unscored === null ? [] : [`${conditionLabel(condition)} ${NOT_SCORED}: ${unscored}`];
    const { gain, rightGain, gains, toward, repeats, rightCalls } = shown;
    // Of some conditions a recorded run keeps no case by itself.
    const cases =
      gains.size === 0
        ? ''
        : gains.size === 1
          ? ''
          : `${toward} of ${counted(gains.size, 'case')} lie left of zero, toward the same ${compared}; `;
    const within = (estimate: Estimate): string =>
      `${fixed(estimate.value, digits)} ${unit}${estimate.interval === null ? '' : `, 95 percent interval ${fixed(estimate.interval.low, digits)} to ${fixed(estimate.interval.high, digits)}`}`;
    return [
      `${conditionLabel(condition)}${live === null ? ' (recorded)' : ''}: ${cases}` +
        `${statisticOf(statistic, gain.n)}${gain.n === 1 ? ',' : ''} ${within(gain)}; ` +
        (rightGain === null ? '' : `of the right call ${within(rightGain)}; `) +
        `the call would be repeated in ${ofText(repeats)}, the right call written in ${ofText(rightCalls)}.`,
    ];
  });
  const papers = rowsOf(groups).flatMap(({ condition, published }) =>
    published === null ? [] : [`${conditionLabel(condition)}, ${paperText(published)} nats.`],
  );
  if (sentences.length === 0 && papers.length === 0) return 'No case is finished yet.';
  return spoken(
    ['One dot a case, one row for each text shown after the failed call.', ...sentences, ...papers].join(' '),
  );
}

const endsOf = (estimate: Estimate | null): readonly Cell[] => [
  estimate?.value ?? null,
  estimate?.interval?.low ?? null,
  estimate?.interval?.high ?? null,
];

const blank = (cells: number): readonly Cell[] => new Array<Cell>(cells).fill(null);

const ofText = ({ k, n }: Share): string => `${k} of ${n}`;
