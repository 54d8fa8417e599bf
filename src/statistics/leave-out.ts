import type { ItemTable, LabelledItem } from './item-table.ts';

/** The table without the items of one task. */
export function withoutTask<Measure extends string, Label extends string>(
  { items }: ItemTable<Measure, Label>,
  cluster: string,
): ItemTable<Measure, Label> {
  return { items: items.filter((item) => item.cluster !== cluster) };
}

export interface Worst<Measure extends string> {
  readonly measure: Measure;
  readonly count: number;
  /** Which end is the bad one: the lowest G, but the highest copy. */
  readonly end: 'lowest' | 'highest';
}

/** The table without the `count` items that are worst in a measure (ties by name). Items without it stay. */
export function withoutWorst<Measure extends string, Label extends string>(
  { items }: ItemTable<Measure, Label>,
  { measure, count, end }: Worst<Measure>,
): ItemTable<Measure, Label> {
  const badness = (item: LabelledItem<Measure>): number =>
    (item.values[measure] ?? 0) * (end === 'lowest' ? 1 : -1);
  const worst = items
    .filter(({ values }) => values[measure] !== null)
    .sort((one, other) => badness(one) - badness(other) || (one.item < other.item ? -1 : 1))
    .slice(0, Math.max(0, count));
  const left = new Set(worst.map(({ item }) => item));
  return { items: items.filter(({ item }) => !left.has(item)) };
}
