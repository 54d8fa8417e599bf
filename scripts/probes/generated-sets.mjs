// @ts-check
// The item sets that src/toolshed makes, as the bytes that are frozen, for the two commands beside this file.
import { sourceModule } from '../source-module.mjs';

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
  /** @type {typeof import('../../src/toolshed/index.ts')} */
  const { toolshedSets } = await sourceModule('src/toolshed/index.ts');
  return toolshedSets().map(({ items, ...about }) => ({
    ...about,
    bytes: new TextEncoder().encode(items.map((item) => `${JSON.stringify(item)}\n`).join('')),
  }));
}
