/** What a checkpoint makes of one step, as it is seen and pressed; what is found is made up (made-up-run.svelte.ts). */
import type { Page } from '@playwright/test';
import { expect, test as base } from '../lab-test.ts';
import { STEP_MODEL_PAGE } from '../test-pages.ts';
import type { CheckpointChoice } from '../../../src/lab/index.ts';
import type { SmallRoom } from './step-model-page.svelte.ts';

declare global {
  interface Window {
    room: SmallRoom;
    BUILT_IN: CheckpointChoice;
  }
}

const test = base.extend<{ readonly openStep: () => Promise<void> }>({
  openStep: async ({ testPages, page, serve }, use) => {
    const url = await serve({ dist: testPages });
    await use(async () => {
      await page.goto(`${url}${STEP_MODEL_PAGE}`);
      await expect(page.getByRole('heading', { name: 'A model’s view of this step' })).toBeVisible();
    });
  },
});

const press = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
};
const measureAll = async (page: Page): Promise<void> => {
  for (const part of [
    'Measure this step',
    'Measure every try',
    'Hide each message',
    'Hide each word',
    'Compare the ways',
    'Does the cut matter?',
  ])
    await press(page, part);
  await expect(page.getByText(/G keeps its sign/)).toBeVisible();
};

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1440],
] as const)
  test(`everything that can be measured is read without a fault: ${colorScheme}, ${width} px`, async ({
    page,
    openStep,
    expectAccessible,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await openStep();
    await measureAll(page);
    await page.getByText('Change the cut').click();
    await page.getByText('The texts it wrote').click();
    // What a model wrote is text, whatever it looks like.
    await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(await page.locator('img').count()).toBe(0);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

test('one press gives the first G, in chances; an edited error stands beside the log’s own', async ({
  page,
  openStep,
}) => {
  await openStep();
  await expect(page.getByText(/^About .* on this computer/)).toBeVisible();
  await press(page, 'Measure this step');
  await expect(page.getByText(/higher chance: 1 in 4,400 before → 1 in 7 after/)).toBeVisible();
  await expect(page.getByText('Kept 1,812 of 4,205 tokens', { exact: false }).first()).toBeVisible();

  const editor = page.getByRole('region', { name: 'Change the error text' });
  const text = editor.getByRole('textbox');
  await text.fill('The calendar has no event of that name.');
  await press(page, 'Measure with this text');
  const rows = editor.getByRole('row');
  await expect(rows.filter({ hasText: 'as in the log' })).toContainText('1 in 7');
  await expect(rows.filter({ hasText: 'shown now' })).toContainText(
    'The calendar has no event of that name.',
  );
  await expect(rows.filter({ hasText: 'shown now' })).toContainText('1 in 81');
  // Its button can press nothing now: the keyboard goes on in the text.
  await expect(text).toBeFocused();
  await press(page, 'Back to the log’s text');
  await expect(rows.filter({ hasText: 'shown now' })).toContainText('as in the log');
  await expect(text).toHaveValue('no answer in 10 s');

  // A cut of one's own puts away what was measured under another.
  await page.getByText('Change the cut').click();
  await page.getByLabel('System prompt', { exact: true }).selectOption('this-tool');
  await expect(page.getByText('Your own cut.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Measure this step' })).toBeEnabled();
});

test('a checkpoint of ToolShed alone is refused with the reason, and what can be done', async ({
  page,
  openStep,
}) => {
  await openStep();
  await page.evaluate(() => {
    window.room.checkpoints = [window.BUILT_IN];
    window.room.run.chooseCheckpoint(null);
  });
  await expect(page.getByRole('radio', { name: /ToolShed, clean/ })).toBeDisabled();
  await expect(page.getByText(/trained on nothing else/)).toBeVisible();
  await expect(page.getByText('npm run mirror', { exact: true })).toBeVisible();
  const measure = page.getByRole('button', { name: 'Measure this step' });
  await expect(measure).toHaveAttribute('aria-disabled', 'true');
  await expect(measure).toHaveAccessibleDescription('Choose a checkpoint first.');
});

test('what is not all of it yet says so, other parts wait, and a poor witness recommends nothing', async ({
  page,
  openStep,
}) => {
  await openStep();
  await page.evaluate(() => {
    window.room.run.cannotStandIn();
  });
  await press(page, 'Measure this step');
  await expect(page.getByText(/cannot stand in for your model here\./)).toBeVisible();
  await page.evaluate(() => {
    window.room.run.isHeld = true;
  });
  await press(page, 'Compare the ways');
  const ways = page.getByRole('region', { name: 'Ways to show this failure' });
  await expect(ways.getByText('So far: what is shown is not all of it yet.')).toBeVisible();
  await expect(ways.getByRole('progressbar')).toBeVisible();
  await expect(ways.getByText('about 40 s left')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hide each message' })).toHaveAccessibleDescription(
    'Something else of this step is being measured.',
  );
  await ways.getByRole('button', { name: 'Cancel' }).click();
  await expect(ways.getByText('Not complete:', { exact: false })).toBeVisible();
  await expect(ways.getByRole('button', { name: 'Go on: 250 left' })).toBeFocused();
  await page.evaluate(() => {
    window.room.run.isHeld = false;
  });
  await press(page, 'Go on: 250 left');
  await expect(ways.getByText(/^No recommendation: this checkpoint cannot stand in/)).toBeVisible();
  await expect(ways.getByText(/^Measured on SmolLM2-135M-Instruct/)).toBeVisible();
});
