// @ts-check
// Where a checkpoint lies that a command was told to use.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What may be named, for usage texts. */
export const CHECKPOINT_NAMES =
  'a built-in checkpoint or a folder below checkpoints/ (its name), or any folder';

/**
 * In the order in which the page offers them: built in, local, then any folder of the disk.
 * @param {string} root the repository @param {string} asked a name or a folder
 * @returns {string | null} null where none of them has a config.json
 */
export function checkpointFolder(root, asked) {
  const places = [
    join(root, 'public', 'checkpoints', asked),
    join(root, 'checkpoints', asked),
    join(root, asked),
    resolve(asked),
  ];
  return places.find((path) => existsSync(join(path, 'config.json'))) ?? null;
}
