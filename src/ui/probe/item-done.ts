import type { CandidateScope, ConditionMeasures, ConditionName, ProbeItem } from '../../probe/index.ts';

/** The part of an item's measures that tells how far it is. */
interface Measured {
  readonly item: Pick<ProbeItem, 'distractors'>;
  readonly under: Readonly<
    Record<ConditionName, Pick<ConditionMeasures, 'failedNats' | 'goldNats' | 'repeatShareOfAll'>>
  >;
}

/** Whether all that a run asks about an item has been scored. */
export const isScored = (
  { item, under }: Measured,
  conditions: readonly ConditionName[],
  scope: CandidateScope,
): boolean =>
  conditions.every((name) => {
    // An item without another wrong call is never asked about one.
    if (name === 'fail_other' && item.distractors.length === 0) return true;
    const { failedNats, goldNats, repeatShareOfAll } = under[name];
    return scope === 'same-everywhere' || name === 'pre' || name === 'fail'
      ? repeatShareOfAll !== null
      : failedNats !== null && goldNats !== null;
  });
