// @ts-check
// Freezes the contexts of rollouts after which PyTorch writes greedily (oracle/greedy_references.py). Once: a frozen file
// is never written again.
// usage: node scripts/probes/rollout-contexts.mjs
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sourceModule } from '../source-module.mjs';
import { enterFile } from './enter-file.mjs';
import { PROBES_FOLDER } from './item-set.mjs';

const FILE = 'reference-scores/rollout-contexts-1.json';

try {
  if (existsSync(join(PROBES_FOLDER, FILE))) throw new Error(`${FILE} is frozen already`);
  /** @type {typeof import('./rollout-contexts-of.ts')} */
  const { rolloutContexts, rolloutContextsText } = await sourceModule(
    'scripts/probes/rollout-contexts-of.ts',
  );
  const contexts = rolloutContexts();
  const about = { contexts: contexts.length };
  console.log(enterFile('referenceScores', FILE, rolloutContextsText(contexts), about));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
