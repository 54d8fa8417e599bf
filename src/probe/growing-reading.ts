import { ok, type Result, type ScoreRow } from '../records/index.ts';
import type { BootstrapOptions } from '../statistics/index.ts';
import { PAPER_WORDING, type Wording } from '../transcript/index.ts';
import type { ConditionName } from './conditions.ts';
import { growingMeasures } from './growing-measures.ts';
import type { ProbeItem } from './item.ts';
import type { ItemMeasures } from './measures.ts';
import { summarise, type ProbeSummary } from './summary.ts';
import { PAPER_VIEW, type View } from './view.ts';

/** One item's measures without the item's own texts, which whoever asks has: this is what crosses to him again and again. */
export type ToldMeasures = Omit<ItemMeasures, 'item'> & { readonly itemId: string };

/** What a growing run says now. Both are of the same rows: all that were added by then. */
export interface ReadingNews {
  /** Measures that are not as they were told last, in the order of `GrowingMeasures.changed`. */
  readonly changed: readonly ToldMeasures[];
  readonly summary: ProbeSummary;
}

/** Rows go in once each, as they arrive; what comes out is what they changed. */
export interface GrowingReading {
  readonly add: (rows: readonly ScoreRow[]) => void;
  /** An error (see summarise) takes no news away: they come with the next answer. */
  readonly read: (
    conditions: readonly ConditionName[],
    options: BootstrapOptions,
    view?: View,
  ) => Result<ReadingNews>;
}

/** For one set of items and one wording. */
export function growingReading(
  items: readonly ProbeItem[],
  wording: Wording = PAPER_WORDING,
): GrowingReading {
  const measures = growingMeasures(items, wording);
  return {
    add: measures.add,
    read: (conditions, options, view = PAPER_VIEW) => {
      const summary = summarise(measures.all(), conditions, options, view);
      if (!summary.ok) return summary;
      const changed = measures.changed().map(({ item, ...told }) => ({ itemId: item.item_id, ...told }));
      return ok({ changed, summary: summary.value });
    },
  };
}

/** Told measures with their items, put over those that were told before. */
export function withNews(
  before: ReadonlyMap<string, ItemMeasures>,
  changed: readonly ToldMeasures[],
  itemOf: (itemId: string) => ProbeItem | undefined,
): ReadonlyMap<string, ItemMeasures> {
  const after = new Map(before);
  for (const { itemId, ...measures } of changed) {
    const item = itemOf(itemId);
    if (item !== undefined) after.set(itemId, { item, ...measures });
  }
  return after;
}
