import type { Scorer } from '../probe/index.ts';
import type { LabError, Provenance, ScorerIdentity } from '../records/index.ts';
import type { OpenedRun } from './open-run.ts';

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

/** Why an item of such rows cannot be measured more closely. */
export const ROWS_OF_ANOTHER: LabError = {
  kind: 'rows-of-another',
  happened: 'The rows that are shown were not computed by this checkpoint and engine.',
  stillWorks: 'Everything that is shown of them.',
  cure: 'Press Run to compute the items here; then an item can be measured more closely.',
  details: '',
};
