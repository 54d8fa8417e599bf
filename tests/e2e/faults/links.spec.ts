import type { Page } from '@playwright/test';
import { expect, test } from '../lab-test.ts';
import { watchOver } from '../watch.ts';
import { GIVE_UP_MS, ProbeRoom } from './probe-room.ts';

/** What the controls of the room say: the recipe as a reader sees it. */
async function recipeShown(page: Page) {
  const recipe = page.getByRole('complementary', { name: 'Recipe of the run' });
  return {
    checkpoint: await recipe
      .locator('label', { has: page.locator('input:checked') })
      .first()
      .innerText(),
    items: await recipe.getByRole('combobox', { name: 'Items' }).inputValue(),
    conditions: await recipe.getByRole('button', { pressed: true }).allInnerTexts(),
    openItem: await page.getByRole('dialog').getByRole('heading', { level: 2 }).allInnerTexts(),
  };
}

test('a link opened elsewhere shows the same recipe, and nothing of it was sent', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(3 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page);
  const opened = page.url();
  await room.choose('qwen2-bias-tied-f16');
  await room.recipe.getByRole('combobox', { name: 'Items' }).selectOption('outside-four-1');
  await room.recipe.getByRole('button', { name: 'success text' }).click();
  await room.runToEnd();
  await page.getByRole('row').getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible();
  const here = await recipeShown(page);
  expect(here.items).toBe('outside-four-1');
  expect(here.conditions).not.toContain('success text');
  expect(here.openItem).toHaveLength(1);

  // All of it is in the fragment: the rest of the address is as it was.
  const link = new URL(page.url());
  expect(link.hash).toContain('outside-four-1');
  link.hash = '';
  expect(link.href).toBe(new URL('./', opened).href);
  const sent = watch.requests.map((request) => decodeURIComponent(new URL(request).search));
  expect(sent.filter((query) => query !== '')).toEqual([]);

  const context = await browser.newContext();
  const elsewhere = await watchOver(context);
  const other = await context.newPage();
  const otherRoom = await ProbeRoom.open(other, page.url());
  await expect.poll(() => recipeShown(other)).toEqual(here);
  // Followed to the letter, so nothing is said about it; and the run writes the same address.
  await expect(other.getByText(/^The link|^This link/)).toHaveCount(0);
  await otherRoom.run.click();
  await otherRoom.ended();
  expect(other.url()).toBe(page.url());
  expect(elsewhere.faults()).toEqual([]);
  await context.close();
});

const DAMAGED: readonly (readonly [fragment: string, says: RegExp])[] = [
  ['#/probe?checkpoint=%E0%A4%A', /“checkpoint” cannot be read/],
  ['#/probe?checkpoint=no-such-one', /asks for the checkpoint no-such-one, which is not here/],
  ['#/probe?items=gone-1', /asks for the items gone-1, which are not part of this page/],
  ['#/probe?items=first-eight-1@zz', /check value for the item set is damaged/],
  [`#/probe?items=first-eight-1@${'0'.repeat(64)}`, /not the same as when the link was made/],
  ['#/probe?conditions=pre,telepathy', /telepathy, which this page does not know/],
  ['#/probe?item=nobody', /opens the item nobody, which is not in this set/],
  ['#/probe?view=operator:nonesuch', /names the kind of mistake nonesuch, not in this set/],
  ['#/probe?v=99', /newer version of the page/],
  ['#/probe?v=1&v=2&mood=good', /“mood”, which this page does not know/],
  ['#/nowhere', /does not lead to the probe/],
  [`#/probe?item=${'x'.repeat(5000)}`, /“item” cannot be read/],
];

test('damaged links: each is explained in a sentence, and the room works', async ({ page }) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page);
  for (const [fragment, says] of DAMAGED) {
    await page.goto('about:blank');
    await page.goto(`./${fragment}`);
    await room.settled();
    // It is also spoken; what is read is the notice.
    await expect(page.locator('.notice', { hasText: says })).toBeVisible();
    await expect(room.run).toBeEnabled();
    await expect(room.error).toHaveCount(0);
  }
  // The same by changing the address of a page that is open; a sound one clears what was said.
  await page.evaluate(() => {
    location.hash = '#/probe?items=gone-2';
  });
  await expect(page.locator('.notice', { hasText: 'asks for the items gone-2' })).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/probe?items=outside-four-1';
  });
  await expect(page.getByText(/asks for the items/)).toHaveCount(0);
  await expect(room.recipe.getByRole('combobox', { name: 'Items' })).toHaveValue('outside-four-1');
});

test('other rooms and anchors are no damaged links', async ({ page }) => {
  const room = await ProbeRoom.open(page);
  const rooms = page.getByRole('navigation', { name: 'Rooms' });
  await rooms.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await rooms.getByRole('link', { name: 'Probe' }).click();
  await room.settled();
  await page.evaluate(() => {
    location.hash = '#main';
  });
  await expect(page.getByText(/does not lead to the probe/)).toHaveCount(0);
  // From the other room a link is followed as well.
  await rooms.getByRole('link', { name: 'About' }).click();
  await page.evaluate(() => {
    location.hash = '#/probe?items=outside-four-1';
  });
  await expect(room.recipe.getByRole('combobox', { name: 'Items' })).toHaveValue('outside-four-1');
});
