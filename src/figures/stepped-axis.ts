import { scaleLinear } from 'd3-scale';
import type { Axis, Mark, TextMark } from './figure-spec.ts';
import { fixed } from './number-words.ts';
import { label, rule } from './marks.ts';

/** Widths of one tick; the axis takes the smallest with which all values fit between at most eight ticks. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
const MOST_STEPS = 7;

/** A linear axis from data value to pixel. */
export interface SteppedAxis {
  readonly domain: readonly [number, number];
  readonly tickValues: readonly number[];
  readonly at: (value: number) => number;
}

/**
 * An axis that holds all values and zero, ends on whole ticks, and so grows by steps: a new value that fits moves
 * nothing. `always` widens it from the start.
 */
export function steppedAxis(
  values: readonly number[],
  always: readonly [number, number],
  range: readonly [number, number],
): SteppedAxis {
  const least = Math.min(0, always[0], ...values);
  const most = Math.max(0, always[1], ...values);
  const step =
    STEPS.find((size) => Math.ceil(most / size) - Math.floor(least / size) <= MOST_STEPS) ??
    10 ** Math.ceil(Math.log10((most - least) / MOST_STEPS));
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first + 1);
  const domain = [first * step, last * step] as const;
  const scale = scaleLinear(domain, range);
  return {
    domain,
    // Multiplied, not added up: 0.1 + 0.2 would not be 0.3.
    tickValues: Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step)),
    at: (value) => scale(value),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(12));

/** Digits that the ticks need. */
const digitsFor = (values: readonly number[]): number => (values.every(Number.isInteger) ? 0 : 1);

/** Numbers of an axis whose left is toward the same call, as changes of log p are signed: above zero is toward. */
export const asChange = (value: number): number => -value;

/** Upright grid lines with their numbers below; the line at zero is dark. */
export function xAxisMarks(
  axis: SteppedAxis,
  top: number,
  bottom: number,
  read: (value: number) => number = (value) => value,
): readonly Mark[] {
  const digits = digitsFor(axis.tickValues);
  return axis.tickValues.flatMap((value) => [
    rule(axis.at(value), top, axis.at(value), bottom, value === 0 ? 'ink' : 'line', value === 0 ? 1.6 : 1),
    tickText(axis.at(value), bottom + 18, fixed(read(value), digits), 'middle'),
  ]);
}

/** Level grid lines with their numbers at the left. */
export function yAxisMarks(axis: SteppedAxis, left: number, right: number): readonly Mark[] {
  const digits = digitsFor(axis.tickValues);
  return axis.tickValues.flatMap((value) => [
    rule(left, axis.at(value), right, axis.at(value), value === 0 ? 'ink' : 'line', 1),
    tickText(left - 6, axis.at(value) + 4, fixed(value, digits), 'end'),
  ]);
}

const tickText = (x: number, y: number, text: string, anchor: TextMark['anchor']): TextMark =>
  label(x, y, text, { anchor, role: 'soft', sizePx: 12 });

/** The axis as data. */
export function axisOf(
  axis: SteppedAxis,
  dimension: 'x' | 'y',
  text: string,
  read: (value: number) => number = (value) => value,
): Axis {
  const digits = digitsFor(axis.tickValues);
  return {
    dimension,
    label: text,
    domain: axis.domain,
    ticks: axis.tickValues.map((value) => ({
      value,
      position: axis.at(value),
      text: fixed(read(value), digits),
    })),
  };
}
