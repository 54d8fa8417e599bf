import {
  hiddenUnits,
  isHiddenName,
  type ConditionName,
  type HiddenName,
  type ProbeItem,
  type ProbeUnit,
  type Showing,
} from '../probe/index.ts';
import type { ScoreRow } from '../records/index.ts';
import { PageBreath } from './page-breath.ts';

/**
 * What was asked for rows with something hidden: a unit for each that names something of its item's transcript, the
 * others have none.
 */
export async function unitsOfHiddenRows(
  rows: readonly ScoreRow[],
  items: readonly ProbeItem[],
  conditionOf: ReadonlyMap<string, ConditionName>,
  showing: Showing,
): Promise<readonly ProbeUnit[]> {
  const itemOf = new Map(items.map((item) => [item.item_id, item]));
  const wanted = new Map<string, { item: ProbeItem; condition: ConditionName; names: HiddenName[] }>();
  for (const { item_id, condition: rowCondition, hidden } of rows) {
    const item = itemOf.get(item_id);
    const condition = conditionOf.get(rowCondition);
    if (hidden === null || item === undefined || condition === undefined || !isHiddenName(hidden)) continue;
    const place = JSON.stringify([item_id, condition]);
    const known = wanted.get(place);
    if (known === undefined) wanted.set(place, { item, condition, names: [hidden] });
    else known.names.push(hidden);
  }
  const breath = new PageBreath();
  const units: ProbeUnit[] = [];
  for (const { item, condition, names } of wanted.values()) {
    units.push(...hiddenUnits(item, condition, names, showing));
    if (breath.due) await breath.take();
  }
  return units;
}
