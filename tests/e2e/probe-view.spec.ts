import { readFileSync } from 'node:fs';
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

test('a change of view is said once, with the finding that follows it', async ({ page }) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, `./#/probe?v=1&${QUICK}`);
  await room.runToEnd();
  const voice = page.locator('.spoken[aria-live="polite"]');
  await expect(voice).toContainText('Finished.');
  await voice.evaluate((node) => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    new MutationObserver(() => heard.push(node.textContent)).observe(node, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await page.getByText('How to look at it').click();
  await page.getByRole('radio', { name: 'median' }).check();
  await expect(voice).toContainText('Medians over cases instead of means.');
  await expect(page.getByRole('figure').first()).toContainText('median');
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  expect(heard).toHaveLength(1);
});

test('several tasks and the worst items are left out, by keyboard, and a link keeps them', async ({
  page,
  expectAccessible,
}) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, `./#/probe?v=1&${QUICK}`);
  await room.runToEnd();
  await page.getByText('How to look at it').click();
  await page.locator('summary', { hasText: 'Leave out tasks' }).focus();
  await page.keyboard.press('Enter');
  const tasks = page.getByRole('list', { name: 'Tasks that can be left out' }).getByRole('checkbox');
  await expect(tasks).toHaveCount(12);
  for (const index of [0, 2, 5]) {
    await tasks.nth(index).focus();
    await page.keyboard.press('Space');
  }
  await expect(page.getByText('3 of 12 left out')).toBeVisible();
  const finding = page.getByRole('heading', { level: 1 });
  await expect(finding).toContainText('of 9 cases');
  await page.getByRole('spinbutton', { name: 'Leave out the items of lowest G' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(finding).toContainText('of 7 cases');
  await expectAccessible(page);
  expect(new URL(page.url()).hash).toContain(
    'view=tasks:toolshed-0002%2Ctoolshed-0009%2Ctoolshed-0021%3Bworst:2',
  );
  await tasks.nth(0).uncheck();
  await expect(finding).toContainText('of 8 cases');
});

test('a view that leaves no case keeps the room, says so, and is undone', async ({ page }) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const room = await ProbeRoom.open(
    page,
    './#/probe?v=1&checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026-class-6&view=operator:',
  );
  await room.runToEnd();
  const finding = page.getByRole('heading', { level: 1 });
  await expect(finding).toHaveText(/^This view leaves no case of /);
  await expect(page.locator('.spoken[aria-live="polite"]')).toContainText('This view leaves no case of');
  await page.getByRole('button', { name: 'As in the paper again' }).click();
  await expect(finding).toContainText(/\b6 cases/);
  await expect(page.locator('summary', { hasText: 'How to look at it' })).toBeFocused();
  expect(new URL(page.url()).hash).not.toContain('view=');

  await page.getByText('How to look at it').click();
  await page.getByRole('spinbutton', { name: 'Leave out the items of lowest G' }).fill('6');
  await page.keyboard.press('Enter');
  await expect(finding).toHaveText(/^This view leaves no case of /);
  await expect(page.getByRole('button', { name: 'As in the paper again' })).toHaveCount(1);
});

test('the opening’s figure is taken away before anything is run', async ({ page }) => {
  await page.goto('./');
  // A picture is set in the page's typeface, which it has to be given.
  const typefaces: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && request.url().includes('inter-latin'))
      typefaces.push(request.url());
  });
  const figure = page.getByRole('figure', { name: /^In the paper/ });
  for (const [kind, sign] of [
    ['SVG', /^<svg[\s\S]*SmolLM2-135M[\s\S]*our recorded run/],
    ['CSV', /^source,model,whose value,G \(nats\)/],
    ['PNG', /^.PNG/],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await figure.getByRole('button', { name: kind }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`published-gains.${kind.toLowerCase()}`);
    expect(readFileSync(await file.path(), kind === 'PNG' ? 'latin1' : 'utf8')).toMatch(sign);
  }
  expect(typefaces).toHaveLength(1);
});
