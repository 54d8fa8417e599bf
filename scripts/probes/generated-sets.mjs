// @ts-check
// The item and task sets that src/toolshed makes, as the bytes that are frozen, for the two commands beside this file.
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

/** @returns {Promise<readonly (GeneratedSet & { file: string, tasks: number })[]>} */
export async function generatedTaskSets() {
  /** @type {typeof import('../../src/toolshed/index.ts')} */
  const { agentTaskSets } = await sourceModule('src/toolshed/index.ts');
  return agentTaskSets().map(({ tasks, ...about }) => ({
    ...about,
    file: `tasks/${about.name}.jsonl`,
    tasks: tasks.length,
    bytes: new TextEncoder().encode(tasks.map((task) => `${JSON.stringify(task)}\n`).join('')),
  }));
}
