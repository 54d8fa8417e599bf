import {
  withoutTask,
  withoutWorst,
  type ItemTable,
  type LabelledItem,
  type StatisticName,
} from '../statistics/index.ts';
import { itemValues, type ItemLabel, type MeasureName } from './item-values.ts';
import type { ItemMeasures } from './measures.ts';
import type { noveltyReader } from './novelty.ts';
import type { Scale } from './scale.ts';

/** By what cases can be kept or left out. */
export type ViewLabel = ItemLabel | 'novelty';

/** How a run is looked at. Figures, findings and tables all follow it, and say so. */
export interface View {
  /** Of measures in nats. Shares of cases stay shares, and the parts of −G stay means: medians do not add up. */
  readonly statistic: StatisticName;
  readonly scale: Scale;
  /** Only cases that carry one of the named values; a label that is not there keeps all. */
  readonly only: Readonly<Partial<Record<ViewLabel, readonly string[]>>>;
  /** Tasks whose cases are left out. */
  readonly withoutTasks: readonly string[];
  /** Of what is left then, so many cases of the lowest G are left out as well. */
  readonly withoutWorst: number;
}

/** As in the paper: the mean over all cases, whole calls. */
export const PAPER_VIEW: View = {
  statistic: 'mean',
  scale: 'whole-call',
  only: {},
  withoutTasks: [],
  withoutWorst: 0,
};

/** A table whose items can be kept or left out by any view. */
export type ViewedTable = ItemTable<MeasureName, ViewLabel>;

/** One item's numbers on the view's scale, with the labels of views. */
export function viewedItem(
  measures: ItemMeasures,
  scale: Scale,
  novelty: ReturnType<typeof noveltyReader>,
): LabelledItem<MeasureName, ViewLabel> {
  const item = itemValues(measures, scale);
  return { ...item, labels: { ...item.labels, novelty: novelty(measures.item) } };
}

/** What the view keeps; `worstBy`: the measure whose lowest values are the worst. */
export function inView(table: ViewedTable, view: View, worstBy: MeasureName): ViewedTable {
  const wanted = Object.entries(view.only) as [ViewLabel, readonly string[]][]; // entries forget their keys
  const filtered: ViewedTable = {
    items: table.items.filter(({ labels }) =>
      wanted.every(([label, values]) => values.includes(labels[label])),
    ),
  };
  const tasksLeft = view.withoutTasks.reduce<ViewedTable>(withoutTask, filtered);
  return withoutWorst(tasksLeft, { measure: worstBy, count: view.withoutWorst, end: 'lowest' });
}
