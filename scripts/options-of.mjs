// @ts-check
import { parseArgs } from 'node:util';
import { Stop } from './stop.mjs';

/**
 * What a command was asked; an option that it does not know is a Stop.
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {string} command its name, as in `npm run <name>` @param {Config} config as of parseArgs
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function optionsOf(command, config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Stop(`${command}: ${error instanceof Error ? error.message : String(error)} (see --help)`);
  }
}
