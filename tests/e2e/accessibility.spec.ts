import { slowPasses } from './faults/engine-spy.ts';
import { itemFile, longItems } from './faults/own-items.ts';
import { GIVE_UP_MS, ProbeRoom, storedRows } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

test.setTimeout(180_000);

const ROOM = './#/probe?v=1&checkpoint=llama-gqa-tied-bf16';

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1440])
    test(`axe finds nothing serious before a run: ${colorScheme}, ${width} px`, async ({
      page,
      expectAccessible,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(ROOM);
      await expect(page.getByRole('button', { name: /^Run 8 items/ })).toBeEnabled();
      await expectAccessible(page);
      // Nothing may scroll the page sideways. What comes after a run: figures.spec.ts.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });

test('one item reads as sentences', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${ROOM}&item=first-01-s0-arg_typo-1`);
  await page.getByRole('button', { name: /^Run 8 items/ }).click();
  await expect(page.getByRole('status')).toContainText('Finished', { timeout: 60_000 });
  await page.getByRole('button', { name: /look closer/i }).click();
  await expect(page.getByRole('button', { name: /look closer/i })).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('word for word');
  await expect(page.getByRole('article')).toMatchAriaSnapshot({ name: 'one-item.aria.yml' });
});

test('a press that takes its own button away leaves the focus somewhere of use, and one sentence is said', async ({
  page,
}) => {
  await slowPasses(page, 300);
  const items = itemFile(longItems(6));
  const room = await ProbeRoom.open(page, ROOM);
  await room.giveItems(items);
  const { recipe } = room;
  const voice = page.getByRole('main').getByRole('status');
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };

  await recipe.getByText('The texts shown').click();
  await recipe.getByRole('textbox', { name: 'Neutral text' }).fill('Noted by {tool}.');
  await press('Use these texts');
  await expect(voice).toHaveText('Your own texts are in force.');
  await expect(recipe.getByRole('button', { name: 'Use these texts' })).toBeFocused();
  await press('Back to the set’s texts');
  await expect(voice).toHaveText('The set’s own texts are in force.');
  await expect(recipe.getByRole('button', { name: 'Back to the set’s texts' })).toBeFocused();

  await room.run.click();
  await expect.poll(async () => (await storedRows(page)).length, { timeout: GIVE_UP_MS }).toBeGreaterThan(0);
  await press('Cancel');
  await expect(room.main).toBeFocused();
  await expect(room.run).toBeVisible({ timeout: GIVE_UP_MS });
  await expect(room.main).toBeFocused();
  await expect(voice).toHaveText('Stopped. What was scored is kept.');

  // Its items are a file of one's own: they must be opened again.
  await room.reload();
  const hint = page.getByText(/asks for the items own-items\.jsonl/);
  await press('Resume');
  await expect(hint.and(page.locator('.notice'))).toBeVisible();
  await expect(voice).toContainText('open that file');
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
  await room.giveItems(items);
  await expect(hint.and(page.locator('.notice'))).toHaveCount(0);
  await press('Resume');
  await expect(room.main).toBeFocused();
  await expect(room.pause).toBeVisible({ timeout: GIVE_UP_MS });
  await expect(voice).toHaveText(/Running\.|percent/);
  await press('Cancel');
  await expect(room.run).toBeVisible({ timeout: GIVE_UP_MS });

  await recipe.getByText('Earlier runs', { exact: true }).click();
  await press('delete');
  await page.keyboard.press('Enter');
  await expect(recipe.getByText('No run is kept in this browser yet.')).toBeVisible();
  await expect(voice).toHaveText(/^Deleted: .*own-items/);
  await expect(recipe.locator('summary', { hasText: 'Earlier runs' })).toBeFocused();
});
