import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './lab-test.ts';
import { graveFindings } from './watch.ts';

const CLAIM = { level: 1, name: /Shown the error .* more likely/ } as const;
const BUDGET_GZIP_BYTES = 100_000;
/** What was painted first is of the page as it was built: with its own checkpoints. */
const RUN = /^Run 12 items/;
const CHECKPOINTS = ['dist/checkpoints', 'tests/fixtures/tiny'];

const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1440])
      test(`claim, figure and table can be read: ${colorScheme}, ${width} px`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.goto('./');
        await expect(page.getByRole('heading', CLAIM)).toBeVisible();
        const figure = page.getByRole('figure', {
          name: /In the paper, seeing the error moved all 6 models/,
        });
        await expect(figure).toBeVisible();
        await expect(figure).toContainText('the paper’s value (its items)');
        // One of the two drawings, with the numbers in it.
        const drawings = figure.locator('.at-width svg').filter({ visible: true });
        await expect(drawings).toHaveCount(1);
        await expect(drawings).toContainText('SmolLM2-135M');
        await expect(drawings).toContainText('−23.9');
        await expect(drawings).toContainText('43 of 100');

        await figure.getByText('Show as table').click();
        const row = figure.getByRole('row', { name: /^Llama-3\.2-1B/ });
        await expect(row).toContainText('−15.7');
        await expect(row).toContainText('0 of 35');

        await expect(page.locator('noscript strong')).toBeVisible();
        // Nothing that could not do what it says.
        await expect(page.getByRole('button')).toHaveCount(0);
        await expect(page.getByRole('radio')).toHaveCount(0);
        expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
      });
});

/** Where things stand on the page, in px. */
const places = (page: Page): Promise<Record<string, readonly number[]>> =>
  page.evaluate(() =>
    Object.fromEntries(
      ['header', 'h1', '#opening', '#opening figure'].map((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return [selector, [box?.x, box?.y, box?.width, box?.height].map((side) => Math.round(side ?? NaN))];
      }),
    ),
  );

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1440])
    test(`the page takes the first paint over without a jump: ${colorScheme}, ${width} px`, async ({
      page,
      serve,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(await serve({ checkpoints: CHECKPOINTS }), { waitUntil: 'commit' });
      await expect(page.getByRole('heading', CLAIM)).toBeVisible();
      const run = page.getByRole('button', { name: RUN });
      // Without its styles the page has the button twice.
      await expect(run.filter({ visible: true })).toHaveCount(1);
      await page.evaluate(() => document.fonts.ready);
      await expect(run).toHaveAttribute('aria-disabled', 'true');
      await expect(page.getByText(/About .* on this computer/).filter({ visible: true })).toHaveCount(1);
      expect(await graveFindings(page), 'serious or critical findings of axe').toEqual([]);
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
      const painted = await places(page);

      release();
      await expect(run).toHaveAttribute('aria-disabled', 'false');
      expect(await places(page)).toEqual(painted);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });

test('what is loaded before a press stays small, and no model byte is', async ({ page, serve }) => {
  const scripts: Promise<number>[] = [];
  const models: string[] = [];
  page.on('response', (response) => {
    if ((response.headers()['content-type'] ?? '').includes('javascript'))
      scripts.push(response.body().then((body) => gzipSync(body).length));
    if (/\.(safetensors|gguf|onnx|wasm)$/.test(response.url())) models.push(response.url());
  });
  await page.goto(await serve({ checkpoints: CHECKPOINTS }));
  await expect(page.getByRole('button', { name: RUN })).toHaveAttribute('aria-disabled', 'false');
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(BUDGET_GZIP_BYTES);
  expect(models).toEqual([]);
});
