import type { Share } from '../statistics/index.ts';
import { fixed } from './number-words.ts';

/** 0…1; of nothing 0. */
export const rateOf = ({ k, n }: Share): number => (n === 0 ? 0 : k / n);

/** All rows with the highest value: whoever names only the first of them ranks equals. */
export function highest<T>(rows: readonly T[], valueOf: (row: T) => number): readonly T[] {
  const most = Math.max(...rows.map(valueOf));
  return rows.filter((row) => valueOf(row) === most);
}

/** Shares of one rate: '3 of 12', '3 of 12 each'; over unlike numbers of cases '25 % each'. */
export function eachOf(shares: readonly Share[]): string {
  const [first, ...others] = shares;
  if (first === undefined) return '';
  const share = `${first.k} of ${first.n}`;
  if (others.length === 0) return share;
  return others.every(({ n }) => n === first.n) ? `${share} each` : `${fixed(100 * rateOf(first), 0)} % each`;
}

/** Up to two by name, more by number: 'a', 'a and b', '3 of them'. */
export const namesOf = (names: readonly string[]): string =>
  names.length > 2 ? `${names.length} of them` : names.join(' and ');
