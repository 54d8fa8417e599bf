import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { ServerOptions } from '../../scripts/server.mjs';
import { GIVE_UP_MS, storedRows } from './faults/probe-room.ts';
import { expect, test as base } from './lab-test.ts';

/** Tiny checkpoints under the names of the built-in ones: what is shown is not what those would find. */
const STAND_INS = {
  'toolshed-base': 'llama-gqa-tied-bf16',
  'toolshed-clean': 'qwen2-bias-tied-f16',
  'toolshed-noisy': 'llama-gqa-tied-bf16',
  'toolshed-recovery': 'qwen3-qknorm-untied-bf16',
} as const;
type StandIn = keyof typeof STAND_INS;
const ALL = Object.keys(STAND_INS) as StandIn[];
/** Nothing is timed; this only says when a test gives up, with somebody else on both cores. */
const PATIENCE = { timeout: 4 * GIVE_UP_MS };
/** Two other wrong calls are scored before and after the error, too. */
const CLASS_UNITS_OF_TWINS = 6 * (4 + 4);
const CLASS_UNITS = 6 * (4 + 4 + 2 + 2);
const ON_SIX_ITEMS = '#/training-data?v=1&items=toolshed-paper-2026-class-6&preset=twins';

interface RoomFixtures {
  /** Serves the page with these checkpoints; gives its address. */
  readonly serveTwins: (which?: readonly StandIn[], fault?: ServerOptions['fault']) => Promise<string>;
}

const test = base.extend<RoomFixtures>({
  serveTwins: async ({ serve }, use) => {
    const folders: string[] = [];
    await use(async (which = ALL, fault) => {
      const folder = mkdtempSync(join(tmpdir(), 'twins-'));
      folders.push(folder);
      for (const id of which)
        cpSync(join('tests/fixtures/tiny', STAND_INS[id]), join(folder, id), { recursive: true });
      return serve({ checkpoints: [folder], ...(fault === undefined ? {} : { fault }) });
    });
    for (const folder of folders) rmSync(folder, { recursive: true });
  },
});

test.describe.configure({ timeout: 10 * GIVE_UP_MS });

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const numberOf = (page: Page, name: string, what: string): Locator =>
  card(page, name)
    .locator('dl > div', { has: page.getByText(what, { exact: true }) })
    .locator('dd');
const lock = (page: Page): Locator => page.getByRole('button', { name: 'Lock the prediction and run' });
const again = (page: Page): Locator => page.getByRole('button', { name: 'Run again' });
const predicted = (page: Page): Locator => page.getByRole('heading', { name: 'Predict first' });

/** Answers every question of the form the same way. */
async function predict(page: Page): Promise<void> {
  await expect(predicted(page)).toBeVisible();
  const { length } = await page.locator('main select').all();
  for (let at = 0; at < length; at += 1) await page.locator('main select').nth(at).selectOption({ index: 1 });
}

const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('predict, lock, run: four checkpoints one after another, and a reload brings all of it back', async ({
  page,
  serveTwins,
  expectAccessible,
}) => {
  const url = await serveTwins();
  await page.goto(`${url}${ON_SIX_ITEMS}`);
  await expect(predicted(page)).toBeVisible();
  await expectAccessible(page);

  // Nothing runs before every answer is given, and nothing of a result is shown.
  await expect(lock(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Predict first: 12 answers still open.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await predict(page);
  await lock(page).click();

  // The head of the page names the checkpoint that is in use.
  await expect(page.locator('.badge')).toHaveText(/^\s*(base|clean|noisy|recovery): /);
  await expect(predicted(page)).toHaveCount(0);
  await expect(again(page)).toBeVisible(PATIENCE);
  await expect(page.locator('.badge')).toHaveText('no checkpoint loaded');

  // All four at one rank: the failed call, the right call, G with its interval, and how many of n.
  for (const name of ['base', 'clean', 'noisy', 'recovery']) {
    await expect(numberOf(page, name, 'Failed call again')).toHaveText(/^\d → \d of 6$/);
    await expect(numberOf(page, name, 'Right call')).toHaveText(/^\d → \d of 6$/);
    await expect(numberOf(page, name, 'Mean G, nats')).toHaveText(
      /^−?\d+\.\d \[95 %: −?\d+\.\d to −?\d+\.\d\]$/,
    );
    await expect(numberOf(page, name, 'G below zero')).toHaveText(/^\d of 6$/);
    const table = card(page, name).getByRole('table', { name: /Your prediction, and what was measured/ });
    await expect(table.getByRole('row', { name: /^Failed call again in no item/ })).toBeVisible();
  }
  await expect(
    page.getByText('A G above zero alone is no correction', { exact: false }).first(),
  ).toBeVisible();
  // The same checkpoint under two names finds the same numbers.
  expect(await numberOf(page, 'noisy', 'Mean G, nats').innerText()).toBe(
    await numberOf(page, 'base', 'Mean G, nats').innerText(),
  );

  // Both figures, with a table of exactly what is drawn.
  const kinds = page.getByRole('figure', { name: /^Form errors, failed call again: base/ });
  await expect(kinds).toBeVisible();
  const strip = page.getByRole('figure', { name: /^Would write the failed call again, word for word: base/ });
  await strip.getByRole('button', { name: 'show as table' }).click();
  await expect(strip.getByRole('table').getByRole('row')).toHaveCount(1 + 4 * (1 + 6));
  await expectAccessible(page);

  const rows = (await storedRows(page)).length;
  // Two names, one checkpoint: its rows are the same rows.
  expect(rows).toBe(3 * CLASS_UNITS_OF_TWINS);
  const before = await numberOf(page, 'recovery', 'Mean G, nats').innerText();
  await page.reload();
  await expect(numberOf(page, 'recovery', 'Mean G, nats')).toHaveText(before, PATIENCE);
  await expect(card(page, 'clean').getByRole('table')).toContainText('as predicted');
  await expect(again(page)).toBeVisible();

  await page.setViewportSize({ width: 360, height: 800 });
  await expect(card(page, 'base')).toBeVisible();
  await expect.poll(() => sidewaysOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  // A number leads to its item, with what was found for it.
  await page.getByText('Item by item').click();
  await page.getByRole('region', { name: 'Item by item' }).getByRole('link').first().click();
  await expect(page.getByText(/^An earlier run is shown/)).toBeVisible(PATIENCE);
  await expect(
    page
      .locator('dt', { hasText: /^would write now$/ })
      .locator('xpath=following-sibling::dd[1]')
      .getByText(/word for word|the right call|neither of the two below/),
  ).toBeVisible();
});

test('cancelled and reloaded it goes on with the rest; a checkpoint that is missing or does not load leaves the others', async ({
  page,
  serveTwins,
  watch,
}) => {
  // The second checkpoint does not come at first, so that the hand is at the button in time.
  let isHeld = true;
  const url = await serveTwins(['toolshed-base', 'toolshed-clean', 'toolshed-noisy'], (path) => {
    if (isHeld && path === 'checkpoints/toolshed-clean/model.safetensors') return { kind: 'silence' };
    return path === 'checkpoints/toolshed-noisy/config.json'
      ? { kind: 'answer', status: 503, type: 'text/plain', body: 'later' }
      : undefined;
  });
  await page.goto(`${url}${ON_SIX_ITEMS}`);
  await page.getByRole('button', { name: 'Run without predicting' }).click();
  await expect(page.locator('.badge')).toHaveText(/^\s*clean: /, PATIENCE);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const goOn = page.getByRole('button', { name: 'Go on: 3 checkpoints left' });
  await expect(goOn).toBeVisible(PATIENCE);
  await expect(page.getByText('This run was begun without a prediction.')).toBeVisible();
  expect((await storedRows(page)).length).toBe(CLASS_UNITS_OF_TWINS);
  const before = await numberOf(page, 'base', 'Mean G, nats').innerText();

  isHeld = false;
  await page.reload();
  await expect(goOn).toBeVisible(PATIENCE);
  await expect(numberOf(page, 'base', 'Mean G, nats')).toHaveText(before, PATIENCE);
  const asked = watch.requests.length;
  await goOn.click();
  await expect(page.getByRole('button', { name: 'Go on: 2 checkpoints left' })).toBeVisible(PATIENCE);
  await expect(numberOf(page, 'clean', 'G below zero')).toHaveText(/^\d of 6$/);
  // What was done is not even loaded again.
  expect(watch.requests.slice(asked).filter((request) => request.includes('toolshed-base'))).toEqual([]);
  await expect(numberOf(page, 'base', 'Mean G, nats')).toHaveText(before);
  for (const name of ['noisy', 'recovery']) {
    const error = card(page, name).getByRole('alert');
    await expect(error.getByText('What still works')).toBeVisible();
    await expect(error.getByText('What to do')).toBeVisible();
  }
  // Of noisy there is a recorded run on these items, which plays in its place; of recovery there is none.
  await expect(numberOf(page, 'noisy', 'Mean G, nats')).toHaveText(/95 %/);
  await expect(numberOf(page, 'recovery', 'Mean G, nats')).toHaveText('–');
  await expect(card(page, 'recovery').getByRole('alert')).toContainText('toolshed-recovery is not offered');
});

test('ten-minute class: one checkpoint, three ways to show six failures, to the end and offline after it', async ({
  page,
  context,
  serveTwins,
  watch,
}) => {
  const url = await serveTwins(['toolshed-noisy']);
  await page.goto(`${url}#/training-data?preset=class`);
  await expect(page.getByText('Predict first: 9 answers still open.')).toBeVisible();
  // What is predicted has been seen: one call, how it failed, and what is read of that each time.
  const seen = page.getByRole('region', { name: 'One of them: item 3 of 6' });
  await expect(seen.locator('dt')).toHaveText([
    'Asked for',
    'Failed call',
    'Shown as: error',
    'Shown as: note',
    'Shown as: neutral text',
    'Right call',
  ]);
  await expect(seen.locator('dd').nth(3)).toHaveText(/^\[Attempt 1 failed: delete_file/);
  await predict(page);
  await lock(page).click();
  await expect(again(page)).toBeVisible(PATIENCE);
  await expect(page.getByRole('list', { name: 'Legend' }).first().getByRole('listitem')).toHaveText([
    'form error',
    'made-up value',
    'left of zero: toward the same call',
    'right of zero: away from it',
  ]);
  for (const name of ['error', 'note', 'neutral text'])
    await expect(numberOf(page, name, 'Right call')).toHaveText(/^\d → \d of 6$/);
  await expect(
    page.getByRole('figure', { name: /^Ways to show it, failed call again: error \d of 6, note \d of 6/ }),
  ).toBeVisible();
  expect((await storedRows(page)).length).toBe(CLASS_UNITS);

  // Nothing more is fetched for what is on the page.
  await context.setOffline(true);
  const asked = watch.requests.length;
  await page.getByText('Item by item').click();
  await expect(page.getByRole('region', { name: 'Item by item' }).getByRole('link')).toHaveCount(18);
  await page.getByRole('figure').first().getByRole('button', { name: 'show as table' }).click();
  await expect(page.getByRole('figure').first().getByRole('table')).toBeVisible();
  expect(watch.requests.length).toBe(asked);
  await context.setOffline(false);

  // For the next class all of it is put away; what was scored stays, and shows itself only after a new prediction.
  const before = await numberOf(page, 'note', 'Mean G, nats').innerText();
  await page.getByRole('button', { name: 'Put this away and predict anew' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 640 });
  await predict(page);
  await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
  });
  await lock(page).click();
  // On a phone what is measured comes into view, from its beginning, and the focus stays on the button.
  const opening = page.getByText(/^\s*G compares how likely the failed call was/);
  await expect.poll(async () => (await opening.boundingBox())?.y ?? NaN).toBeLessThan(320);
  await expect(opening).toBeInViewport();
  await expect(page.locator('.controls .primary')).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(again(page)).toBeVisible(PATIENCE);
  await expect(numberOf(page, 'note', 'Mean G, nats')).toHaveText(before);
  expect((await storedRows(page)).length).toBe(CLASS_UNITS);
  await page.getByText('Item by item').click();

  // A number leads to its item in the Probe room; the way back finds the room as it was.
  await page.getByRole('region', { name: 'Item by item' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/#\/probe\?.*checkpoint=toolshed-noisy.*item=toolshed-/);
  await expect(page.getByRole('radio', { name: /^toolshed-noisy/ })).toBeChecked();
  await page.getByRole('link', { name: 'Training data' }).click();
  await expect(numberOf(page, 'note', 'Right call')).toHaveText(/^\d → \d of 6$/);
  await expect(page).toHaveURL(/#\/training-data\?preset=class$/);
});

test.describe('kept by the browser', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the class by its link in a fresh profile: network off before the run, to the end, and once more', async ({
    page,
    context,
    serveTwins,
  }) => {
    const asked: string[] = [];
    const url = await serveTwins(ALL, (path) => {
      asked.push(path);
      return undefined;
    });
    await page.goto(`${url}#/training-data?preset=class`);
    const ready = page.getByRole('contentinfo').getByText('Ready to work offline.');
    await expect(ready).toBeVisible(PATIENCE);
    // What the class runs on was kept, and nothing else.
    const kept = new Set(asked.flatMap((path) => /^checkpoints\/([^/]+)\//.exec(path)?.[1] ?? []));
    expect([...kept]).toEqual(['toolshed-noisy']);
    await context.setOffline(true);
    for (const visit of ['first', 'second']) {
      if (visit === 'second') {
        await page.reload();
        await page.getByRole('button', { name: 'Put this away and predict anew' }).click();
      }
      await predict(page);
      await lock(page).click();
      await expect(again(page), visit).toBeVisible(PATIENCE);
      for (const name of ['error', 'note', 'neutral text'])
        await expect(numberOf(page, name, 'Right call')).toHaveText(/^\d → \d of 6$/);
    }
  });
});
