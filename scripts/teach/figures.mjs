// @ts-check
// Writes the numbers of docs/teach.md from our recorded runs of the built-in checkpoints, between its marks.
// usage: npm run teach:figures [-- --check]
//   --check  writes nothing; exits with 1 where a record is missing, is of other weights than the page serves, or says
//            something else than the sheet.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from '../options-of.mjs';
import { PROBES_FOLDER, readManifest, sha256 } from '../probes/item-set.mjs';
import { sourceModule } from '../source-module.mjs';
import { Stop } from '../stop.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SHEET = 'docs/teach.md';
const BUILT_IN_FOLDER = 'public/checkpoints';

try {
  const { values } = optionsOf('teach:figures', { options: { check: { type: 'boolean', default: false } } });
  const now = readFileSync(join(root, SHEET), 'utf8');
  const made = await sheet(now);
  if (made === now) console.log(`${SHEET} says what the records say`);
  else if (values.check)
    throw new Stop(
      `${SHEET}, line ${firstDifference(now, made)}: not what the records say. Run: npm run teach:figures`,
    );
  else {
    writeFileSync(join(root, SHEET), made);
    console.log(`${SHEET} written`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} text the sheet as it is @returns {Promise<string>} as it should be */
async function sheet(text) {
  /** @type {typeof import('./sheet-of.ts')} */
  const { NEEDED, sheetOf } = await sourceModule('scripts/teach/sheet-of.ts');
  /** @type {typeof import('../../src/probe/index.ts')} */
  const { parseItemSet } = await sourceModule('src/probe/index.ts');
  /** @type {typeof import('../../src/ui/probe/recorded-run.ts')} */
  const { readRecordedRun } = await sourceModule('src/ui/probe/recorded-run.ts');

  const missing = NEEDED.filter(({ file }) => !existsSync(recordPath(file)));
  if (missing.length > 0)
    throw new Stop(
      [
        `${SHEET} has no numbers: ${missing.length} of ${NEEDED.length} recorded runs are missing (the commands want a folder results, which git ignores).`,
        ...missing.map(({ file, madeBy }) => `static-probes/recorded/${file}, made by\n  ${madeBy}`),
      ].join('\n'),
    );
  const runs = NEEDED.map(({ file, ...asked }) => ({
    ...asked,
    run: readRecordedRun(JSON.parse(readFileSync(recordPath(file), 'utf8'))),
  }));
  const faults = runs.flatMap(({ checkpointId, set, run }) => otherWeights(checkpointId, set, run));
  if (faults.length > 0) throw new Stop(faults.join('\n'));

  const { manifest, faults: manifestFaults } = readManifest(PROBES_FOLDER);
  if (manifestFaults.length > 0) throw new Stop(manifestFaults.join('\n'));
  return sheetOf(text, {
    recipe: JSON.parse(readFileSync(join(root, 'scripts/training/recipe.json'), 'utf8')),
    runs: (set) =>
      new Map(runs.filter((one) => one.set === set).map(({ checkpointId, run }) => [checkpointId, run])),
    set: (name) => {
      const entry = manifest.sets.find((/** @type {{ name: string }} */ one) => one.name === name);
      if (entry === undefined) throw new Stop(`${name}: no frozen set`);
      const items = parseItemSet(readFileSync(join(PROBES_FOLDER, entry.file), 'utf8'), name);
      if (!items.ok) throw new Stop(items.error.happened);
      return { name, sha256: entry.sha256, items: items.value };
    },
  });
}

/** @param {string} file */
function recordPath(file) {
  return join(PROBES_FOLDER, 'recorded', file);
}

/**
 * A laptop computes with the weights that the page serves: a record of others announces what no laptop will show.
 * @param {string} checkpointId @param {string} set
 * @param {import('../../src/ui/probe/recorded-run.ts').RecordedRun} run
 * @returns {string[]}
 */
function otherWeights(checkpointId, set, run) {
  const weights = `${BUILT_IN_FOLDER}/${checkpointId}/model.safetensors`;
  if (!existsSync(join(root, weights))) return [`${weights}: cannot be read`];
  const files = /** @type {{ path: string, sha256: string | null }[]} */ (run.provenance['files'] ?? []);
  const recorded = files.find(({ path }) => path === 'model.safetensors')?.sha256;
  const served = sha256(readFileSync(join(root, weights)));
  return recorded === served
    ? []
    : [
        `${checkpointId}.${set}.json: a record of other weights (${recorded ?? 'unknown'}) than ${weights} (${served})`,
      ];
}

/** The first line that differs. @param {string} one @param {string} other */
function firstDifference(one, other) {
  const others = other.split('\n');
  return one.split('\n').findIndex((line, index) => line !== others[index]) + 1;
}
