// Adds item sets to static-probes/manifest.json. A set that is there already is never changed.
// usage: node scripts/probes/freeze.mjs          makes the sets of src/toolshed and freezes those that are new
//                                                (item sets and, in tasks/, task sets)
//        node scripts/probes/freeze.mjs static-probes/<name>-<number>.jsonl --title "…" --origin "…"
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedSets, generatedTaskSets } from './generated-sets.mjs';
import { checkItemSet, PROBES_FOLDER, readManifest, SET_NAME, sha256 } from './item-set.mjs';

const USAGE =
  'usage: node scripts/probes/freeze.mjs [static-probes/<name>-<number>.jsonl --title "…" --origin "…"]';
const folder = resolve(PROBES_FOLDER);

try {
  const written = readArguments();
  const { manifest, faults } = readManifest(folder);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  await (written === null ? freezeGenerated(manifest) : freezeWritten(manifest, written));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** The sets that src/toolshed makes: their files are written here. */
async function freezeGenerated(manifest) {
  for (const { name, bytes, ...about } of await generatedSets()) {
    if (isFrozen(manifest, name, bytes)) {
      console.log(`as it was  ${name}`);
      continue;
    }
    const entry = entryOf(name, bytes, { ...about, generator: 'toolshed' });
    writeWhole(entry.file, bytes);
    enter(manifest, entry);
  }
  await freezeTasks(manifest);
}

/** The task sets for rollouts that src/toolshed makes; the manifest keeps them in a list of their own. */
async function freezeTasks(manifest) {
  manifest.tasks ??= [];
  mkdirSync(join(folder, 'tasks'), { recursive: true });
  for (const { name, file, bytes, tasks, ...about } of await generatedTaskSets()) {
    const hash = sha256(bytes);
    const frozen = manifest.tasks.find((set) => set.name === name);
    if (frozen !== undefined && frozen.sha256 !== hash) {
      throw new Error(
        `${name} is frozen already, with other bytes (${frozen.sha256}). Restore it and give the changed set a new name`,
      );
    }
    if (frozen !== undefined) {
      console.log(`as it was  ${name}`);
      continue;
    }
    writeWhole(file, bytes);
    manifest.tasks.push({ name, file, sha256: hash, tasks, ...about, generator: 'toolshed' });
    writeWhole('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
    console.log(`frozen     ${name}  ${tasks} tasks  sha256 ${hash}`);
  }
}

/** A set that somebody has put into the folder. */
function freezeWritten(manifest, { file, title, origin }) {
  if (resolve(dirname(file)) !== folder) {
    throw new Error(`${file}: a set must lie in static-probes/ before it is frozen`);
  }
  const name = basename(file).replace(/\.jsonl$/, '');
  if (name === basename(file) || !SET_NAME.test(name)) {
    throw new Error(
      `${basename(file)}: the name must be small letters, digits and dashes, end in a number, and have .jsonl`,
    );
  }
  const bytes = readBytes(file);
  if (isFrozen(manifest, name, bytes)) {
    throw new Error(`${name} is frozen already, with these bytes; its entry stays as it is`);
  }
  enter(manifest, entryOf(name, bytes, { title, origin }));
}

function readArguments() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: { title: { type: 'string' }, origin: { type: 'string' } },
    });
  } catch (error) {
    throw new Error(`${error.message}\n${USAGE}`, { cause: error });
  }
  const [file, ...more] = parsed.positionals;
  const title = parsed.values.title?.trim();
  const origin = parsed.values.origin?.trim();
  if (file === undefined && title === undefined && origin === undefined) return null;
  if (file === undefined || more.length > 0 || !title || !origin || /[\r\n]/.test(title)) {
    throw new Error(USAGE);
  }
  return { file, title, origin };
}

/** Whether the set is in the manifest with these bytes. Throws if it is there with others, or under another name. */
function isFrozen(manifest, name, bytes) {
  const hash = sha256(bytes);
  const namesake = manifest.sets.find((set) => set.name === name);
  if (namesake !== undefined && namesake.sha256 !== hash) {
    throw new Error(
      `${name} is frozen already, with other bytes (${namesake.sha256}). Restore it and give the changed set a new name`,
    );
  }
  const twin = manifest.sets.find((set) => set.sha256 === hash && set.name !== name);
  if (twin !== undefined) throw new Error(`the same bytes are frozen already as ${twin.name}`);
  return namesake !== undefined;
}

function entryOf(name, bytes, about) {
  const file = `${name}.jsonl`;
  const check = checkItemSet(file, bytes);
  if (check.faults.length > 0) throw new Error(check.faults.join('\n'));
  return { name, file, sha256: sha256(bytes), items: check.count, ...about };
}

function enter(manifest, entry) {
  manifest.sets.push(entry);
  writeWhole('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`frozen     ${entry.name}  ${entry.items} items  sha256 ${entry.sha256}`);
}

/** Half a file is never seen under its name. */
function writeWhole(file, content) {
  const target = join(folder, file);
  writeFileSync(`${target}.new`, content);
  renameSync(`${target}.new`, target);
}

function readBytes(file) {
  try {
    return readFileSync(file);
  } catch {
    throw new Error(`${file}: cannot be read`);
  }
}
