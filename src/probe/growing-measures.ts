import type { ScoreRow } from '../records/index.ts';
import { PAPER_WORDING, type Wording } from '../transcript/index.ts';
import { CONDITIONS, rowConditionOf } from './conditions.ts';
import type { ProbeItem } from './item.ts';
import { itemMeasures, type ItemMeasures } from './measures.ts';

/** Measures that are kept while rows arrive: only items with new rows are measured anew. */
export interface GrowingMeasures {
  /** A later row replaces an earlier one of the same name. */
  readonly add: (rows: readonly ScoreRow[]) => void;
  /** The same as itemMeasures of all rows so far. */
  readonly all: () => readonly ItemMeasures[];
  /**
   * Of `all`, in its order, those that changed since this was asked last: each put in its item's place, or at the end
   * where it has none yet, they make `all` of what was told before.
   */
  readonly changed: () => readonly ItemMeasures[];
}

/** For one set of items and one wording. */
export function growingMeasures(
  items: readonly ProbeItem[],
  wording: Wording = PAPER_WORDING,
): GrowingMeasures {
  const itemOf = new Map(items.map((item) => [item.item_id, item]));
  const ofThisWording = new Set(CONDITIONS.map((condition) => rowConditionOf(condition, wording)));
  /** By item id, in the order in which items had their first row. */
  const rowsOf = new Map<string, ScoreRow[]>();
  const measured = new Map<string, ItemMeasures>();
  const stale = new Set<string>();
  const untold = new Set<string>();
  const inOrder = (wanted: (id: string) => boolean): ItemMeasures[] => {
    for (const id of stale) {
      const item = itemOf.get(id);
      const [measures] = item === undefined ? [] : itemMeasures([item], rowsOf.get(id) ?? [], wording);
      if (measures !== undefined) measured.set(id, measures);
    }
    stale.clear();
    return [...rowsOf.keys()].flatMap((id) => (wanted(id) ? (measured.get(id) ?? []) : []));
  };
  return {
    add: (rows) => {
      for (const row of rows) {
        // What was scored with something hidden changes no measure.
        if (row.hidden !== null || !itemOf.has(row.item_id) || !ofThisWording.has(row.condition)) continue;
        const known = rowsOf.get(row.item_id);
        if (known === undefined) rowsOf.set(row.item_id, [row]);
        else known.push(row);
        stale.add(row.item_id);
        untold.add(row.item_id);
      }
    },
    all: () => inOrder(() => true),
    changed: () => {
      const changed = inOrder((id) => untold.has(id));
      untold.clear();
      return changed;
    },
  };
}
