import type { StudiedCheckpoint, StudiedGain } from '../../figures/index.ts';
import type { PublishedValues } from '../probe/published-file.ts';
import { publishedCheckpoint, publishedMeasure } from '../probe/published-values.ts';
import { recordedMeasure, recordedWords, type RecordedRun } from '../probe/recorded-run.ts';

/**
 * What the first paint draws: the paper's G of every checkpoint that it counts, and below it our recorded runs of the
 * same checkpoint on a set of the paper's core draw. `recorded` may be empty.
 */
export function studiedCheckpoints(
  values: PublishedValues,
  recorded: readonly RecordedRun[],
): readonly StudiedCheckpoint[] {
  return values.checkpoints
    .filter(({ status }) => status === 'published')
    .flatMap((checkpoint) => {
      const gain = publishedMeasure(checkpoint, 'G');
      if (gain === null) return [];
      const paper: StudiedGain = {
        gainNats: gain.value,
        interval: gain.interval,
        items: gain.items,
        tasks: gain.tasks,
        repeatsBefore: publishedMeasure(checkpoint, 'repeats of pre')?.value ?? null,
        repeatsAfter: publishedMeasure(checkpoint, 'repeats of fail')?.value ?? null,
      };
      const ours = recorded.filter(
        ({ itemSet, provenance }) =>
          itemSet.name === CORE_DRAW && publishedCheckpoint(values, provenance.checkpointId) === checkpoint,
      );
      return [{ name: checkpoint.name, paper, recorded: ours.flatMap(layerOf) }];
    });
}

/** The draw that the paper's core was measured on, in its own edition. */
const CORE_DRAW = 'toolshed-paper-2026-core-100';

function layerOf(run: RecordedRun): StudiedCheckpoint['recorded'] {
  const gain = recordedMeasure(run, 'G');
  if (gain === null) return [];
  return [
    {
      gainNats: gain.value,
      interval: gain.interval,
      items: gain.items,
      tasks: gain.tasks,
      repeatsBefore: recordedMeasure(run, 'repeats of pre')?.value ?? null,
      repeatsAfter: recordedMeasure(run, 'repeats of fail')?.value ?? null,
      weights: run.provenance.checkpointName.split(', ').at(-1) ?? run.provenance.checkpointName,
      words: recordedWords(run),
    },
  ];
}
