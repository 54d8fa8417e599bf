// @ts-check
// Makes static-probes/published/toolshed-<n>.json and toolshed-rollouts-<n>.json from a transcription of the paper's tables, and enters their hashes in the manifest.
// usage: node scripts/published/make.mjs <paper-results.json> [--number n]
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { enterFile } from '../probes/enter-file.mjs';
import { PROBES_FOLDER } from '../probes/item-set.mjs';
import { publishedRollouts } from './published-rollouts.mjs';
import { publishedValues } from './published-values.mjs';

const USAGE = 'usage: node scripts/published/make.mjs <paper-results.json> [--number n]';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { number: { type: 'string', default: '1' } },
  });
  const [transcription, ...more] = positionals;
  if (transcription === undefined || more.length > 0 || !/^[1-9]\d*$/.test(values.number))
    throw new Error(USAGE);
  const results = JSON.parse(readFileSync(transcription, 'utf8'));
  freeze(`published/toolshed-${values.number}.json`, publishedValues(results));
  freeze(`published/toolshed-rollouts-${values.number}.json`, publishedRollouts(results));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} file @param {string} text */
function freeze(file, text) {
  const target = join(PROBES_FOLDER, file);
  if (existsSync(target) && readFileSync(target, 'utf8') !== text)
    throw new Error(`${file} is frozen with other bytes; give the new values another --number`);
  console.log(enterFile('published', file, text, {}));
}
