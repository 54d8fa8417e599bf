// @ts-check
// Freezes what PyTorch is asked about five pasted logs (oracle/message_scores.py). Once: a frozen file is never written again.
// Needs the mirrored checkpoint: the neutral text is padded in its tokens.
// usage: node scripts/probes/pasted-steps.mjs
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sourceModule } from '../source-module.mjs';
import { enterFile } from './enter-file.mjs';
import { PROBES_FOLDER } from './item-set.mjs';

const FILE = 'reference-scores/pasted-steps-1.json';

try {
  if (existsSync(join(PROBES_FOLDER, FILE))) throw new Error(`${FILE} is frozen already`);
  /** @type {typeof import('../../tests/real/pasted-steps.ts')} */
  const { askedOfOracle, pastedSteps, requestsOf, textOfAsked } = await sourceModule(
    'tests/real/pasted-steps.ts',
  );
  const asked = askedOfOracle(requestsOf(pastedSteps()));
  console.log(enterFile('referenceScores', FILE, textOfAsked(asked), { requests: asked.requests.length }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
