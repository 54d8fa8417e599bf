import type { Page } from '@playwright/test';
import type { Remote } from 'comlink';
import { type ServerOptions, startServer } from '../../../scripts/server.mjs';
import { NUMBERS_PAGE, test as base } from '../test-pages.ts';
import type { NumbersApi } from './numbers-api.ts';

export { expect } from '@playwright/test';

declare global {
  interface Window {
    /** A new test worker; a page may have several, one after the other. */
    startNumbers: () => Remote<NumbersApi>;
    numbers: Remote<NumbersApi>;
  }
}

/** What a server told and was asked. */
export interface NumbersPage {
  readonly page: Page;
  /** Base URL of a fixture on the same server. */
  readonly checkpoint: (name: string) => string;
  /** Bytes of bodies asked for as a whole, by file name: downloads, not header reads. */
  readonly downloads: string[];
}

interface Fixtures {
  /** Opens the test page with a fresh worker as `window.numbers`, on a server of its own. */
  readonly numbersPage: (options?: Partial<ServerOptions>) => Promise<NumbersPage>;
}

export const test = base.extend<Fixtures>({
  numbersPage: async ({ testPages, page }, use) => {
    const running: { close: () => Promise<void> }[] = [];
    await use(async (options = {}) => {
      const downloads: string[] = [];
      const server = await startServer({
        dist: testPages,
        checkpoints: ['tests/fixtures/tiny'],
        ...options,
        fault: (path, request) => {
          if (request.headers.range === undefined) downloads.push(path);
          return options.fault?.(path, request);
        },
      });
      running.push(server);
      await page.goto(`${server.url}${NUMBERS_PAGE}`);
      await page.waitForFunction(() => 'startNumbers' in window);
      await freshWorker(page);
      return { page, downloads, checkpoint: (name) => `${server.url}checkpoints/${name}/` };
    });
    for (const server of running) await server.close();
  },
});

/** Replaces the page's test worker, and with it runtime and threads. */
export const freshWorker = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.numbers = window.startNumbers();
  });
