import type { CandidateScope, ConditionMeasures, ConditionName, ProbeItem } from '../../probe/index.ts';

/** The part of an item's measures that tells how far it is. */
interface Measured {
  readonly item: Pick<ProbeItem, 'distractors'>;
  readonly under: Readonly<
    Record<ConditionName, Pick<ConditionMeasures, 'failedNats' | 'goldNats' | 'repeatShareOfAll'>>
  >;
}

const NONE: ReadonlySet<ConditionName> = new Set();

/** Whether all that a run asks about an item, and that can be computed, has been scored. */
export const isScored = (
  { item, under }: Measured,
  conditions: readonly ConditionName[],
  scope: CandidateScope,
  refused: ReadonlySet<ConditionName> = NONE,
): boolean =>
  conditions.every((name) => {
    if (refused.has(name)) return true;
    // An item without another wrong call is never asked about one.
    if (name === 'fail_other' && item.distractors.length === 0) return true;
    const { failedNats, goldNats, repeatShareOfAll } = under[name];
    return scope === 'same-everywhere' || name === 'pre' || name === 'fail'
      ? repeatShareOfAll !== null
      : failedNats !== null && goldNats !== null;
  });

/** Items of which all that can be scored has been; and those that no run brings so far, as nothing of them can be completed. */
export function itemsDone(
  items: readonly Pick<ProbeItem, 'item_id'>[],
  measures: readonly (Measured & { readonly item: Pick<ProbeItem, 'item_id'> })[],
  refusedUnder: ReadonlyMap<string, ReadonlySet<ConditionName>>,
  conditions: readonly ConditionName[],
  scope: CandidateScope = 'published',
): { readonly done: number; readonly hopeless: number } {
  const hopeless = new Set(
    items
      .map(({ item_id }) => item_id)
      .filter((id) => conditions.every((name) => refusedUnder.get(id)?.has(name) ?? false)),
  );
  const done = measures.filter(
    (measured) =>
      !hopeless.has(measured.item.item_id) &&
      isScored(measured, conditions, scope, refusedUnder.get(measured.item.item_id)),
  );
  return { done: done.length, hopeless: hopeless.size };
}
