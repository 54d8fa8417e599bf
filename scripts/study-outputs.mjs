// @ts-check
// What `npm run study` writes to. A run may take hours: each file is tried before.
import { accessSync, closeSync, constants, existsSync, openSync, statSync, unlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Stop } from './stop.mjs';

/**
 * Tries whether a file can be written, and leaves everything as it was.
 * @param {string} file @param {string} asked the option and its value
 */
function checkWritable(file, asked) {
  if (!existsSync(dirname(resolve(file)))) throw new Stop(`${asked}: its folder does not exist`);
  const isThere = existsSync(file);
  if (isThere && !statSync(file).isFile()) throw new Stop(`${asked}: ${file} is not a file`);
  try {
    if (isThere) accessSync(file, constants.W_OK);
    else {
      closeSync(openSync(file, 'wx'));
      unlinkSync(file);
    }
  } catch (error) {
    throw new Stop(notWritten(asked, error));
  }
}

/** @param {string} asked @param {unknown} error */
export const notWritten = (asked, error) =>
  `${asked}: cannot be written (${error instanceof Error ? error.message : String(error)})`;

/** Stops where one cannot be written. @param {{ out: string | null, record: string | null }} options */
export function checkOutputs({ out, record }) {
  if (out !== null) for (const file of [out, runFileOf(out)]) checkWritable(file, `--out ${out}`);
  if (record === null) return;
  checkWritable(record, `--record ${record}`);
  if (out !== null && [out, runFileOf(out)].some((file) => resolve(file) === resolve(record)))
    throw new Stop(`--record ${record}: --out writes there already`);
}

/** Where it is said who computed the rows. @param {string} out */
export const runFileOf = (out) => `${out}.run.json`;
