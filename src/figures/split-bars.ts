import type { Interval } from '../statistics/index.ts';
import type { Axis, Mark, Role } from './figure-spec.ts';
import { bar, label, plate, whisker } from './marks.ts';
import { signedWithin } from './number-words.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';
import type { ScaleWords } from './view-words.ts';

/** A part of G with the sign of G: below zero, toward repeating. */
export interface SplitPart {
  readonly value: number;
  readonly interval: Interval | null;
}

export interface SplitRow {
  readonly name: string;
  readonly estimate: SplitPart;
  /** Where the bar begins, on the same scale. */
  readonly from: number;
  readonly role: Role;
}

interface SplitBarsInput {
  readonly rows: readonly SplitRow[];
  readonly words: ScaleWords;
  readonly axisLabel: string;
  readonly width: number;
}

const ROW_HEIGHT = 40;
const NARROW_PX = 460;

/** Parts of G as bars that lie end to end. */
export function splitBars({ rows, words, axisLabel, width }: SplitBarsInput): {
  readonly marks: readonly Mark[];
  readonly axes: readonly Axis[];
  readonly height: number;
} {
  const isNarrow = width < NARROW_PX;
  const rowHeight = isNarrow ? ROW_HEIGHT + 18 : ROW_HEIGHT;
  const axis = axisFor(rows, words, isNarrow, width);
  const bottom = 8 + rows.length * rowHeight;
  return {
    height: bottom + 40,
    axes: [axisOf(axis, 'x', axisLabel)],
    marks: [
      ...xAxisMarks(axis, 4, bottom),
      ...rows.flatMap((row, index) => rowMarks(row, 8 + rowHeight * index, { axis, isNarrow, words })),
      label(axis.at(axis.domain[0]), bottom + 34, axisLabel, { role: 'soft', sizePx: 12 }),
    ],
  };
}

function axisFor(
  rows: readonly SplitRow[],
  words: ScaleWords,
  isNarrow: boolean,
  width: number,
): SteppedAxis {
  const ends = rows.flatMap(({ estimate: { value, interval }, from }) => [
    from + value,
    ...(interval === null ? [] : [from + interval.low, from + interval.high]),
  ]);
  return steppedAxis(
    ends,
    [words.usualGains[0] / 4, words.usualGains[1] / 5],
    [isNarrow ? 12 : 170, width - 12],
  );
}

interface Drawing {
  readonly axis: SteppedAxis;
  readonly isNarrow: boolean;
  readonly words: ScaleWords;
}

function rowMarks(
  { name, estimate, from, role }: SplitRow,
  top: number,
  { axis, isNarrow, words: scale }: Drawing,
): readonly Mark[] {
  const { value, interval } = estimate;
  const y = isNarrow ? top + 20 : top + 6;
  const x = (nats: number): number => axis.at(from + nats);
  const text = signedWithin(value, interval, scale.digits);
  const line = interval === null ? [] : whisker(x(interval.low), x(interval.high), y + 11);
  const words = `${name}: ${text}`;
  return [
    ...(isNarrow
      ? [plate(12, top + 14, words), label(12, top + 14, words)]
      : [label(0, y + 11, name), label(0, y + 26, text, { role: 'soft', sizePx: 12 })]),
    {
      ...bar(x(0), x(value), y, 22, role),
      label: `${name}: ${splitWords(estimate, scale)}`,
    },
    ...line,
  ];
}

const directionWords = (value: number, compared: ScaleWords['compared']): string =>
  value === 0 ? 'no change' : value < 0 ? `toward the same ${compared}` : `away from the same ${compared}`;

/** '−3.0 [−4.2 to −1.1] nats, toward the same call'. */
export const splitWords = ({ value, interval }: SplitPart, { digits, unit, compared }: ScaleWords): string =>
  `${signedWithin(value, interval, digits)} ${unit}, ${directionWords(value, compared)}`;
