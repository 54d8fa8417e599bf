import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { expect, test } from './lab-test.ts';
import { graveFindings, type Watch, watchOver } from './watch.ts';

/** Writes a page without our policy, which nothing but the watch keeps at home; gives its folder. */
function loosePage(info: TestInfo, body: string, worker = ''): string {
  const folder = info.outputPath('site');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><title>at first</title><link rel="icon" href="data:,">${body}`,
  );
  writeFileSync(join(folder, 'worker.js'), worker);
  return folder;
}

const withSecond = test.extend<{ second: { page: Page; watch: Watch } }>({
  // A second context with a watch of its own, so that its faults can be looked at.
  second: async ({ browser }, use) => {
    const context = await browser.newContext();
    const watch = await watchOver(context);
    await use({ page: await context.newPage(), watch });
    await context.close();
  },
});

const bodies: readonly (readonly [what: string, body: string, fault: RegExp])[] = [
  ['a foreign picture', '<img alt="" src="http://foreign.example/x.png">', /^foreign: .*\/x\.png$/],
  ['an error on the console', '<script>console.error("broken")</script>', /^console: broken$/],
  ['an uncaught error', '<script>throw new Error("broken")</script>', /^uncaught: broken$/],
];
for (const [what, body, fault] of bodies) {
  withSecond(`${what} is a fault`, async ({ second, serve }, info) => {
    await second.page.goto(await serve({ dist: loosePage(info, body), isolated: false }));
    await expect.poll(() => second.watch.faults()).toContainEqual(expect.stringMatching(fault));
  });
}

withSecond(
  'a worker that calls elsewhere is stopped, and that is a fault',
  async ({ second, serve }, info) => {
    const code = `fetch('http://foreign.example/y').then(() => 'reached', () => 'stopped').then(postMessage)`;
    const body = `<script>new Worker('worker.js').onmessage = (e) => { document.title = e.data; }</script>`;
    await second.page.goto(await serve({ dist: loosePage(info, body, code), isolated: false }));
    await expect(second.page).toHaveTitle('stopped');
    expect(second.watch.faults()).toContain('foreign: http://foreign.example/y');
  },
);

withSecond('a declared error is none, unless it never comes', async ({ second, serve }, info) => {
  second.watch.expectComplaint(/broken/);
  expect(second.watch.faults()).toEqual(['declared, but never came: /broken/']);
  const body = '<script>console.error("broken")</script>';
  await second.page.goto(await serve({ dist: loosePage(info, body), isolated: false }));
  await expect.poll(() => second.watch.faults()).toEqual([]);
});

withSecond('a nameless field is a grave finding', async ({ second, serve }, info) => {
  await second.page.goto(await serve({ dist: loosePage(info, '<main><input></main>') }));
  expect((await graveFindings(second.page)).map(({ id }) => id)).toEqual(['label']);
});

test.fail('the watch is kept over every test', async ({ page }) => {
  await page.goto('./');
  await page.evaluate(() => {
    console.error('this must fail the test');
  });
});
