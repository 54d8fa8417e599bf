import type { ConditionName, Manipulation, ProbeSummary } from '../probe/index.ts';
import type { ResampledEstimate } from '../statistics/index.ts';
import { conditionLabel, inGroups, SHAPES } from './condition-style.ts';
import type { FigureSpec, Mark, SymbolMark } from './figure-spec.ts';
import { dot, hollow, label, plate, rule } from './marks.ts';
import {
  asGain,
  counted,
  fixed,
  isToldFromZero,
  signed,
  signedWithin,
  sizeOf,
  spoken,
} from './number-words.ts';
import { pNumber, pText, SIGNIFICANT } from './p-words.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';
import { seenIn } from './seen-in.ts';
import {
  axisOfGain,
  ofCasesInView,
  SCALE_WORDS,
  statisticOf,
  withView,
  type ScaleWords,
} from './view-words.ts';

interface Row extends Manipulation {
  /** With the sign of G: below zero, the failed call is likelier than after the error. */
  readonly change: ResampledEstimate;
}

const NARROW_PX = 640;
const TOP = 24;
const GROUP_TITLE = 24;

/** What the standard error is called, where its text is the usual one. */
const PLAIN_ERROR = 'the plain error';

/**
 * Each condition against the standard error, paired by case: left, the failed call is likelier than after the error.
 * `error` names that error in sentences. Null: nothing was asked beside the error yet.
 */
export function manipulationsFigure(
  summary: ProbeSummary,
  width: number,
  error: string = PLAIN_ERROR,
): FigureSpec | null {
  const rows = summary.manipulations.flatMap((row) =>
    row.change === null ? [] : [{ ...row, change: asGain(row.change) }],
  );
  if (rows.length === 0) return null;
  const { view, draws } = summary;
  const words = SCALE_WORDS[view.scale];
  const isNarrow = width < NARROW_PX;
  const rowHeight = isNarrow ? 66 : 34;
  const groups = inGroups(rows);
  const heights = groups.map((group) => GROUP_TITLE + rowHeight * group.rows.length);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const bottom = TOP + sum(heights);
  const ends = rows.flatMap(({ change: { value, interval } }) => [
    value,
    interval?.low ?? value,
    interval?.high ?? value,
  ]);
  const soft = { role: 'soft', sizePx: 12 } as const;
  const axis = steppedAxis(ends, usualChanges(words.usualGains), [
    isNarrow ? 12 : 150,
    width - (isNarrow ? 12 : 262),
  ]);
  const most = Math.max(...rows.map(({ change }) => change.n));
  const statistic = statisticOf(view.statistic, most);
  const axisLabel = axisOfGain(statistic, words);
  const compared = comparedIn(rows);
  const drawing: Drawing = { axis, width, isNarrow, words, draws, compared };
  return {
    id: 'manipulations',
    heading: ofCasesInView(headingOf(rows, summary, error), summary),
    title: `Against ${error}: ${statistic}, ${words.unit}`,
    width,
    height: bottom + 42,
    axes: [axisOf(axis, 'x', axisLabel)],
    marks: [
      ...xAxisMarks(axis, 20, bottom),
      label(axis.at(axis.domain[0]), 13, `← same ${words.compared} more likely`, soft),
      label(isNarrow ? width - 12 : width, 13, compared > 1 ? 'p: corrected' : 'p', {
        ...soft,
        anchor: 'end',
      }),
      ...groups.flatMap(({ title, rows: inGroup }, at) => {
        const top = TOP + sum(heights.slice(0, at));
        return [
          plate(2, top + 17, title, 12),
          label(2, top + 17, title, { ...soft, weight: 600 }),
          ...inGroup.flatMap((row, index) => rowMarks(row, top + GROUP_TITLE + rowHeight * index, drawing)),
        ];
      }),
      label(isNarrow ? 12 : 150, bottom + 36, axisLabel, soft),
    ],
    legend: [
      { text: `left of zero: toward the same ${words.compared}`, role: 'toward', shape: 'circle' },
      { text: 'right of zero: away from it', role: 'away', shape: 'circle' },
      {
        text: `hollow: cannot be told from ${error}${compared < rows.length ? ', or no p yet' : ''}`,
        role: 'zero',
        shape: 'circle',
        look: 'hollow',
      },
    ],
    table: {
      columns: [
        { name: 'shown as', digits: null },
        { name: 'cases', digits: null },
        {
          name: `${most === 1 ? '' : `${statistic} `}change of G (${words.unit})`,
          digits: words.digits,
          isSigned: true,
        },
        { name: '95 % interval from', digits: words.digits, isSigned: true },
        { name: 'to', digits: words.digits, isSigned: true },
        { name: 'p', digits: 4 },
        { name: 'p by Holm', digits: 4 },
        { name: 'cases with the very same text', digits: null },
      ],
      rows: rows.map(({ condition, change, holmP, sameAsError }) => [
        conditionLabel(condition),
        change.n,
        change.value,
        change.interval?.low ?? null,
        change.interval?.high ?? null,
        change.p,
        holmP,
        sameAsError,
      ]),
    },
    description: spoken(
      rows.map((row) => `${conditionLabel(row.condition)}: ${rowWords(row, drawing)}.`).join(' '),
    ),
    caption: withView(captionOf(rows, summary, error), summary),
    view: seenIn(summary),
  };
}

/** Room on both sides, as manipulations go either way. */
const usualChanges = ([low]: readonly [number, number]): readonly [number, number] => [low / 4, -low / 4];

interface Drawing {
  readonly axis: SteppedAxis;
  readonly width: number;
  readonly isNarrow: boolean;
  readonly words: ScaleWords;
  readonly draws: number;
  /** How many are held against the error at once. */
  readonly compared: number;
}

/** Rows without a p are not corrected for. */
const comparedIn = (rows: readonly Row[]): number => rows.filter(({ holmP }) => holmP !== null).length;

const isTold = ({ holmP }: Manipulation): boolean => holmP !== null && holmP < SIGNIFICANT;

function rowMarks(row: Row, top: number, drawing: Drawing): readonly Mark[] {
  const { axis, width, isNarrow } = drawing;
  const { digits } = drawing.words;
  const { condition, change } = row;
  const { value, interval } = change;
  const y = top + (isNarrow ? 48 : 17);
  const x = (nats: number): number => axis.at(nats);
  const name = conditionLabel(condition);
  const numbers = signedWithin(value, interval, digits);
  const p = pText(row, drawing.draws);
  const words = `${numbers}, ${sizeOf(change.n)}, ${p}`;
  return [
    ...(interval === null ? [] : [rule(x(interval.low), y, x(interval.high), y, 'ink', 2.4)]),
    { ...changeMark(row, x(value), y), label: `${name}: ${rowWords(row, drawing)}` },
    ...(isNarrow
      ? [
          plate(12, top + 14, name),
          label(12, top + 14, name),
          plate(12, top + 31, words, 12),
          label(12, top + 31, words, { role: 'soft', sizePx: 12 }),
        ]
      : [
          label(138, y + 4, name, { anchor: 'end' }),
          label(width - 84, y + 4, numbers, { anchor: 'end', sizePx: 12 }),
          label(width, y + 4, p, { anchor: 'end', sizePx: 12, role: 'soft' }),
        ]),
  ];
}

/** Full where it can be told from the plain error, hollow where it cannot: colours alone would not reach everybody. */
function changeMark(row: Row, x: number, y: number): SymbolMark {
  const shape = SHAPES[row.condition];
  return isTold(row)
    ? { ...dot(shape, x, y, 5, row.change.value < 0 ? 'toward' : 'away'), fillOpacity: 1 }
    : { ...hollow(shape, x, y, 5), stroke: 'zero' };
}

function rowWords(row: Row, { words, draws, compared }: Drawing): string {
  const { value, interval, n } = row.change;
  const { digits, unit, compared: what } = words;
  const way = value < 0 ? `toward the same ${what}` : value > 0 ? `away from the same ${what}` : 'no change';
  const p = `${pText(row, draws)}${row.holmP !== null && compared > 1 ? ` corrected for ${compared} comparisons` : ''}`;
  return `${signedWithin(value, interval, digits)} ${unit}, ${way}, ${sizeOf(n)}, ${p}`;
}

function headingOf(rows: readonly Row[], summary: ProbeSummary, error: string): string {
  const { view, conditions } = summary;
  const { digits, unit, compared } = SCALE_WORDS[view.scale];
  const rising = rows.filter(isTold).toSorted((one, other) => other.change.value - one.change.value);
  const held = comparedIn(rows);
  const waiting = rows.length - held;
  if (held === 0) return `Too few cases yet to hold ${counted(rows.length, 'other text')} against ${error}.`;
  const of = counted(held, 'other text');
  // What has no p yet is neither told from the error nor not.
  const why = `${outvotedSentence(rows)}${waiting === 0 ? '' : ` ${fixed(waiting, 0)} more ${waiting === 1 ? 'has' : 'have'} too few cases yet.`}`;
  if (rising.length === 0)
    return `None of ${of} can be told from ${error}, which does not say that they are equal.${why}`;
  const away = rising[0];
  const toward = rising.at(-1);
  const repeats = (name: ConditionName): string => {
    const { k = 0, n = 0 } = conditions.find(({ condition }) => condition === name)?.repeats ?? {};
    return `${k} of ${n}`;
  };
  const say = ({ condition, change }: Row): string =>
    `${conditionLabel(condition)} (${signed(change.value, digits)} ${unit}; repeated in ${repeats(condition)})`;
  const parts = [
    away !== undefined && away.change.value > 0
      ? `${say(away)} leads furthest away from the same ${compared}`
      : null,
    toward !== undefined && toward.change.value < 0 ? `${say(toward)} furthest toward it` : null,
  ].filter((part) => part !== null);
  const rest = held - rising.length;
  return (
    `Against ${error} (repeated in ${repeats('fail')}), ${parts.join(', ')}` +
    `${rest === 0 ? '' : `; ${rest} of ${of} cannot be told from it`}.${why}`
  );
}

/** Told by its own interval, and not by its p, which counts in that several are compared. */
const isOutvoted = (row: Row): boolean =>
  isToldFromZero(row.change.interval) && row.holmP !== null && !isTold(row);

/** Why a text whose interval leaves zero out may still be one that cannot be told; empty where none is. */
function outvotedSentence(rows: readonly Row[]): string {
  const [one, ...others] = rows.filter(isOutvoted);
  if (one === undefined) return '';
  const alone = pNumber(one.change.p ?? NaN);
  const compared = comparedIn(rows);
  if (compared === 1) return ` Its interval leaves zero out, but by the same draws p is ${alone}.`;
  const who =
    others.length === 0
      ? `${conditionLabel(one.condition)} has p = ${alone} by itself and ${pNumber(one.holmP ?? NaN)} corrected`
      : `${others.length + 1} texts have an interval without zero, and no corrected p under ${SIGNIFICANT}`;
  return ` ${compared} comparisons are made at once, so p is corrected for that (by Holm), and intervals are not: ${who}.`;
}

function captionOf(rows: readonly Row[], { view, draws }: ProbeSummary, error: string): string {
  const compared = comparedIn(rows);
  const same = rows
    .filter(({ sameAsError }) => sameAsError > 0)
    .map(
      ({ condition, sameAsError, change: { n } }) =>
        ` In ${sameAsError} of ${n} cases “${conditionLabel(condition)}” is the very text of ${error}, with a change of zero.`,
    );
  const line = rows.some(({ change }) => change.interval !== null)
    ? `; line: 95 % interval, tasks drawn with replacement ${fixed(draws, 0)} times`
    : '';
  // Of too few cases there is neither a p nor a mark that needs one.
  const p =
    compared === 0
      ? 'Hollow: no p yet.'
      : `p: two-sided, from the same draws${compared === 1 ? '' : `, corrected by Holm for ${compared} comparisons made at once; intervals are each row’s own, not corrected`}. Hollow: p from ${SIGNIFICANT} on${compared < rows.length ? ', or no p yet' : ''}.`;
  return `Change: G with this text in view − G with ${error}, case by case; below zero, toward the same call. Mark: ${view.statistic}${line}. ${p}${same.join('')}`;
}
