import { toCsv } from '../records/index.ts';
import type { FigureSpec } from './figure-spec.ts';

/**
 * Exactly the numbers that are drawn, in full, as CSV. Numbers of a run with texts of its own carry their mark in a last
 * column: nobody shall take them for those of the item set's texts.
 */
export const figureToCsv = ({ table }: FigureSpec, ownTexts: string | null = null): string =>
  toCsv(
    [...table.columns.map(({ name }) => name), ...(ownTexts === null ? [] : ['own texts'])],
    table.rows.map((row) => [...row, ...(ownTexts === null ? [] : [ownTexts])]),
  );
