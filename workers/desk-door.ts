/** The desk worker's door: what is too slow for the main thread and needs no model. Types only. */
import type { ConditionName, ItemMeasures, ProbeSummary } from '../src/probe/index.ts';

export interface DeskDoor {
  /** Statistics of a probe run so far; `draws` of the bootstrap. */
  summarise(
    measures: readonly ItemMeasures[],
    conditions: readonly ConditionName[],
    draws: number,
  ): Promise<ProbeSummary>;
}
