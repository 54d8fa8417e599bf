import { GIVE_UP_MS, ProbeRoom } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

const QUICK = 'checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026-quick-12';

test('a view is followed by finding, figures, table and link, and opened again from the link', async ({
  page,
  expectAccessible,
}) => {
  test.setTimeout(3 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, `./#/probe?v=1&${QUICK}&conditions=core`);
  await expect(room.recipe.getByRole('combobox', { name: 'Conditions' })).toHaveValue('core');
  await room.runToEnd();
  const strip = page.getByRole('figure').first();
  await expect(strip).toContainText(/Ways to show it/);

  await page.getByText('How to look at it').click();
  await page.getByRole('radio', { name: 'median' }).check();
  await page.getByRole('radio', { name: 'per token of the call' }).check();
  await page.getByRole('checkbox', { name: /^no earlier step/ }).check();
  await expect(page.getByRole('main')).toContainText(
    /Medians over cases instead of means\. Scores are divided/,
  );
  await expect(strip).toContainText('nats a token');
  for (const figure of await page.getByRole('figure').all())
    await expect(figure.locator('figcaption')).toContainText(/left out|Left out|median/);
  const table = page.getByRole('table').last();
  await expect(table.getByRole('columnheader', { name: 'G, nats a token' })).toBeVisible();
  await expect(table.locator('caption')).toContainText(/\d+ left out/);
  await expectAccessible(page);
  expect(new URL(page.url()).hash).toContain('view=median%3Bper-token%3Bdepth:0');

  await page.reload();
  await room.settled();
  await room.runToEnd();
  await expect(page.getByText('How to look at it')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Medians over cases instead of means/);
  await page.getByText('How to look at it').click();
  await page.getByRole('button', { name: 'As in the paper again' }).click();
  await expect(page.getByText('means over all cases, whole calls, as in the paper')).toBeVisible();
  await expect(page.getByRole('figure').filter({ hasText: 'Medians over cases' })).toHaveCount(0);
  await expect(page.getByRole('table').last().locator('caption')).not.toContainText('left out');
  expect(new URL(page.url()).hash).not.toContain('view=');
});

test('conditions: presets, groups with explanations, a mended set says so', async ({ page }) => {
  const room = await ProbeRoom.open(page, `./#/probe?v=1&${QUICK}`);
  const { recipe } = room;
  const conditions = recipe.getByRole('combobox', { name: 'Conditions' });
  await conditions.selectOption('all');
  for (const group of ['Ways to show the failure', 'For comparison'])
    await expect(
      recipe.getByRole('group', { name: group }).getByRole('button', { pressed: true }),
    ).toHaveCount(7);
  await recipe.getByRole('button', { name: 'error three times' }).click();
  await expect(conditions).toHaveValue('own');
  expect(new URL(page.url()).hash).not.toContain('fail_k3');
  await recipe.getByText('What each of them shows').click();
  await expect(recipe.getByRole('definition')).toHaveCount(14);
  await recipe.getByRole('combobox', { name: 'Items' }).selectOption('toolshed-clean-1-class-6');
  await expect(recipe.getByText(/^Mended wording/)).toBeVisible();
});

test('a link leads to an item under a condition and to a token of its call', async ({ page }) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const room = await ProbeRoom.open(
    page,
    './#/probe?v=1&checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026-class-6',
  );
  await room.runToEnd();
  await page.getByRole('table').last().getByRole('button').first().click();
  const item = page.getByRole('article');
  await item.locator('label').filter({ hasText: 'neutral text' }).click();
  await item.getByRole('toolbar').getByRole('button').nth(3).focus();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/&item=[^&]+&condition=neut&token=3$/);
  const link = page.url();

  await page.goto('about:blank');
  await page.goto(link);
  await room.settled();
  await expect(item.getByRole('radio', { name: 'neutral text' })).toBeChecked();
  await expect(page.getByText(/^The link/)).toHaveCount(0);
  expect(page.url()).toBe(link);
});
