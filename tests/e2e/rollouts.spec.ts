import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { slowPasses } from './faults/engine-spy.ts';
import { GIVE_UP_MS } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

/** The first of these tasks fails from its first step on, the others are solved. */
const RECIPE =
  '#/rollouts?v=1&checkpoint=toolshed-base&tasks=toolshed-paper-2026-agent-24&harnesses=verbatim,drop,verbatim%2Bban&tokens=32&demonstration=yes&first=3';
const PATIENCE = { timeout: 4 * GIVE_UP_MS };
const OWN_FILE = { name: 'mine.jsonl', mimeType: 'application/x-ndjson' };
const BUILT_IN = { checkpoints: [join('dist', 'checkpoints')] };

test.describe.configure({ timeout: 10 * GIVE_UP_MS });

const run = (page: Page): Locator => page.getByRole('button', { name: 'Run 9 rollouts' });
const done = (page: Page): Locator => page.getByRole('button', { name: '9 rollouts done' });
const cells = (page: Page): Locator => page.getByRole('grid', { name: 'Step by step' }).locator('td button');
/** What every rollout came to, as a screen reader hears it. */
const board = (page: Page): Promise<string[]> =>
  cells(page).evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''));

test('three tasks under three harnesses with the keyboard alone: board, traces with their contexts, figures', async ({
  page,
  serve,
  expectAccessible,
}) => {
  const url = await serve(BUILT_IN);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}${RECIPE}`);

  // A link opens the same recipe.
  const recipe = page.getByRole('complementary', { name: 'Recipe of the run' });
  for (const name of ['verbatim', 'drop', 'verbatim+ban'])
    await expect(recipe.getByRole('checkbox', { name: `${name} in the study`, exact: true })).toBeChecked();
  await expect(recipe.getByRole('checkbox', { checked: true })).toHaveCount(3 + 1);
  await expect(recipe.getByRole('spinbutton', { name: 'Tokens a step, at most' })).toHaveValue('32');
  await expect(recipe.getByRole('checkbox', { name: 'Show an example of a reply first' })).toBeChecked();
  await expect(recipe.getByText('Up to 54 steps', { exact: false })).toBeVisible();

  await run(page).focus();
  await page.keyboard.press('Enter');
  await expect(done(page)).toBeVisible(PATIENCE);
  await expect(page.getByRole('main').getByRole('status').last()).toContainText('Finished.');

  // Nothing a model was not asked for passes for its doing.
  const [, dropped = ''] = await board(page);
  expect(dropped).toMatch(
    /^drop: step 1 failed: there.*(?:[^.]*word for word; by construction\. ){5}ended in a loop/,
  );
  await expect(page.getByRole('heading', { level: 1 })).toContainText('by construction');

  // One stop for the whole board; arrows reach every rollout.
  await cells(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(cells(page).nth(5)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: /^Rollout: Look up/ });
  const steps = viewer.getByRole('listitem').filter({ hasText: /^\s*Step \d/ });
  await expect(viewer.getByRole('radio', { name: 'verbatim+ban' })).toBeChecked();
  await expect(steps.nth(1)).toContainText('changed by the ban');
  // The same task under the harness before is one key away.
  await viewer.getByRole('radio', { name: 'verbatim+ban' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByRole('radio', { name: 'drop' })).toBeChecked();
  await expect(steps.nth(1)).toContainText('Not asked of the model');
  await page.keyboard.press('ArrowLeft');
  await viewer.getByRole('button', { name: 'show what it read before step 2' }).focus();
  await page.keyboard.press('Enter');
  const context = viewer.getByRole('group', { name: 'What the model read before step 2' });
  await expect(context).toContainText('system prompt');
  await expect(context).toContainText('Observation: ');
  expect(await context.getByRole('listitem').count()).toBe(4);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(cells(page).nth(2)).toBeFocused();

  // The worst task stands side by side.
  await page.getByRole('button', { name: 'Worst task side by side' }).press('Enter');
  await expect(page.getByRole('heading', { name: /^Side by side: Look up/ })).toBeFocused();

  const outcomes = page.getByRole('figure', { name: /^Failed calls made again/ });
  await outcomes.getByRole('button', { name: 'show as table' }).press('Enter');
  await expect(outcomes.getByRole('table').getByRole('row')).toHaveCount(1 + 3 * 4);
  await expect(outcomes.getByRole('table')).toContainText('verbatim+ban');
  await expect(page.getByRole('figure')).toHaveCount(5);

  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 360],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('grid')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});

// That a run which was broken off comes to what an unbroken one comes to: rollouts-killed.spec.ts.
test('reloaded in mid-run it is offered, goes on to its end, and is kept among earlier runs', async ({
  page,
  serve,
}) => {
  const url = await serve(BUILT_IN);
  await slowPasses(page, 150);
  await page.goto(`${url}${RECIPE}`);
  // The tasks are a file of one's own: it is kept with the run, and whoever resumes that is not asked for it.
  const tasks = readFileSync('static-probes/tasks/toolshed-paper-2026-agent-24.jsonl', 'utf8').split('\n');
  await page.getByText('Use your own tasks').click();
  await page
    .getByLabel('Choose a .jsonl file')
    .setInputFiles({ ...OWN_FILE, buffer: Buffer.from(`${tasks.slice(0, 3).join('\n')}\n`) });
  await expect(page.getByRole('combobox', { name: 'Tasks' })).toHaveValue(OWN_FILE.name);
  await run(page).click();
  const begun = cells(page).filter({ has: page.locator('svg') });
  await expect.poll(() => begun.count(), PATIENCE).toBeGreaterThan(0);

  // From another room the head of the page still tells how far it is.
  await page.getByRole('link', { name: 'Probe' }).click();
  const told = await page.title();
  expect(told).toMatch(/^\d+ % /);
  await expect(page).not.toHaveTitle(told, PATIENCE);
  await expect(page).toHaveTitle(/^\d+ % /);
  await page.getByRole('link', { name: 'Rollouts' }).click();
  await page.reload();
  await page.unroute('**/engine-*.js');
  await expect(page.getByText('A run was not finished:', { exact: false })).toBeVisible(PATIENCE);

  // Opened from the list while other files stand under the checkpoint's id, it does not go on with them.
  await page.route('**/tokenizer.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n` });
  });
  const list = page.getByRole('list', { name: 'Earlier runs' });
  await page.getByText('Earlier runs', { exact: true }).click();
  await list.getByRole('button', { name: 'open' }).click();
  const found = await board(page);
  await page.getByRole('button', { name: /^Go on: \d rollouts? left/ }).click();
  await expect(page.getByRole('alert')).toContainText('its files are others', PATIENCE);
  await expect(run(page)).toBeVisible();
  expect(await board(page)).toEqual(found);

  await page.unroute('**/tokenizer.json');
  await page.reload();
  await page.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(done(page)).toBeVisible(PATIENCE);
  await expect(page.getByRole('combobox', { name: 'Tasks' })).toHaveValue(OWN_FILE.name);
  const written = await board(page);
  expect(written.join(' ')).not.toContain('nothing yet');

  // Opened without a checkpoint, then deleted.
  await page.reload();
  await page.getByText('Earlier runs', { exact: true }).click();
  await list.getByRole('button', { name: 'open' }).click();
  await expect.poll(() => board(page)).toEqual(written);
  await page.getByRole('button', { name: 'delete' }).click();
  await page.getByRole('button', { name: /^really delete/ }).click();
  await expect(page.getByText('No run is kept in this browser yet.')).toBeVisible();
});
