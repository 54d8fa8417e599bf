// @ts-check
// A TypeScript module of this repository, for scripts that plain Node runs.
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** @param {string} path below the repository @returns {Promise<any>} what it exports */
export async function sourceModule(path) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(`${root}${path}`, { root, configFile: false, logLevel: 'error' });
  return module;
}
