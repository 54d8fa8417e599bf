// Checks that the frozen sets still are what the manifest says, that each of their lines is a sound item, and that
// src/toolshed still makes the sets it made, byte for byte.
// usage: node scripts/probes/verify.mjs [folder]
// Prints one line per set. Exits with 1 and the place of every fault (file:line, field) if anything is wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedSets, generatedTaskSets } from './generated-sets.mjs';
import { checkItemSet, PROBES_FOLDER, readManifest, sha256 } from './item-set.mjs';

const folder = process.argv[2] ?? PROBES_FOLDER;
const { manifest, faults } = readManifest(folder);

if (faults.length === 0) {
  for (const set of manifest.sets) faults.push(...verifySet(set));
  for (const [kind, entries] of Object.entries(manifest)) {
    if (kind !== 'sets' && Array.isArray(entries)) faults.push(...verifyHashes(kind, entries));
  }
  // Another folder is somebody's own sets.
  if (folder === PROBES_FOLDER) faults.push(...(await verifyGenerated()));
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(
    `${faults.length} fault${faults.length === 1 ? '' : 's'}. A frozen file is never edited: restore it, or freeze the change under a new name.`,
  );
  process.exitCode = 1;
}

function verifySet(set) {
  const bytes = readBytes(set.file);
  if (bytes === undefined) {
    console.log(`FAULT  ${set.name}`);
    return [`${set.file}: cannot be read`];
  }
  const { count, faults: found } = checkItemSet(set.file, bytes);
  const hash = sha256(bytes);
  if (hash !== set.sha256) {
    found.unshift(`${set.file}, sha256: is ${hash}, the manifest says ${set.sha256}`);
  }
  if (count !== set.items) {
    found.unshift(`${set.file}, items: ${count} lines, the manifest says ${set.items}`);
  }
  console.log(
    `${found.length === 0 ? 'ok   ' : 'FAULT'}  ${set.name}  ${count} items  sha256 ${hash.slice(0, 12)}…`,
  );
  return found;
}

/** The generator and the manifest know the same generated sets, with the same bytes. */
async function verifyGenerated() {
  const listed = [...manifest.sets, ...(manifest.tasks ?? [])].filter((set) => set.generator === 'toolshed');
  let made;
  try {
    made = [...(await generatedSets()), ...(await generatedTaskSets())];
  } catch (error) {
    return [error.message];
  }
  const found = made.flatMap(({ name, bytes }) => {
    const entry = listed.find((set) => set.name === name);
    if (entry === undefined)
      return [`${name}: made by src/toolshed and not frozen; run npm run probes:freeze`];
    return entry.sha256 === sha256(bytes)
      ? []
      : [
          `${name}: src/toolshed now makes other bytes than are frozen; undo that, or give the changed set a new name`,
        ];
  });
  const names = new Set(made.map(({ name }) => name));
  for (const { name } of listed) {
    if (!names.has(name)) found.push(`${name}: frozen as made by src/toolshed, which no longer makes it`);
  }
  console.log(`${found.length === 0 ? 'ok   ' : 'FAULT'}  ${listed.length} generated sets, made again`);
  return found;
}

/** Other kinds of frozen files (task sets, reference scores, …) are held to their hash only. */
function verifyHashes(kind, entries) {
  const found = [];
  entries.forEach((entry, index) => {
    const at = `manifest.json, ${kind}[${index}]`;
    if (typeof entry?.file !== 'string' || typeof entry.sha256 !== 'string') {
      found.push(`${at}: has no file or no sha256`);
      return;
    }
    const bytes = readBytes(entry.file);
    const hash = bytes === undefined ? 'unreadable' : sha256(bytes);
    const ok = hash === entry.sha256;
    if (!ok) found.push(`${entry.file}, sha256: is ${hash}, the manifest says ${entry.sha256}`);
    console.log(`${ok ? 'ok   ' : 'FAULT'}  ${kind}: ${entry.file}  sha256 ${hash.slice(0, 12)}…`);
  });
  return found;
}

function readBytes(file) {
  try {
    return readFileSync(join(folder, file));
  } catch {
    return undefined;
  }
}
