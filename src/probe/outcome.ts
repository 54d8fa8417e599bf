import { ok, type Result } from '../records/index.ts';
import {
  estimate,
  itemTable,
  median,
  resampling,
  type BootstrapOptions,
  type ResampledEstimate,
  type Share,
} from '../statistics/index.ts';
import { isComplete } from './complete.ts';
import type { ConditionName } from './conditions.ts';
import type { ItemMeasures } from './measures.ts';
import { mistakeClassOf, type MistakeClass } from './mistake-class.ts';

/** One case before and after its failure was shown in one way. Null: not known (a recorded run keeps less). */
export interface CaseOutcome {
  readonly itemId: string;
  readonly taskId: string;
  readonly mistake: MistakeClass | null;
  readonly gainNats: number;
  readonly failedBeforeNats: number | null;
  readonly failedAfterNats: number | null;
  readonly rightBeforeNats: number | null;
  readonly rightAfterNats: number | null;
  readonly repeatsBefore: boolean;
  readonly repeatsAfter: boolean;
  readonly rightBefore: boolean;
  readonly rightAfter: boolean;
}

/** What cases come to: G, the failed call and the right call, none of which says what the others say. */
export interface Outcome {
  readonly cases: number;
  /** Mean G with its interval by task; null of no case. */
  readonly gain: ResampledEstimate | null;
  /** Cases with G below zero: the failed call became likelier. */
  readonly negative: Share;
  /** Would write the failed call, word for word. */
  readonly repeatsBefore: Share;
  readonly repeatsAfter: Share;
  /** Would write the right call. */
  readonly rightBefore: Share;
  readonly rightAfter: Share;
  /** Medians over the cases of log p, nats. */
  readonly medianFailedBeforeNats: number | null;
  readonly medianFailedAfterNats: number | null;
  readonly medianRightBeforeNats: number | null;
  readonly medianRightAfterNats: number | null;
}

/** The cases that are complete before the failure and under the condition, in the order in which they arrived. */
export function casesUnder(
  measures: readonly ItemMeasures[],
  condition: ConditionName,
): readonly CaseOutcome[] {
  return measures.flatMap((measured) => {
    const { item, under } = measured;
    const { pre, [condition]: after } = under;
    if (!isComplete(measured, 'pre') || !isComplete(measured, condition) || after.gainNats === null)
      return [];
    return [
      {
        itemId: item.item_id,
        taskId: item.task_id,
        mistake: mistakeClassOf(item.operator),
        gainNats: after.gainNats,
        failedBeforeNats: pre.failedNats,
        failedAfterNats: after.failedNats,
        rightBeforeNats: pre.goldNats,
        rightAfterNats: after.goldNats,
        repeatsBefore: pre.repeats === true,
        repeatsAfter: after.repeats === true,
        rightBefore: pre.rightCall === true,
        rightAfter: after.rightCall === true,
      },
    ];
  });
}

/** A case that is there twice, or a score that is not a number: an error. */
export function outcomeOf(cases: readonly CaseOutcome[], options: BootstrapOptions): Result<Outcome> {
  const table = itemTable(
    cases.map(({ itemId, taskId, gainNats }) => ({
      item: itemId,
      cluster: taskId,
      labels: {},
      values: { G: gainNats },
    })),
  );
  if (!table.ok) return table;
  const share = (of: (one: CaseOutcome) => boolean): Share => ({
    k: cases.filter(of).length,
    n: cases.length,
  });
  const middle = (of: (one: CaseOutcome) => number | null): number | null =>
    median(cases.map(of).filter((value) => value !== null));
  return ok({
    cases: cases.length,
    gain: estimate(table.value, 'G', resampling(options)),
    negative: share(({ gainNats }) => gainNats < 0),
    repeatsBefore: share(({ repeatsBefore }) => repeatsBefore),
    repeatsAfter: share(({ repeatsAfter }) => repeatsAfter),
    rightBefore: share(({ rightBefore }) => rightBefore),
    rightAfter: share(({ rightAfter }) => rightAfter),
    medianFailedBeforeNats: middle(({ failedBeforeNats }) => failedBeforeNats),
    medianFailedAfterNats: middle(({ failedAfterNats }) => failedAfterNats),
    medianRightBeforeNats: middle(({ rightBeforeNats }) => rightBeforeNats),
    medianRightAfterNats: middle(({ rightAfterNats }) => rightAfterNats),
  });
}
