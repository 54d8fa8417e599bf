// @ts-check
// What lies in a folder of checkpoints, as the page is told it: `checkpoints/index.json`.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @typedef {{ path: string, bytes: number, sha256?: string }} ListedFile
 * @typedef {{ id: string, name: string, scope: string, licence?: string, files: ListedFile[] }} ListedCheckpoint
 *   `id` is the folder, relative to index.json; file paths are relative to that folder; bytes are those on disk, sha256 is
 *   what the checkpoint's card promises (nobody has checked it here).
 */

const CARD = 'lab-card.json';
/** Copies that the server sends in place of a file: no files of the checkpoint. */
const COMPRESSED = /\.(br|gz)$/;

/** @param {string} path */
async function readCard(path) {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return {};
  }
  try {
    const card = JSON.parse(text);
    return card !== null && typeof card === 'object' && !Array.isArray(card) ? card : {};
  } catch {
    // A broken card must not hide the checkpoint: it is listed under its folder's name, without promises.
    return {};
  }
}

/** @param {unknown} value @param {string} otherwise */
const textOr = (value, otherwise) => (typeof value === 'string' && value !== '' ? value : otherwise);

/**
 * One checkpoint, or null where the folder holds no config.json.
 * @param {string} root @param {string} folder relative to root, with '/' between its parts
 * @returns {Promise<ListedCheckpoint | null>}
 */
async function listOne(root, folder) {
  const here = join(root, folder);
  const names = (await readdir(here, { withFileTypes: true }))
    .filter(({ name }) => !name.startsWith('.') && !COMPRESSED.test(name))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
  if (!names.includes('config.json')) return null;
  const card = await readCard(join(here, CARD));
  /** @type {Map<string, string>} */
  const promised = new Map();
  for (const file of Array.isArray(card.files) ? card.files : []) {
    if (typeof file?.path === 'string' && typeof file.sha256 === 'string')
      promised.set(file.path, file.sha256);
  }
  const files = [];
  for (const path of names) {
    const { size } = await stat(join(here, path));
    const sha256 = promised.get(path);
    files.push(sha256 === undefined ? { path, bytes: size } : { path, bytes: size, sha256 });
  }
  const licence = textOr(card.licence ?? card.license, '');
  return {
    id: folder,
    name: textOr(card.name, folder),
    scope: textOr(card.scope, 'general'),
    ...(licence === '' ? {} : { licence }),
    files,
  };
}

/** @param {string} path */
async function foldersIn(path) {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}

/**
 * Checkpoints one or two levels below each root ("name" or "owner/name"); an earlier root hides the same folder of a later
 * one, as it does when files are served. Missing roots count as empty.
 * @param {readonly string[]} roots
 * @returns {Promise<{ checkpoints: ListedCheckpoint[] }>}
 */
export async function listCheckpoints(roots) {
  /** @type {Map<string, ListedCheckpoint>} */
  const found = new Map();
  for (const root of roots) {
    for (const name of await foldersIn(root)) {
      const direct = await listOne(root, name);
      const listed = direct ? [direct] : [];
      if (!direct) {
        for (const inner of await foldersIn(join(root, name))) {
          const nested = await listOne(root, `${name}/${inner}`);
          if (nested) listed.push(nested);
        }
      }
      for (const checkpoint of listed) {
        if (!found.has(checkpoint.id)) found.set(checkpoint.id, checkpoint);
      }
    }
  }
  return { checkpoints: [...found.values()] };
}
