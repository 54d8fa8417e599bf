import { toCsv } from '../records/index.ts';
import type { FigureSpec } from './figure-spec.ts';

/** What a figure's numbers belong to, by the name of its column: model, item_set, item. */
export type Provenance = Readonly<Record<string, string>>;

/**
 * Exactly the numbers that are drawn, in full, as CSV. What they belong to leads every row, as do the view in which they
 * were summed up and, for a run with texts of its own, its mark: files are put together and rows taken out of them.
 */
export function figureToCsv({ table, view }: FigureSpec, provenance: Provenance = {}): string {
  const leading = { ...provenance, ...(view === undefined ? {} : { view }) };
  return toCsv(
    [...Object.keys(leading), ...table.columns.map(({ name }) => name)],
    table.rows.map((row) => [...Object.values(leading), ...row]),
  );
}
