import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';

/** What a browser context did beside a test's own business. */
export interface Watch {
  /** Every request of every page and worker, in order. */
  readonly requests: readonly string[];
  /** Declares that complaints like this belong to what is tested. One that never comes is a fault as well. */
  expectComplaint(pattern: RegExp): void;
  /** What must fail a test: foreign requests, undeclared console and uncaught errors, declared ones that never came. */
  faults(): string[];
}

/** A name of this computer that a browser takes for another one, over plain http; the browser must be told: {@link NAMED_FLAG}. */
export const NAMED_HOST = 'classroom.test';
export const NAMED_FLAG = `--host-resolver-rules=MAP ${NAMED_HOST} 127.0.0.1`;

const OWN_HOSTS = ['127.0.0.1', 'localhost', '[::1]', NAMED_HOST];

/** Watches a context from now on. A request to a host that the tests do not run is recorded and stopped. */
export async function watchOver(context: BrowserContext): Promise<Watch> {
  const foreign: string[] = [];
  const requests: string[] = [];
  const complaints: string[] = [];
  const declared: RegExp[] = [];

  const listen = (page: Page): void => {
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('crash', () => complaints.push('the page crashed'));
  };
  for (const page of context.pages()) listen(page);
  context.on('page', listen);
  context.on('request', (request) => requests.push(request.url()));
  // Requests of workers pass here as well; data: and blob: never leave the browser.
  await context.route(
    (url) => url.protocol.startsWith('http') && !OWN_HOSTS.includes(url.hostname),
    async (route) => {
      foreign.push(`foreign: ${route.request().url()}`);
      await route.abort('blockedbyclient');
    },
  );

  return {
    requests,
    expectComplaint: (pattern) => {
      declared.push(pattern);
    },
    faults: () => [
      ...foreign,
      ...complaints.filter((complaint) => !declared.some((pattern) => pattern.test(complaint))),
      ...declared
        .filter((pattern) => !complaints.some((complaint) => pattern.test(complaint)))
        .map((pattern) => `declared, but never came: ${String(pattern)}`),
    ],
  };
}

/**
 * Findings of axe that shut somebody out, with the elements they are about. Every rule is asked; but what passed is not written
 * down element by element, nor is a page of axe's own opened for frames of other origins, which our policy allows none of:
 * that took two thirds of the time.
 */
export async function graveFindings(page: Page): Promise<{ id: string; help: string; where: string[] }[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }));
}
