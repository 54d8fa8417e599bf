import {
  mistakeClassOf,
  type CaseOutcome,
  type ConditionName,
  type MeasureName,
  type ProbeItem,
} from '../../probe/index.ts';
import { recordedValues, type RecordedRun } from '../probe/recorded-run.ts';

/**
 * The cases of a recorded run (static-probes/recorded) before and after a condition. Empty where it does not keep, item
 * by item, G and both calls before and after: half of them would say less than it seems.
 */
export function recordedCases(
  run: RecordedRun,
  items: readonly ProbeItem[],
  condition: ConditionName,
): readonly CaseOutcome[] {
  const column = (measure: MeasureName): ReadonlyMap<string, number | null> =>
    new Map(recordedValues(run, measure).map(({ itemId, value }) => [itemId, value]));
  const gains = column(`G of ${condition}`);
  const before = column('L of pre');
  const shares = (
    ['repeats of pre', `repeats of ${condition}`, 'right_call of pre', `right_call of ${condition}`] as const
  ).map(column);
  return items.flatMap((item): readonly CaseOutcome[] => {
    const id = item.item_id;
    const gainNats = gains.get(id) ?? null;
    const [repeatsBefore, repeatsAfter, rightBefore, rightAfter] = shares.map((of) => of.get(id) ?? null);
    if (gainNats === null || repeatsBefore == null || repeatsAfter == null) return [];
    if (rightBefore == null || rightAfter == null) return [];
    const failedBeforeNats = before.get(id) ?? null;
    return [
      {
        itemId: id,
        taskId: item.task_id,
        mistake: mistakeClassOf(item.operator),
        gainNats,
        failedBeforeNats,
        failedAfterNats: failedBeforeNats === null ? null : failedBeforeNats - gainNats,
        rightBeforeNats: null,
        rightAfterNats: null,
        repeatsBefore: repeatsBefore === 1,
        repeatsAfter: repeatsAfter === 1,
        rightBefore: rightBefore === 1,
        rightAfter: rightAfter === 1,
      },
    ];
  });
}
