import { toCsv } from '../records/index.ts';
import type { FigureSpec } from './figure-spec.ts';

/** Exactly the numbers that are drawn, in full, as CSV. */
export const figureToCsv = ({ table }: FigureSpec): string =>
  toCsv(
    table.columns.map(({ name }) => name),
    table.rows,
  );
