import { estimate, type EstimateChoice, type ResampledEstimate } from './estimate.ts';
import type { ItemTable } from './item-table.ts';
import type { Resampling } from './resampling.ts';

/** The items that carry one value of a label. */
export interface Group<Measure extends string> {
  readonly label: string;
  /** Items in the group, scored or not. */
  readonly items: number;
  /** By measure; null: not one of them has it. */
  readonly estimates: Readonly<Record<Measure, ResampledEstimate | null>>;
}

/**
 * Measures by operator, error kind, depth, template, … (analysis §5.1), groups in the order of their labels. Small
 * groups stay, with their n and without an interval: the published tables leave them out.
 */
export function breakdown<Measure extends string, Label extends string, Chosen extends Measure>(
  table: ItemTable<Measure, Label>,
  label: Label,
  measures: readonly Chosen[],
  resampling: Resampling,
  choice: EstimateChoice = {},
): readonly Group<Chosen>[] {
  const names = [...new Set(table.items.map(({ labels }) => labels[label]))].sort();
  return names.map((name) => {
    const items = table.items.filter(({ labels }) => labels[label] === name);
    return {
      label: name,
      items: items.length,
      estimates: Object.fromEntries(
        measures.map((measure) => [measure, estimate<Measure>({ items }, measure, resampling, choice)]),
      ) as Record<Chosen, ResampledEstimate | null>, // fromEntries forgets the keys
    };
  });
}
