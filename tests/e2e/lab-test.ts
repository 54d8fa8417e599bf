import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { type ServerOptions, startServer } from '../../scripts/server.mjs';

export { expect };

/** What a test saw beside its own business. */
interface Watch {
  /** Every request of every page and worker, in order. */
  readonly requests: readonly string[];
  /** Requests to a host that the test does not run; each was blocked, and fails the test. */
  readonly foreign: readonly string[];
  /** Console errors and uncaught errors; each fails the test unless it was declared. */
  readonly complaints: readonly string[];
  /** Declares that complaints like this belong to what is tested. One that never comes fails the test as well. */
  expectComplaint(pattern: RegExp): void;
}

interface LabFixtures {
  readonly watch: Watch;
  /** A server of the test's own, with other headers, sub-path, mounts or faults; ends with the test. */
  readonly serve: (options?: Partial<ServerOptions>) => Promise<string>;
  /** Fails on every serious or critical finding of axe. */
  readonly expectAccessible: (page: Page) => Promise<void>;
}

const isOwnHost = (url: URL): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${String(error)}`));
  page.on('crash', () => complaints.push('the page crashed'));
}

async function watchContext(context: BrowserContext, foreign: string[], requests: string[]): Promise<void> {
  context.on('request', (request) => requests.push(request.url()));
  // Requests of workers pass here as well; data: and blob: never leave the browser and are not asked about.
  await context.route(
    (url) => !isOwnHost(url) && url.protocol.startsWith('http'),
    async (route) => {
      foreign.push(`${route.request().method()} ${route.request().url()}`);
      await route.abort('blockedbyclient');
    },
  );
}

export const test = base.extend<LabFixtures>({
  watch: [
    async ({ context }, use) => {
      const foreign: string[] = [];
      const requests: string[] = [];
      const complaints: string[] = [];
      const declared: RegExp[] = [];
      await watchContext(context, foreign, requests);
      for (const page of context.pages()) listen(page, complaints);
      context.on('page', (page) => {
        listen(page, complaints);
      });

      await use({
        requests,
        foreign,
        complaints,
        expectComplaint: (pattern) => {
          declared.push(pattern);
        },
      });

      expect(foreign, 'requests to a host that nobody asked for').toEqual([]);
      expect(
        complaints.filter((complaint) => !declared.some((pattern) => pattern.test(complaint))),
        'errors on the console',
      ).toEqual([]);
      for (const pattern of declared)
        expect(complaints, `no complaint like ${String(pattern)}`).toContainEqual(
          expect.stringMatching(pattern),
        );
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
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      const told = grave.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }));
      expect(told, 'serious or critical findings of axe').toEqual([]);
    });
  },
});
