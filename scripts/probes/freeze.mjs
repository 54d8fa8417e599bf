// Adds a new item set to static-probes/manifest.json. A set that is there already is never changed.
// usage: node scripts/probes/freeze.mjs static-probes/<name>-<number>.jsonl --title "…" --origin "…"
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkItemSet, PROBES_FOLDER, readManifest, SET_NAME, sha256 } from './item-set.mjs';

const USAGE =
  'usage: node scripts/probes/freeze.mjs static-probes/<name>-<number>.jsonl --title "…" --origin "…"';

try {
  freeze();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function freeze() {
  const { file, title, origin } = readArguments();
  const folder = resolve(PROBES_FOLDER);
  if (resolve(dirname(file)) !== folder) {
    throw new Error(`${file}: a set must lie in static-probes/ before it is frozen`);
  }
  const fileName = basename(file);
  const name = fileName.replace(/\.jsonl$/, '');
  if (name === fileName || !SET_NAME.test(name)) {
    throw new Error(
      `${fileName}: the name must be small letters, digits and dashes, end in a number, and have .jsonl`,
    );
  }

  const { manifest, faults } = readManifest(folder);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const bytes = readBytes(file);
  const hash = sha256(bytes);
  const namesake = manifest.sets.find((set) => set.name === name);
  if (namesake !== undefined) {
    throw new Error(
      namesake.sha256 === hash
        ? `${name} is frozen already, with these bytes; its entry stays as it is`
        : `${name} is frozen already, with other bytes (${namesake.sha256}). Restore it and give the changed set a new name`,
    );
  }
  const twin = manifest.sets.find((set) => set.sha256 === hash);
  if (twin !== undefined) throw new Error(`the same bytes are frozen already as ${twin.name}`);

  const check = checkItemSet(fileName, bytes);
  if (check.faults.length > 0) throw new Error(check.faults.join('\n'));

  manifest.sets.push({ name, file: fileName, sha256: hash, items: check.count, title, origin });
  const target = join(folder, 'manifest.json');
  const draft = `${target}.new`;
  writeFileSync(draft, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(draft, target);
  console.log(`frozen  ${name}  ${check.count} items  sha256 ${hash}`);
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
  if (file === undefined || more.length > 0 || !title || !origin || /[\r\n]/.test(title))
    throw new Error(USAGE);
  return { file, title, origin };
}

function readBytes(file) {
  try {
    return readFileSync(file);
  } catch {
    throw new Error(`${file}: cannot be read`);
  }
}
