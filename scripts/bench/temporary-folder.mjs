// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {Set<string>} */
const folders = new Set();

const remove = (/** @type {string} */ folder) => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  folders.delete(folder);
};

process.once('exit', () => {
  for (const folder of [...folders]) remove(folder);
});
// Without a listener the process would end at once and leave hundreds of megabytes behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/**
 * A folder of our own that does not outlive the process.
 * @param {string} purpose a word for its name
 * @returns {{ path: string, remove: () => void }}
 */
export function temporaryFolder(purpose) {
  const path = mkdtempSync(join(tmpdir(), `backfire-bench-${purpose}-`));
  folders.add(path);
  return {
    path,
    remove: () => {
      remove(path);
    },
  };
}
