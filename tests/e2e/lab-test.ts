import { expect, type Page } from '@playwright/test';
import { type ServerOptions, startServer } from '../../scripts/server.mjs';
import { test as base } from './test-pages.ts';
import { graveFindings, type Watch, watchOver } from './watch.ts';

export { expect };

interface LabFixtures {
  /** Watches over the test's context; its faults fail the test at the end. */
  readonly watch: Watch;
  /** A server of the test's own, with other headers, sub-path, mounts or faults; ends with the test. Gives its address. */
  readonly serve: (options?: Partial<ServerOptions>) => Promise<string>;
  /** Fails on every serious or critical finding of axe. */
  readonly expectAccessible: (page: Page) => Promise<void>;
}

export const test = base.extend<LabFixtures>({
  watch: [
    async ({ context }, use) => {
      const watch = await watchOver(context);
      await use(watch);
      expect(watch.faults(), 'foreign requests and undeclared errors').toEqual([]);
    },
    { auto: true },
  ],

  // Playwright wants to see what a fixture depends on, even if it is nothing.
  // eslint-disable-next-line no-empty-pattern
  serve: async ({}, use) => {
    const running: { close: () => Promise<void> }[] = [];
    await use(async (options = {}) => {
      const server = await startServer({
        dist: 'dist',
        checkpoints: ['tests/fixtures/tiny'],
        ...options,
      });
      running.push(server);
      return server.url;
    });
    for (const server of running) await server.close();
  },

  // eslint-disable-next-line no-empty-pattern
  expectAccessible: async ({}, use) => {
    await use(async (page) => {
      expect(await graveFindings(page), 'serious or critical findings of axe').toEqual([]);
    });
  },
});
