import type { Scorer } from '../probe/index.ts';
import type { LabError, Provenance, ScorerIdentity } from '../records/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { OpenedRun } from './open-run.ts';
import type { StoredRun } from './row-store.ts';

/** Who scores, as rows and their keys are made from it. */
export const scorerOf = (provenance: Provenance): Scorer => ({
  model: provenance.checkpointName,
  identity: provenance,
});

/** Names a scorer: rows with another name are never mixed with its own. */
export const scorerText = ({ checkpointSha256, tokenizerSha256, engineVersion }: ScorerIdentity): string =>
  [checkpointSha256, tokenizerSha256, engineVersion].join(' ');

/** Imported rows are by nobody who could go on here. */
export const scorerOfOpened = ({ stored, opening: { origin, provenance } }: OpenedRun): string =>
  origin === 'imported' || provenance === null ? `imported ${stored.runId}` : scorerText(provenance);

/** Why an unfinished run of the probe cannot go on with the checkpoint that is loaded; null: it is the run's own. */
export const notItsCheckpoint = (
  { checkpointSha256, title, unitsDone, unitsAll, opening }: StoredRun,
  loaded: Provenance,
  origin: CheckpointChoice['origin'],
): LabError | null =>
  checkpointFault(
    {
      title,
      kept: `${unitsDone} of ${unitsAll} scores`,
      checkpointSha256,
      tokenizerSha256: opening?.provenance?.tokenizerSha256 ?? loaded.tokenizerSha256,
    },
    loaded,
    origin,
  );

/**
 * Why what was begun cannot go on with the checkpoint that is loaded; null: it is its own. Weights and tokenizer must be
 * the same to the byte: with others nothing that is stored would be found again. `kept`: how much of it is stored.
 */
export function checkpointFault(
  run: {
    readonly title: string;
    readonly kept: string;
    readonly checkpointSha256: string;
    readonly tokenizerSha256: string;
  },
  loaded: Provenance,
  origin: CheckpointChoice['origin'],
): LabError | null {
  const { title, kept, checkpointSha256, tokenizerSha256 } = run;
  if (checkpointSha256 === loaded.checkpointSha256 && tokenizerSha256 === loaded.tokenizerSha256) return null;
  const own = origin === 'dropped';
  return {
    kind: 'not-its-checkpoint',
    happened: own
      ? `This is not the folder that the run was made with: its files are others. Nothing was computed.`
      : `The checkpoint ${loaded.checkpointName} is not the one that the run was made with: its files are others. Nothing was computed.`,
    stillWorks: `The ${kept} of that run stay, and it can still be resumed.`,
    cure: `${own ? 'Open the folder that the run was made with' : 'Bring back the files that the run was made with'} and go on with it then; or press Run: that computes everything anew, with this checkpoint, as a run of its own.`,
    details: [
      title,
      `weights: sha256 ${checkpointSha256}; here ${loaded.checkpointSha256}`,
      `tokenizer: sha256 ${tokenizerSha256}; here ${loaded.tokenizerSha256}`,
    ].join('\n'),
  };
}

/** Why an item of such rows cannot be measured more closely. */
export const ROWS_OF_ANOTHER: LabError = {
  kind: 'rows-of-another',
  happened: 'The rows that are shown were not computed by this checkpoint and engine.',
  stillWorks: 'Everything that is shown of them.',
  cure: 'Press Run to compute the items here; then an item can be measured more closely.',
  details: '',
};
