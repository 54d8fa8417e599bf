// @ts-check
// Makes a recorded run for the page (static-probes/recorded/) from what `npm run study -- probe --out rows.jsonl` left.
// usage: npm run record:probe -- <rows.jsonl> [<rows.jsonl.run.json>]
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enterFile } from '../probes/enter-file.mjs';
import { PROBES_FOLDER, readManifest, sha256 } from '../probes/item-set.mjs';
import { sourceModule } from '../source-module.mjs';

const USAGE = 'usage: npm run record:probe -- <rows.jsonl> [<rows.jsonl.run.json>]';

try {
  const [rowsPath, recordPath = `${rowsPath}.run.json`, ...more] = process.argv.slice(2);
  if (rowsPath === undefined || more.length > 0) throw new Error(USAGE);
  console.log(await record(rowsPath, recordPath));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} rowsPath @param {string} recordPath @returns {Promise<string>} what was done */
async function record(rowsPath, recordPath) {
  for (const path of [rowsPath, recordPath])
    if (!existsSync(path)) throw new Error(`${path}: cannot be read\n${USAGE}`);
  /** @type {{ provenance: { checkpointId: string }, items: string }} */
  const study = JSON.parse(readFileSync(recordPath, 'utf8'));
  const set = frozenSet(study.items.replace(/\.jsonl$/, ''));

  /** @type {typeof import('../../src/probe/index.ts')} */
  const probe = await sourceModule('src/probe/index.ts');
  /** @type {typeof import('../../src/records/index.ts')} */
  const records = await sourceModule('src/records/index.ts');
  /** @type {typeof import('./recorded-run-of.ts')} */
  const { recordedRunOf, recordedRunText } = await sourceModule('scripts/recorded/recorded-run-of.ts');

  const items = probe.parseItemSet(readFileSync(join(PROBES_FOLDER, set.file), 'utf8'), set.name);
  if (!items.ok) throw new Error(items.error.happened);
  const bytes = readFileSync(rowsPath);
  const { rows, findings } = records.rowsFromJsonl(bytes.toString('utf8'));
  if (findings.length > 0)
    throw new Error(
      findings.map(({ line, field, what }) => `${rowsPath}:${line}: ${field ?? 'row'}: ${what}`).join('\n'),
    );
  const run = recordedRunOf({
    itemSet: { name: set.name, sha256: set.sha256, wording: set.wording ?? 'paper' },
    items: items.value,
    rows,
    rowsSha256: sha256(bytes),
    provenance: study.provenance,
  });
  const file = `recorded/${study.provenance.checkpointId}.${set.name}.json`;
  return enterFile('recorded', file, recordedRunText(run), {
    set: set.name,
    checkpoint: study.provenance.checkpointId,
    rows: rows.length,
  });
}

/** @param {string} name */
function frozenSet(name) {
  const { manifest, faults } = readManifest(PROBES_FOLDER);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const set = manifest.sets.find((/** @type {{ name: string }} */ one) => one.name === name);
  if (set === undefined)
    throw new Error(`${name} is not a frozen set: only runs on frozen sets are recorded`);
  return set;
}
