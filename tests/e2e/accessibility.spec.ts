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
