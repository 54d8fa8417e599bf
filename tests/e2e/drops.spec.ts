import { dropFiles } from './drop-files.ts';
import { slowPasses } from './faults/engine-spy.ts';
import { itemFile, ownItem } from './faults/own-items.ts';
import { GIVE_UP_MS, ProbeRoom } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

/** A pass that begins so late leaves time to be met between two. */
const SLOW_MS = 500;
const mine = itemFile([ownItem(1)], 'mine.jsonl');
const FILE = [[mine.name, mine.text]] as const;

test('files dropped while a run is on are not opened, and it is said, wherever they fall', async ({
  page,
}) => {
  test.setTimeout(3 * GIVE_UP_MS);
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page);
  const door = room.recipe.getByRole('group', { name: /^Drop an item file here/ });
  const said = page.locator('.notice', { hasText: 'The files were not opened, as a run is on' });
  const chosen = room.recipe.getByRole('combobox', { name: 'Items' });
  await expect(chosen).not.toHaveValue('');
  const before = await chosen.inputValue();
  await room.recipe.getByText('Use your own items').click();
  await room.run.click();
  await room.pause.click({ timeout: GIVE_UP_MS });

  await dropFiles(door, FILE);
  await expect(said).toBeVisible();
  await expect(chosen).toHaveValue(before);
  await room.cancel.click();
  await expect(room.run).toBeVisible({ timeout: GIVE_UP_MS });
  await expect(said).toHaveCount(0);
  const askedAgain = page.locator('.notice', { hasText: 'as a run was on: drop them again now.' });
  await expect(askedAgain).toBeVisible();
  // The same drop is welcome then, and nothing is said any more.
  await dropFiles(door, FILE);
  await expect(chosen).toHaveValue(mine.name);
  await expect(askedAgain).toHaveCount(0);

  await room.run.click();
  await room.pause.click({ timeout: GIVE_UP_MS });
  await dropFiles(page.getByRole('main'), FILE);
  await expect(said).toBeVisible();
  await expect(page.locator('.spoken[aria-live="polite"]')).toContainText('as a run is on');
  await room.cancel.click();
});

test('what is odd about the file that was opened stays told beside those that were not', async ({ page }) => {
  const room = await ProbeRoom.open(page);
  await dropFiles(page.getByRole('main'), [
    ['marked.jsonl', `\ufeff${mine.text}`],
    ['other.jsonl', mine.text],
  ]);
  await expect(room.recipe.getByRole('combobox', { name: 'Items' })).toHaveValue('marked.jsonl');
  await expect(page.locator('.notice')).toHaveText([
    /^The file began with a byte order mark/,
    'One item file at a time. Not opened: other.jsonl.',
  ]);
  await dropFiles(page.getByRole('main'), FILE);
  await expect(page.locator('.notice')).toHaveCount(0);
});

test('a file that is called like a set of the page does not pass for it', async ({ page }) => {
  const room = await ProbeRoom.open(page, './#/probe?v=1&items=first-eight-1');
  const chosen = room.recipe.getByRole('combobox', { name: 'Items' });
  await expect(chosen).toHaveValue('first-eight-1');
  await dropFiles(page.getByRole('main'), [['first-eight-1', mine.text]]);
  await expect(chosen).toHaveValue('first-eight-1 (your own)');
  await expect(room.recipe).toContainText('1 item · 1 task');
  await chosen.selectOption('first-eight-1');
  await expect(room.recipe).toContainText('8 items');
});

test('on a small screen what is told of a drop is seen in the recipe that covers the page', async ({
  page,
}) => {
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page);
  await room.run.click();
  await room.pause.click({ timeout: GIVE_UP_MS });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'change' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Use your own items').click();
  const door = sheet.getByRole('group', { name: /^Drop an item file here/ });
  await door.scrollIntoViewIfNeeded();
  await dropFiles(door, FILE);
  const told = sheet.getByText('The files were not opened, as a run is on');
  await expect(told).toBeInViewport({ ratio: 1 });
  expect(
    await told.evaluate((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  ).toBe(true);
  expect(await sheet.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
});

test('more files than belong to anything here: none is opened, in four parts, until fewer come', async ({
  page,
}) => {
  const room = await ProbeRoom.open(page);
  const many = Array.from({ length: 501 }, (_, index) => [`${index}.txt`, 'x'] as const);
  await room.recipe.getByText('Use your own items').click();
  const door = room.recipe.getByRole('group', { name: /^Drop an item file here/ });
  for (const place of [page.getByRole('main'), door]) {
    await dropFiles(place, many);
    const { happened, details } = await room.fourParts();
    expect(happened).toBe('More than 500 files were dropped at once; none of them was opened.');
    expect(details).toContain('0.txt, 1.txt');
    await dropFiles(place, FILE);
    await expect(room.error).toHaveCount(0);
    await expect(room.recipe.getByRole('combobox', { name: 'Items' })).toHaveValue(mine.name);
  }
});

test('a very long file name never makes a small screen scroll sideways, refused or taken', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('./');
  const sideways = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const long = 'x'.repeat(240);
  await page.getByRole('button', { name: 'change' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Use your own items').click();
  const door = sheet.getByLabel('Choose a .jsonl file');
  for (const [name, text] of [
    [`${long}.jsonl`, ''],
    [`${long}-2.jsonl`, mine.text],
  ] as const) {
    await door.setInputFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) });
    if (text === '') await expect(page.getByRole('alert', { includeHidden: true })).toContainText(long);
    else await expect(sheet.getByRole('combobox', { name: 'Items' })).toHaveValue(name);
    expect(await sideways()).toBe(0);
    expect(await sheet.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  }
});
