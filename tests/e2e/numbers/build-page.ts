import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import config from '../../../vite.config.ts';

export interface BuiltPage {
  /** Folder to serve. */
  readonly folder: string;
  /** Path of the page in it. */
  readonly path: string;
  remove(): Promise<void>;
}

/** Builds the test page with the product's own settings, into a folder of its own. */
export const buildNumbersPage = async (): Promise<BuiltPage> => {
  const folder = await mkdtemp(join(tmpdir(), 'lab-numbers-'));
  const path = 'tests/e2e/numbers/numbers.html';
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    // What the product's public folder holds is not needed here.
    publicDir: false,
    build: { ...config.build, outDir: folder, emptyOutDir: true, rolldownOptions: { input: path } },
  });
  return { folder, path, remove: () => rm(folder, { recursive: true, force: true }) };
};
