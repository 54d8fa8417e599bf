import { fail, ok, type Result } from '../records/index.ts';
import type { ClusteredSample } from './bootstrap.ts';

/** One item: its values by measure (null: not scored), and the labels by which items are grouped. */
export interface LabelledItem<Measure extends string = string, Label extends string = string> {
  readonly item: string;
  /** The task. Items without one share the empty name, and so one cluster. */
  readonly cluster: string;
  readonly labels: Readonly<Record<Label, string>>;
  readonly values: Readonly<Record<Measure, number | null>>;
}

/** Items that have been looked through: no item twice, no value that is not a number. */
export interface ItemTable<Measure extends string = string, Label extends string = string> {
  readonly items: readonly LabelledItem<Measure, Label>[];
}

/** Looks items through. NaN, an infinity or an item that is there twice: an error that names it. */
export function itemTable<Measure extends string, Label extends string>(
  items: readonly LabelledItem<Measure, Label>[],
): Result<ItemTable<Measure, Label>> {
  const seen = new Set<string>();
  for (const { item, values } of items) {
    if (seen.has(item)) return refused('item-twice', 'the same item twice', `item ${item}`);
    seen.add(item);
    for (const [measure, value] of Object.entries<number | null>(values)) {
      if (value !== null && !Number.isFinite(value))
        return refused(
          'value-not-finite',
          'a value that is not a number',
          `item ${item}, ${measure}: ${value}`,
        );
    }
  }
  return ok({ items });
}

/** The items that have all of the measures, with their values in that order. */
export function samplesOf<Measure extends string>(
  { items }: ItemTable<Measure>,
  measures: readonly Measure[],
): readonly ClusteredSample[] {
  return items.flatMap(({ cluster, values }) => {
    const row = measures.map((measure) => values[measure]).filter((value) => value !== null);
    return row.length === measures.length ? [{ cluster, values: row }] : [];
  });
}

const refused = (kind: string, found: string, details: string): ReturnType<typeof fail> =>
  fail({
    kind,
    happened: `The statistics were given ${found}, and refuse to average over it.`,
    stillWorks: 'The rows of the run are untouched and can be exported.',
    cure: 'Remove or rescore the item named in the details.',
    details,
  });
