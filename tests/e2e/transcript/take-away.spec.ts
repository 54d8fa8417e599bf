import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readPaste } from '../../../src/transcript/index.ts';
import { expect, test } from '../lab-test.ts';
import { TAKE_AWAY_PAGE } from '../test-pages.ts';

const OPENING = 'Turn on the hall';

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).press('Enter'),
  ]);
  return textOf(download);
}

const resultOf = (variants: string, words: number): string => {
  const lines = variants
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; way: string; wording: number });
  return JSON.stringify({
    ...{
      kind: 'backfire-lab-test-kit-result',
      version: 1,
      model: 'toy',
      host: 'localhost:1',
      temperature: 1,
    },
    variantsSha256: createHash('sha256').update(variants).digest('hex'),
    ...{ samplesPerVariant: 20, startedAt: '2026-01-01T00:00:00+00:00', finishedAt: '', isComplete: true },
    variants: lines.map(({ id, way, wording }) => ({
      ...{ id, way, wording, failed: 0 },
      counts: { 'same-call': 20 - words, 'right-call': 0, 'other-call': 0, 'unusable-call': 0, words },
    })),
  });
};

test('the log leaves the page only when it is ticked, and the test kit’s result comes back', async ({
  page,
  serve,
  testPages,
  context,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const url = await serve({ dist: testPages });
  await page.goto(`${url}${TAKE_AWAY_PAGE}`);
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

  // Without the tick: numbers and settings only.
  await expect(page.getByRole('button', { name: 'Save the log' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save the variants' })).toBeDisabled();
  const counts = await saved(page, 'Counts of the log, JSON');
  expect(JSON.parse(counts)).toMatchObject({ all: { failures: 1 }, by_tool: [{ name: 'tool 1' }] });
  expect(counts + (await saved(page, 'Counts of the log, CSV'))).not.toMatch(/lamp|hall/u);
  await page.getByRole('button', { name: 'Copy a link to the settings' }).press('Enter');
  await expect(page.getByText(/no word of the log/u)).toBeVisible();
  expect(await clipboard()).toMatch(/#\/transcript\?v=1&style=function$/u);
  await expect(page.getByText('A link with the text holds the whole log.')).toBeHidden();

  // With it, what may be secret comes first.
  await page.getByRole('checkbox', { name: 'With the pasted text' }).press('Space');
  await expect(page.getByText(/2 places may hold/u)).toBeVisible();
  await expect(page.getByText('ada@example.org')).toBeVisible();
  await expectAccessible(page);
  const log = await saved(page, 'Save the log');
  const read = readPaste(log);
  expect(read.kind === 'transcript' ? 'read' : read.fault.happened).not.toBe('read');
  expect(log).toContain(OPENING);
  expect(log).not.toContain('It did not work');
  await page.getByRole('combobox').selectOption('terse');
  expect(readPaste(await saved(page, 'Save the log')).kind).toBe('transcript');
  await page.getByRole('button', { name: 'Copy a link with the pasted text' }).press('Enter');
  await expect(page.getByText(/whoever has it can read the log/u)).toBeVisible();
  expect(await clipboard()).toMatch(/&way=terse&style=function&text=[\w-]+$/u);
  expect(page.url()).not.toContain('text=');

  // The kit, and what is dropped back.
  const variants = await saved(page, 'Save the variants');
  const door = page.getByLabel('Choose the result');
  const drop = (name: string, text: string): Promise<void> =>
    door.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await drop('other.json', '{"kind": "something"}');
  await expect(page.getByRole('alert')).toContainText('not a result of the test kit');
  await drop('result.json', resultOf(variants, 5));
  await expect(
    page.getByRole('heading', { name: /toy made the same call again in 15 of 20 answers/u }),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
