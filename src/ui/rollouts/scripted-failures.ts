import type { ScriptedFailure } from '../../figures/index.ts';
import { SHIPPED_ITEM_SETS } from '../../lab/index.ts';
import type { Provenance } from '../../records/index.ts';
import { recordedValues, type RecordedRun } from '../probe/recorded-run.ts';
import { recordedRuns } from '../probe/recorded-shelf.svelte.ts';

/**
 * Scripted failed calls of the probe for the same weights, to stand beside the model's own: of our recorded runs the one
 * with most items. Empty: none was recorded of these weights, or it is on its way.
 */
export function scriptedFailures(
  provenance: Pick<Provenance, 'checkpointId' | 'checkpointSha256'> | null,
): readonly ScriptedFailure[] {
  if (provenance === null) return [];
  return SHIPPED_ITEM_SETS.map((set) => recordedRuns.numbers(provenance.checkpointId, set))
    .filter((run) => run?.provenance.checkpointSha256 === provenance.checkpointSha256)
    .map((run) => (run === null ? [] : failuresOf(run)))
    .reduce((most, one) => (one.length > most.length ? one : most), []);
}

/** Items of which the run keeps both numbers. */
export function failuresOf(run: RecordedRun): readonly ScriptedFailure[] {
  const gains = new Map(recordedValues(run, 'G of fail').map(({ itemId, value }) => [itemId, value]));
  return recordedValues(run, 'L of pre').flatMap(({ itemId, value }) => {
    const gainNats = gains.get(itemId) ?? null;
    return value === null || gainNats === null ? [] : [{ itemId, logpBeforeNats: value, gainNats }];
  });
}
