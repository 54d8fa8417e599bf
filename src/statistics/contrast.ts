import { ok, type Result } from '../records/index.ts';
import { estimateOf, type EstimateChoice, type ResampledEstimate } from './estimate.ts';
import { holm } from './holm.ts';
import { samplesOf, type ItemTable } from './item-table.ts';
import type { Resampling } from './resampling.ts';

/**
 * `measure` minus `reference` on the same item, over the items that have both (analysis §2, the paired change, and
 * §5.2). Null where no item has both.
 */
export function contrast<Measure extends string>(
  table: ItemTable<Measure>,
  measure: Measure,
  reference: Measure,
  resampling: Resampling,
  choice: EstimateChoice = {},
): ResampledEstimate | null {
  const changes = samplesOf(table, [measure, reference]).map(
    ({ cluster, values: [one = NaN, other = NaN] }) => ({
      cluster,
      values: [one - other],
    }),
  );
  return estimateOf(changes, resampling, choice);
}

/** A contrast among others that are read together. */
export interface FamilyContrast<Measure extends string> {
  readonly measure: Measure;
  readonly change: ResampledEstimate | null;
  /** p after Holm's correction over the family; null where there is no p. */
  readonly holmP: number | null;
}

/** Contrasts of several measures against one reference, in the order given, corrected as one family. */
export function contrasts<Measure extends string>(
  table: ItemTable<Measure>,
  measures: readonly Measure[],
  reference: Measure,
  resampling: Resampling,
  choice: EstimateChoice = {},
): Result<readonly FamilyContrast<Measure>[]> {
  const changes = measures.map((measure) => contrast(table, measure, reference, resampling, choice));
  const tested = changes.map((change) => change?.p ?? null).filter((p) => p !== null);
  const corrected = holm(tested);
  if (!corrected.ok) return corrected;
  const queue = [...corrected.value];
  return ok(
    measures.map((measure, at) => {
      const change = changes[at] ?? null;
      return {
        measure,
        change,
        holmP: change === null || change.p === null ? null : (queue.shift() ?? null),
      };
    }),
  );
}
