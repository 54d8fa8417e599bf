import type { ScoreRow } from '../records/index.ts';
import { PAPER_WORDING, type Wording } from '../transcript/index.ts';
import type { ProbeItem } from './item.ts';
import { itemMeasures, type ItemMeasures } from './measures.ts';

/** Measures that are kept while rows arrive: only items with new rows are measured anew. */
export interface GrowingMeasures {
  /** A later row replaces an earlier one of the same name. */
  readonly add: (rows: readonly ScoreRow[]) => void;
  /** The same as itemMeasures of all rows so far. */
  readonly all: () => readonly ItemMeasures[];
}

/** For one set of items and one wording. */
export function growingMeasures(
  items: readonly ProbeItem[],
  wording: Wording = PAPER_WORDING,
): GrowingMeasures {
  const itemOf = new Map(items.map((item) => [item.item_id, item]));
  const rowsOf = new Map<string, ScoreRow[]>();
  /** By item id, in the order in which items had their first row. Null: it has none of this wording. */
  const measured = new Map<string, ItemMeasures | null>();
  const stale = new Set<string>();
  return {
    add: (rows) => {
      for (const row of rows) {
        // What was scored with something hidden changes no measure.
        if (row.hidden !== null || !itemOf.has(row.item_id)) continue;
        const known = rowsOf.get(row.item_id);
        if (known === undefined) rowsOf.set(row.item_id, [row]);
        else known.push(row);
        if (!measured.has(row.item_id)) measured.set(row.item_id, null);
        stale.add(row.item_id);
      }
    },
    all: () => {
      for (const id of stale) {
        const item = itemOf.get(id);
        if (item !== undefined)
          measured.set(id, itemMeasures([item], rowsOf.get(id) ?? [], wording)[0] ?? null);
      }
      stale.clear();
      return [...measured.values()].filter((item) => item !== null);
    },
  };
}
