// @ts-check
// The item sets that src/toolshed makes, as the bytes that are frozen, for the two commands beside this file.
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @typedef {object} GeneratedSet
 * @property {string} name
 * @property {string} title
 * @property {string} origin
 * @property {'paper' | 'mended'} wording
 * @property {Uint8Array} bytes JSON Lines
 */

/** @returns {Promise<readonly GeneratedSet[]>} */
export async function generatedSets() {
  const { runnerImport } = await vite();
  /** @type {{ module: typeof import('../../src/toolshed/index.ts') }} */
  const { module } = await runnerImport(`${root}src/toolshed/index.ts`, {
    root,
    configFile: false,
    logLevel: 'error',
  });
  return module.toolshedSets().map(({ items, ...about }) => ({
    ...about,
    bytes: new TextEncoder().encode(items.map((item) => `${JSON.stringify(item)}\n`).join('')),
  }));
}

/** What reads TypeScript here. Everything else about frozen sets is checked without anything installed. */
async function vite() {
  try {
    return await import('vite');
  } catch {
    throw new Error('The sets that src/toolshed makes cannot be made again without the tools. Run: npm ci');
  }
}
