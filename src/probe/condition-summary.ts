import { estimate, type ResampledEstimate, type Resampling, type Share } from '../statistics/index.ts';
import { isFailByConstruction, type ConditionName } from './conditions.ts';
import type { ItemMeasures } from './measures.ts';
import type { View, ViewedTable } from './view.ts';

/** One way of showing the failed step, over the cases in view that are complete under it. */
export interface ConditionSummary {
  readonly condition: ConditionName;
  /** G on the view's scale, by its statistic: L(failed|pre) − L(failed|condition). */
  readonly gain: ResampledEstimate;
  /** The values behind it, by item id, in the order in which the items arrived. */
  readonly gains: ReadonlyMap<string, number>;
  /** Failed call likelier than before (G < 0), less likely (G > 0), exactly as likely. */
  readonly toward: number;
  readonly away: number;
  readonly unmoved: number;
  /** The same of the right call, over the same cases: below zero, it became likelier too. */
  readonly rightGain: ResampledEstimate | null;
  readonly rightGains: ReadonlyMap<string, number>;
  /** Right call likelier than before. */
  readonly rightToward: number;
  /** Would now write the failed call again, word for word. */
  readonly repeats: Share;
  readonly repeatsWholeTurn: Share;
  readonly rightCalls: Share;
  /** Cases to which the condition shows the very same text as the standard error does. */
  readonly sameAsError: number;
}

/** Null: no case in view is complete under the condition. */
export function conditionSummary(
  measures: readonly ItemMeasures[],
  table: ViewedTable,
  condition: ConditionName,
  resampling: Resampling,
  { statistic }: View,
): ConditionSummary | null {
  const gain = estimate(table, `G of ${condition}`, resampling, { statistic });
  if (gain === null) return null;
  const gains = valuesOf(table, `G of ${condition}`);
  const rightGains = valuesOf(table, `G_right of ${condition}`);
  const moves = [...gains.values()];
  const complete = measures.filter(({ item }) => gains.has(item.item_id));
  return {
    condition,
    gain,
    gains,
    toward: moves.filter((value) => value < 0).length,
    away: moves.filter((value) => value > 0).length,
    unmoved: moves.filter((value) => value === 0).length,
    rightGain: estimate(table, `G_right of ${condition}`, resampling, { statistic }),
    rightGains,
    rightToward: [...rightGains.values()].filter((value) => value < 0).length,
    repeats: shareOf(complete, ({ under }) => under[condition].repeats),
    repeatsWholeTurn: shareOf(complete, ({ under }) => under[condition].repeatsWholeTurn),
    rightCalls: shareOf(complete, ({ under }) => under[condition].rightCall),
    sameAsError: complete.filter(({ item }) => isFailByConstruction(item, condition)).length,
  };
}

/** A measure by item id, where it is there. */
export function valuesOf(
  { items }: ViewedTable,
  measure: keyof ViewedTable['items'][number]['values'],
): ReadonlyMap<string, number> {
  return new Map(
    items.flatMap(({ item, values }) => {
      const value = values[measure];
      return value === null ? [] : [[item, value] as const];
    }),
  );
}

export function shareOf(
  measures: readonly ItemMeasures[],
  of: (item: ItemMeasures) => boolean | null,
): Share {
  const known = measures.map(of).filter((value) => value !== null);
  return { k: known.filter(Boolean).length, n: known.length };
}
