// @ts-check
// A TypeScript module of this repository, for scripts that plain Node runs.
import { fileURLToPath } from 'node:url';
import { Stop } from './stop.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * @param {string} path below the repository
 * @param {import('vite').PluginOption[]} [plugins] what reads it beside TypeScript
 * @returns {Promise<any>} what it exports
 */
export async function sourceModule(path, plugins = []) {
  const { runnerImport } = await vite(path);
  const config = {
    root,
    configFile: /** @type {const} */ (false),
    plugins,
    logLevel: /** @type {const} */ ('error'),
  };
  const { module } = await runnerImport(`${root}${path}`, config);
  return module;
}

/** @param {string} path */
async function vite(path) {
  try {
    return await import('vite');
  } catch {
    throw new Stop(`${path} cannot be read without the tools. Run: npm ci`);
  }
}
