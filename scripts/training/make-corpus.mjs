// @ts-check
// Writes what the trainer reads: the system prompt, the exam's items and the episodes of one stage, all made by src/toolshed,
// so that tools, errors and templates are those of the page. Called by train.py.
// usage: node scripts/training/make-corpus.mjs <folder> <kind> <count> <seed>   episodes → <folder>/<kind>-<seed>.jsonl
//        node scripts/training/make-corpus.mjs <folder> exam <tasks> <seed>     prompt and fresh items
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceModule } from '../source-module.mjs';

const [folder, kind, countText, seedText] = process.argv.slice(2);
const count = Number(countText);
const seed = Number(seedText);
const known = ['base', 'clean', 'noisy', 'recovery', 'vocabulary', 'exam'];
if (folder === undefined || kind === undefined || !known.includes(kind) || !(count > 0) || !(seed > 0)) {
  console.error(`usage: make-corpus.mjs <folder> <${known.join('|')}> <count> <seed>`);
  process.exit(2);
}
/** @type {typeof import('./episodes/corpus-bytes.ts')} */
const { corpusLines, examLines, systemPrompt } = await sourceModule(
  'scripts/training/episodes/corpus-bytes.ts',
);
mkdirSync(folder, { recursive: true });
if (kind === 'exam') {
  write('system-prompt.txt', systemPrompt());
  write('fresh-items.jsonl', examLines(count, seed));
} else write(`${kind}-${seed}.jsonl`, corpusLines(/** @type {'base'} */ (kind), count, seed));

/** A file is there as a whole or not at all. @param {string} name @param {string} text */
function write(name, text) {
  const path = join(/** @type {string} */ (folder), name);
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}
