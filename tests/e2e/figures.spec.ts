import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { figureToSvg, THEMES } from '../../src/figures/index.ts';
import { sampleFigures } from '../../src/figures/sample-figures.ts';
import { contrastRatio } from '../../src/figures/theme.ts';
import { GIVE_UP_MS, ProbeRoom } from './faults/probe-room.ts';
import { drawingFaults, drawnColours, frameFaults } from './figure-faults.ts';
import { expect, test } from './lab-test.ts';

/** One look finds all that is wrong. */
const softly = expect.configure({ soft: true });

/** A telephone, a tablet, a desk, a projector read from the last row. */
const SCREENS = [
  { width: 360, leastTextPx: 11 },
  { width: 768, leastTextPx: 11 },
  { width: 1440, leastTextPx: 11 },
  { width: 1920, leastTextPx: 14 },
] as const;

async function expectFigures(page: Page, leastTextPx: number): Promise<void> {
  await softly
    .poll(async () => [
      ...(await frameFaults(page, leastTextPx)),
      ...(await drawingFaults(page.locator('figure svg[role="group"]'), leastTextPx)),
    ])
    .toEqual([]);
}

/** Saves a figure as a reader does, and gives the path of the file. */
async function saved(page: Page, at: number): Promise<string> {
  const button = page.getByRole('button', { name: 'SVG', exact: true }).nth(at);
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const path = test.info().outputPath(`${at}-${download.suggestedFilename()}`);
  await download.saveAs(path);
  return path;
}

/** Opens a saved picture by itself: no server, no script, none of the lab's styles and typefaces. */
async function expectPicture(elsewhere: Page, path: string): Promise<void> {
  await elsewhere.goto(pathToFileURL(path).href);
  const picture = elsewhere.locator('svg');
  await expect(picture, path).toHaveCount(1);
  const named = await picture.evaluate((svg: SVGSVGElement) => ({
    title: svg.querySelector(':scope > title')?.textContent,
    description: svg.querySelector(':scope > desc')?.textContent,
    sizes: [svg.width.baseVal.value, svg.height.baseVal.value],
    box: [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height],
  }));
  expect(named.title, path).not.toBe('');
  expect(named.description, path).not.toBe('');
  expect(named.sizes, path).toEqual(named.box);
  softly(await drawingFaults(picture, 11), path).toEqual([]);
}

test('every figure of a run can be read at every width, in both themes, by everybody', async ({
  page,
  browser,
  expectAccessible,
}) => {
  test.setTimeout(5 * GIVE_UP_MS);
  await page.setViewportSize({ width: 1440, height: 900 });
  const room = await ProbeRoom.open(
    page,
    './#/probe?v=1&checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026-class-6&conditions=all',
  );
  const drawings = page.locator('figure svg[role="group"]');

  await test.step('the opening', async () => {
    for (const { width, leastTextPx } of SCREENS) {
      await page.setViewportSize({ width, height: 900 });
      await expectFigures(page, leastTextPx);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await room.runToEnd();
  await page.getByText('How to look at it').click();
  await expect(drawings).toHaveCount(5);
  await page.getByRole('button', { name: 'show as table' }).last().click();
  for (const { width, leastTextPx } of SCREENS) {
    await page.setViewportSize({ width, height: 900 });
    await expectFigures(page, leastTextPx);
  }
  // On a small screen an opened item covers the figures.
  await page.setViewportSize({ width: 360, height: 900 });
  await expectAccessible(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('table').last().getByRole('button').first().click();
  const item = page.getByRole('article');
  await item.getByRole('button', { name: 'Look closer' }).click();
  await expect(item.getByRole('figure')).toHaveCount(2, { timeout: GIVE_UP_MS });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const { width, leastTextPx } of SCREENS)
      await test.step(`all that can be open is open: ${colorScheme}, ${width} px`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expectFigures(page, leastTextPx);
        // Contrast is a matter of the theme alone, so 768 px is looked at in light and 1920 px in dark.
        if (width === 360 || width === 1440 || (width === 768) === (colorScheme === 'light'))
          await expectAccessible(page);
      });

  await test.step('colours that the reader’s system chooses', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, forcedColors: 'active' });
      const drawn = await drawnColours(page);
      expect(drawn.length).toBeGreaterThan(100);
      for (const { what, isText, ground, colours } of drawn) {
        const contrast = Math.max(...colours.map((colour) => contrastRatio(hexOf(colour), hexOf(ground))));
        expect(contrast, `${what}: ${colours.join(' ')} on ${ground}`).toBeGreaterThanOrEqual(
          isText ? 4.5 : 3,
        );
      }
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: null });
  });

  await test.step('files of the run open elsewhere, with title, legend and source', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const elsewhere = await context.newPage();
    for (const at of (await page.getByRole('button', { name: 'SVG', exact: true }).all()).keys()) {
      const path = await saved(page, at);
      await expectPicture(elsewhere, path);
      const words = unspaced(await elsewhere.locator('svg').textContent());
      softly(words, path).toMatch(/towardthesamecall|raised,Gbelowzero/);
      softly(words, path).toContain('BackfireLab,engine');
      softly(words, path).toContain('(6of6items)');
    }
    await context.close();
  });
});

/** Lines of a text that was broken, as one again. */
const unspaced = (text: string | null): string => (text ?? '').replaceAll(/\s/g, '');

const hexOf = (colour: string): string => {
  const channels = /^rgba?\((\d+), (\d+), (\d+)/.exec(colour)?.slice(1, 4) ?? [];
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
};

test('pictures of every figure, narrow and wide, open elsewhere, their texts apart from each other', async ({
  browser,
}) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const folder = test.info().outputPath('pictures');
  await mkdir(folder, { recursive: true });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const elsewhere = await context.newPage();
  for (const width of [336, 1896])
    for (const [name, figure] of sampleFigures(width)) {
      const path = join(folder, `${name}-${width}.svg`);
      await writeFile(path, figureToSvg(figure, THEMES.dark, 'Backfire Lab, made of sample numbers'));
      await expectPicture(elsewhere, path);
      const words = unspaced(await elsewhere.locator('svg').textContent());
      for (const { text } of figure.legend) softly(words, path).toContain(unspaced(text));
    }
  await context.close();
});
