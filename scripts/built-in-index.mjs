#!/usr/bin/env node
// @ts-check
// Writes public/checkpoints/index.json: what the page is offered by a host that lists no folders. `npm start` and `npm run
// dev` make the same list from the folders themselves. To be run whenever a built-in checkpoint was placed.
import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listCheckpoints } from './checkpoint-index.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Where the checkpoints lie that come with the page; the build copies the folder to dist/checkpoints. */
export const BUILT_IN_FOLDER = join(root, 'public', 'checkpoints');

/**
 * The text of the index of a folder of built-in checkpoints.
 * @param {string} folder @returns {Promise<string>}
 */
export const builtInIndex = async (folder) => `${JSON.stringify(await listCheckpoints([folder]), null, 2)}\n`;

/**
 * Writes the index beside the checkpoints; without a folder there is nothing to write.
 * @param {string} [folder] @returns {Promise<string | null>} the file that was written
 */
export async function writeBuiltInIndex(folder = BUILT_IN_FOLDER) {
  if (!existsSync(folder)) return null;
  const file = join(folder, 'index.json');
  writeFileSync(file, await builtInIndex(folder));
  return file;
}

const isCommand =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isCommand) console.log((await writeBuiltInIndex()) ?? 'there is no public/checkpoints');
