import { test as base } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Pages of the tests' own, by their paths in the folder of {@link WithTestPages.testPages}. */
export const NUMBERS_PAGE = 'tests/e2e/numbers/numbers.html';
export const TAKE_AWAY_PAGE = 'tests/e2e/transcript/take-away.html';
export const RUNS_PAGE = 'tests/e2e/runs/runs.html';
export const STEP_MODEL_PAGE = 'tests/e2e/step-model/step-model.html';

interface WithTestPages {
  /** Folder with the test pages, built with the product's own settings when the first test of a worker asks for it. */
  readonly testPages: string;
}

/**
 * What every test of ours begins with. Tests with other worker fixtures get a worker and a browser of their own, and the one
 * before is ended: so this one fixture belongs to all, also to those who never ask for it.
 */
export const test = base.extend<object, WithTestPages>({
  testPages: [
    // Playwright wants to see what a fixture depends on, even if it is nothing.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      // Most workers' first test needs no builder.
      const { build } = await import('vite');
      const { default: config } = await import('../../vite.config.ts');
      const folder = await mkdtemp(join(tmpdir(), 'lab-test-pages-'));
      await build({
        ...config,
        configFile: false,
        logLevel: 'warn',
        // What the product's public folder holds is not needed here.
        publicDir: false,
        build: {
          ...config.build,
          outDir: folder,
          emptyOutDir: true,
          rolldownOptions: { input: [NUMBERS_PAGE, RUNS_PAGE, STEP_MODEL_PAGE, TAKE_AWAY_PAGE] },
        },
      });
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
