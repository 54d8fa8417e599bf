/** The desk worker's door: what is too slow for the main thread and needs no model. Types only. */
import type { ConditionName, ItemMeasures, ProbeSummary, View } from '../src/probe/index.ts';
import type { Result } from '../src/records/index.ts';

export interface DeskDoor {
  /** Statistics of a probe run so far, as seen in a view; `draws` of the bootstrap. */
  summarise(
    measures: readonly ItemMeasures[],
    conditions: readonly ConditionName[],
    draws: number,
    view: View,
  ): Promise<Result<ProbeSummary>>;
}
