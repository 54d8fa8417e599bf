import type { Locator } from '@playwright/test';
import { slowPasses } from './faults/engine-spy.ts';
import { GIVE_UP_MS } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

/** A pass that begins so late leaves time to be met between two. */
const SLOW_MS = 500;
const ROOM = './#/probe?v=1&checkpoint=llama-gqa-tied-bf16';
const SIZES = [
  [1440, 900],
  [1280, 600],
  [360, 640],
] as const;

/** Whether somebody who looks at the middle of an element sees it, and not something that covers it. */
const isUncovered = (target: Locator): Promise<boolean> =>
  target.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen !== null && (node.contains(seen) || seen.contains(node));
  });

for (const [width, height] of SIZES)
  test(`how far a run is, and what stops it, is in sight while it is on: ${width} × ${height}`, async ({
    page,
  }) => {
    test.setTimeout(2 * GIVE_UP_MS);
    await page.setViewportSize({ width, height });
    await slowPasses(page, SLOW_MS);
    await page.goto(`${ROOM}&conditions=all`);
    await page.getByRole('button', { name: /^Run 8 items/ }).click();
    await page.getByRole('button', { name: 'Pause' }).click({ timeout: GIVE_UP_MS });
    const controls = page.locator('.controls');
    const parts = [
      controls.getByRole('button', { name: 'Go on' }),
      controls.getByRole('button', { name: 'Cancel' }),
      controls.getByRole('progressbar'),
      controls.getByText(/^\d of 8 items$/),
      controls.getByText('paused', { exact: true }),
    ];
    for (const place of ['start', 'end']) {
      await page.evaluate((at) => {
        scrollTo(0, at === 'start' ? 0 : document.documentElement.scrollHeight);
      }, place);
      for (const part of parts) {
        await expect(part).toBeInViewport({ ratio: 1 });
        expect(await isUncovered(part)).toBe(true);
      }
    }
    await controls.getByRole('button', { name: 'Cancel' }).click();
  });

test('nothing of the recipe lies under the Run button, and an opened item ends where the window does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 640 });
  await page.goto(`${ROOM}&item=first-01-s0-arg_typo-1`);
  const recipe = page.getByRole('complementary', { name: 'Recipe of the run' });
  await expect(recipe.getByRole('button', { name: /^Run 8 items/ })).toBeEnabled();
  const controls = await recipe
    .locator('summary, select, .scrolled button:enabled')
    .filter({ visible: true })
    .all();
  expect(controls.length).toBeGreaterThan(8);
  for (const control of controls) {
    await control.focus();
    // Where it is scrolled to the edge, a fraction of a pixel may be cut.
    await expect(control).toBeInViewport({ ratio: 0.97 });
    expect(await isUncovered(control)).toBe(true);
  }
  const foot = await page
    .getByRole('dialog')
    .locator('xpath=..')
    .evaluate((held) => held.getBoundingClientRect().bottom);
  expect(foot).toBeLessThanOrEqual(640);
});

test('on a small screen the keyboard goes to nothing that the bar at its foot covers', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(ROOM);
  await expect(page.getByRole('button', { name: /^Run 8 items/ })).toBeEnabled();
  const table = page.getByText('Show as table');
  // Its last line is at the foot of the window, where the bar is.
  await table.evaluate((node) => {
    scrollBy(0, node.getBoundingClientRect().bottom - innerHeight);
  });
  expect(await isUncovered(table)).toBe(false);
  await table.focus();
  await expect.poll(() => isUncovered(table)).toBe(true);
});
