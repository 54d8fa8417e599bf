import type { LabelledItem } from '../statistics/index.ts';
import { CONDITIONS, type ConditionName } from './conditions.ts';
import { difference } from './condition-measures.ts';
import type { ProbeItem } from './item.ts';
import type { ItemMeasures } from './measures.ts';
import { changeOf, marginOf, natsOn, type Scale } from './scale.ts';

/** Measures of an item as a whole, by their published names (measurement §3). */
type OfItem =
  | 'G'
  | 'copy'
  | 'sem'
  | 'copy_pad'
  | 'sem_pad'
  | 'copy_succ'
  | 'polarity'
  | 'repair'
  | 'margin_shift'
  | 'p_rep_shift'
  | 'G_negative';

/**
 * Measures that every condition has: score and gain of the failed call, gain and lead of the right one, shares, greedy
 * turns. `G_right` has the sign of G: below zero, the right call became likelier; `G_right of fail` is −repair.
 */
type OfCondition =
  'L' | 'G' | 'G_right' | 'margin' | 'p_rep' | 'p_rep_of_all' | 'repeats' | 'repeats_turn' | 'right_call';

/** What statistics are made of. `L of fail_k2` against `L of fail` is the paired change of that manipulation. */
export type MeasureName = OfItem | `${OfCondition} of ${ConditionName}`;

/** By what items are grouped. */
export type ItemLabel = 'operator' | 'error' | 'depth' | 'template';

/**
 * One item's numbers for the statistics: logarithms in nats on the scale, shares in 0…1, yes and no as 1 and 0. The
 * shares and greedy turns are the same on every scale. Null: not scored (yet).
 */
export function itemValues(measures: ItemMeasures, scale: Scale): LabelledItem<MeasureName, ItemLabel> {
  const { item } = measures;
  return {
    item: item.item_id,
    cluster: item.task_id,
    labels: itemLabels(item),
    values: { ...valuesOfItem(measures, scale), ...valuesOfConditions(measures, scale) },
  };
}

/** What an item is grouped by; `depth` is the number of steps before the failure. */
export const itemLabels = (
  item: Pick<ProbeItem, 'operator' | 'error_type' | 'prefix_actions' | 'template'>,
): Readonly<Record<ItemLabel, string>> => ({
  operator: item.operator,
  error: item.error_type,
  depth: String(item.prefix_actions.length),
  template: item.template,
});

function valuesOfItem(measures: ItemMeasures, scale: Scale): Record<OfItem, number | null> {
  const change = (from: ConditionName, to: ConditionName): number | null =>
    changeOf(measures, from, to, scale);
  const gain = change('fail', 'pre');
  return {
    G: gain,
    copy: change('pre', 'neut'),
    sem: change('neut', 'fail'),
    copy_pad: change('pre', 'neut_pad'),
    sem_pad: change('neut_pad', 'fail'),
    copy_succ: change('pre', 'succ'),
    polarity: change('succ', 'fail'),
    repair: changeOf(measures, 'pre', 'fail', scale, 'gold'),
    margin_shift: difference(marginOf(measures, 'fail', scale), marginOf(measures, 'pre', scale)),
    p_rep_shift: measures.repeatShareShift,
    G_negative: gain === null ? null : Number(gain < 0),
  };
}

function valuesOfConditions(
  measures: ItemMeasures,
  scale: Scale,
): Record<`${OfCondition} of ${ConditionName}`, number | null> {
  const entries = CONDITIONS.flatMap((condition) => {
    const { repeatShare, repeatShareOfAll, repeats, repeatsWholeTurn, rightCall } = measures.under[condition];
    const values: Record<OfCondition, number | null> = {
      L: natsOn(scale, measures, condition),
      G: changeOf(measures, condition, 'pre', scale),
      G_right: changeOf(measures, condition, 'pre', scale, 'gold'),
      margin: marginOf(measures, condition, scale),
      p_rep: repeatShare,
      p_rep_of_all: repeatShareOfAll,
      repeats: asNumber(repeats),
      repeats_turn: asNumber(repeatsWholeTurn),
      right_call: asNumber(rightCall),
    };
    return Object.entries(values).map(([name, value]) => [`${name} of ${condition}`, value] as const);
  });
  return Object.fromEntries(entries) as Record<`${OfCondition} of ${ConditionName}`, number | null>; // it forgets the keys
}

const asNumber = (value: boolean | null): number | null => (value === null ? null : Number(value));
