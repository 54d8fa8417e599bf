// @ts-check
// Writes a file of numbers into static-probes/ and its hash into the manifest, for the commands that make such files.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBES_FOLDER, readManifest, sha256 } from './item-set.mjs';

/**
 * @param {'published' | 'recorded' | 'referenceScores'} list the manifest's list
 * @param {string} file path below static-probes/
 * @param {string} text
 * @param {Record<string, unknown>} about what else its entry says
 * @param {string} [folder] another static-probes/
 * @returns {string} one line that says what was done
 */
export function enterFile(list, file, text, about, folder = PROBES_FOLDER) {
  const { manifest, faults } = readManifest(folder);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const entry = { file, sha256: sha256(new TextEncoder().encode(text)), ...about };
  const others = (manifest[list] ?? []).filter((/** @type {{ file: string }} */ one) => one.file !== file);
  manifest[list] = [...others, entry].sort((one, other) => (one.file < other.file ? -1 : 1));
  writeWhole(join(folder, file), text);
  writeWhole(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return `${file}  ${text.length} bytes  sha256 ${entry.sha256}`;
}

/** Half a file is never seen under its name. @param {string} target @param {string} text */
function writeWhole(target, text) {
  writeFileSync(`${target}.new`, text);
  renameSync(`${target}.new`, target);
}
