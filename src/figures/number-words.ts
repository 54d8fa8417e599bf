import { format } from 'd3-format';
import type { Estimate, Interval } from '../statistics/index.ts';
import type { Cell, TableColumn } from './figure-spec.ts';

/** By digits: to make one costs more than a hundred numbers. */
const formats = new Map<number, (value: number) => string>();

function formatOf(digits: number): (value: number) => string {
  const known = formats.get(digits);
  if (known !== undefined) return known;
  const made = format(`,.${digits}f`);
  formats.set(digits, made);
  return made;
}

/** A number with so many digits, thousands by commas, and a true minus sign; −0.0 reads as 0.0. */
export function fixed(value: number, digits: number): string {
  const text = formatOf(digits)(value);
  return /[1-9]/.test(text) ? text : text.replace('−', '');
}

/** The same with a plus sign before numbers above zero. */
export function signed(value: number, digits: number): string {
  const text = fixed(value, digits);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** '1 case', '2 cases'. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${fixed(n, 0)} ${n === 1 ? one : many}`;

/** Over how many cases a number goes: 'n 12', '1 case'. */
export const sizeOf = (n: number): string => (n === 1 ? '1 case' : `n ${fixed(n, 0)}`);

/** ' [17.9 to 20.9]', or nothing where no interval can be claimed. */
export const bracketed = (interval: Interval | null, digits = 1, before = ''): string =>
  interval === null ? '' : ` [${before}${fixed(interval.low, digits)} to ${fixed(interval.high, digits)}]`;

/** '−3.0 [−4.2 to +0.1]': a number and its interval, both with their own signs. */
export const signedWithin = (value: number, interval: Interval | null, digits: number): string =>
  interval === null
    ? signed(value, digits)
    : `${signed(value, digits)} [${signed(interval.low, digits)} to ${signed(interval.high, digits)}]`;

/** A change of log p read as G is: below zero, toward the same call. */
export const asGain = <E extends Pick<Estimate, 'value' | 'interval'>>(change: E): E => ({
  ...change,
  value: -change.value,
  interval: change.interval === null ? null : { low: -change.interval.high, high: -change.interval.low },
});

/** Whether an interval leaves zero out: only then has its number a direction. Null: none can be claimed. */
export const isToldFromZero = (interval: Interval | null): boolean =>
  interval !== null && (interval.low > 0 || interval.high < 0);

/** Text as it should be heard: the minus sign is not read by every voice, so it is a word. */
export const spoken = (text: string): string =>
  text.replaceAll(/−(?=\d)/g, 'minus ').replaceAll(/\+(?=\d)/g, 'plus ');

/** 'minus 3.2 nats'. */
export const spokenNats = (value: number, digits = 1): string =>
  spoken(`${fixed(value, digits)} ${fixed(Math.abs(value), digits) === fixed(1, digits) ? 'nat' : 'nats'}`);

/** A table cell as it is read; null is an empty cell. */
export function cellText(column: TableColumn, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (column.digits === null) return fixed(cell, Number.isInteger(cell) ? 0 : 2);
  return column.isSigned === true ? signed(cell, column.digits) : fixed(cell, column.digits);
}
