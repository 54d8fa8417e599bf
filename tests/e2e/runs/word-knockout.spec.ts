/** An item taken word by word: what the press costs, how far it is, what is kept, and what it leaves alone. */
import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type { ProbeItem } from '../../../src/probe/index.ts';
import type { ScoreRow } from '../../../src/records/index.ts';
import { engineSpyOf, slowPasses, spyOnEngine } from '../faults/engine-spy.ts';
import { itemFile, longItems, ownItem } from '../faults/own-items.ts';
import { GIVE_UP_MS, ProbeRoom, storedRows } from '../faults/probe-room.ts';
import { expect, test } from '../lab-test.ts';

test.describe.configure({ timeout: 3 * GIVE_UP_MS });

const CHECKPOINT = 'llama-gqa-tied-bf16';
/** So many words that hiding them takes several passes. */
const LONG_ERROR = Array.from(
  { length: 60 },
  (_, shelf) => `shelf ${shelf} holds no titel ${shelf * 7};`,
).join(' ');
const LONG_ERROR_WORDS = 60 * 6;

const wordsOf = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('region', { name: 'Word by word' });
const strip = (words: Locator): Locator => words.getByRole('toolbar');
const hide = (words: Locator): Locator => words.getByRole('button', { name: 'Hide each word' });
const goOn = (words: Locator): Locator => words.getByRole('button', { name: /^Go on: \d+ words? left$/ });
const cancel = (words: Locator): Locator => words.getByRole('button', { name: 'Cancel' });
const pending = (words: Locator): Locator => strip(words).getByRole('button', { name: /not hidden yet$/ });

const wordRows = async (page: Page): Promise<readonly ScoreRow[]> =>
  (await storedRows(page)).filter(({ hidden }) => hidden?.includes(':') === true);

/** Opens the room with these items of our own on the tiny checkpoint. */
async function roomWith(page: Page, items: readonly ProbeItem[]): Promise<ProbeRoom> {
  const room = await ProbeRoom.open(page, `./#/probe?v=1&checkpoint=${CHECKPOINT}`);
  await room.giveItems(itemFile(items));
  return room;
}

const openItem = (page: Page, number: number): Promise<void> =>
  page.getByRole('button', { name: new RegExp(`^Please lend me number ${number}:`) }).click();

test('the cost is said first; then every word has its effect and its control, in strip, table and file', async ({
  page,
}) => {
  const room = await roomWith(page, [ownItem(1), ownItem(2)]);
  await room.runToEnd();
  const finding = await page.getByRole('heading', { level: 1 }).innerText();
  const plainRows = (await storedRows(page)).length;
  await openItem(page, 1);
  const words = wordsOf(page);
  await expect(words).toContainText(
    /6 words to hide, each beside a control of equal length: about \d+ computations of \d+ tokens \(controls of one length are one\), and \d+ tokens read once\. About \d+ /,
  );
  await hide(words).click();
  await expect(strip(words).getByRole('button')).toHaveCount(6, { timeout: GIVE_UP_MS });
  await expect(hide(words).or(goOn(words)).or(cancel(words))).toHaveCount(0, { timeout: GIVE_UP_MS });
  await expect(pending(words)).toHaveCount(0);
  await expect(words.getByRole('figure')).toContainText('effects need not add up');

  await words.getByRole('button', { name: 'show as table' }).click();
  const table = words.getByRole('table');
  expect(await table.getByRole('rowheader').allInnerTexts()).toEqual([
    ...['Error:', 'lend()', 'has', 'no', 'argument', 'titel.'],
  ]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    words.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const [head, ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split(/\r?\n/);
  const rows = await wordRows(page);
  const plain = (await storedRows(page)).find(
    ({ item_id, condition, candidate, hidden }) =>
      item_id === 'own-001' && condition === 'fail' && candidate === 'failed' && hidden === null,
  );
  // Whose numbers they are stands first; the numbers are the last five columns.
  expect(head).toMatch(/^model,item_set,item,/);
  expect(lines).toHaveLength(6);
  for (const [index, name] of ['0-6', '7-13', '14-17', '18-20', '21-29', '30-36'].entries()) {
    const word = rows.find(({ hidden }) => hidden === `error:${name}`);
    const control = rows.find(({ hidden }) => hidden === `control:error:${name}`);
    if (word === undefined || control === undefined || plain === undefined) throw new Error(`no row ${name}`);
    expect(control.hidden_tokens).toBe(word.hidden_tokens);
    const numbers = (lines[index] ?? '').split(',').slice(-5).map(Number);
    // With the sign of G: below zero, the word pulls toward the call.
    const effect = word.logprob - plain.logprob;
    const ofControl = control.logprob - plain.logprob;
    const wanted = [word.hidden_tokens, word.logprob, effect, ofControl, effect - ofControl];
    numbers.forEach((number, at) => {
      expect(number).toBeCloseTo(wanted[at] ?? Number.NaN, 9);
    });
    expect(numbers).toHaveLength(5);
  }

  // Nothing of it is a score of the run.
  expect(rows).toHaveLength(12);
  expect((await storedRows(page)).length).toBe(plainRows + 12);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(finding);
  await expect(room.done).toContainText('2 items done');
});

test('the strip goes by the arrow keys, and other parts and conditions are taken as well', async ({
  page,
  expectAccessible,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const room = await roomWith(page, [ownItem(1)]);
  await room.runToEnd();
  await openItem(page, 1);
  await page.setViewportSize({ width: 360, height: 800 });
  const words = wordsOf(page);
  await words.getByText('the failed call').click();
  await hide(words).click();
  const pieces = strip(words).getByRole('button');
  await expect(pieces.first()).toBeVisible({ timeout: GIVE_UP_MS });
  await expect(cancel(words)).toHaveCount(0, { timeout: GIVE_UP_MS });
  expect((await pieces.allInnerTexts()).slice(0, 5)).toEqual(['lend', '(', 'titel', "='", 'Volume']);
  await pieces.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(pieces.nth(2)).toBeFocused();
  await expect(pieces.nth(2)).toHaveAccessibleName(
    /^3 of \d+: titel: (plus|minus) \S+ nats of G; a control as long /,
  );
  await expect(words.getByText(/^titel: \S+ nats of G.* log p of the call then −/)).toBeVisible();
  await page.keyboard.press('End');
  await expect(pieces.last()).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // What the neutral text does, under its own condition.
  await page.getByRole('dialog').getByText('neutral text', { exact: true }).click();
  await words.getByText('the text in place of the error').click();
  await hide(words).click();
  await expect(cancel(words)).toHaveCount(0, { timeout: GIVE_UP_MS });
  expect(await pieces.allInnerTexts()).toEqual(['The', 'desk', 'has', 'noted', 'it.']);
  expect((await wordRows(page)).filter(({ condition }) => condition === 'neut')).toHaveLength(10);

  // The whole transcript: its first word cannot be hidden, and the reason stands there.
  await words.getByText('the whole transcript').click();
  await expect(goOn(words)).toBeVisible();
  await goOn(words).click();
  await expect(cancel(words)).toHaveCount(0, { timeout: GIVE_UP_MS });
  await expect(words.getByRole('listitem').first()).toContainText(
    /The part “You” cannot be hidden: it holds one of the first 4 tokens of the context\./,
  );
  await expect(goOn(words)).toHaveCount(0);
  await expect(words.getByRole('figure')).toHaveAccessibleName(
    /^All \d+ words of the whole transcript hidden \(\d+ more cannot be\): /,
  );
  await expect(room.error).toHaveCount(0);
  await expectAccessible(page);
});

test('cancelled, it keeps the words it has; pressed again, and after a reload, only the rest is computed', async ({
  page,
}) => {
  await spyOnEngine(page);
  await slowPasses(page, 250);
  const items = [ownItem(1, { obs_fail: LONG_ERROR })];
  const room = await roomWith(page, items);
  await room.runToEnd();
  await openItem(page, 1);
  const words = wordsOf(page);
  await hide(words).click();
  await expect(words.getByRole('progressbar', { name: 'Hiding each word of the error text' })).toBeVisible();
  await expect(words.getByText(new RegExp(`^\\d+ of ${LONG_ERROR_WORDS} words$`))).toBeVisible();
  await expect.poll(async () => (await wordRows(page)).length, { timeout: GIVE_UP_MS }).toBeGreaterThan(0);
  await cancel(words).click();
  await expect(goOn(words)).toBeVisible({ timeout: GIVE_UP_MS });

  // The last words of the part came first, and are shown.
  const before = await wordRows(page);
  const left = await pending(words).count();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(LONG_ERROR_WORDS);
  await expect(goOn(words)).toHaveText(`Go on: ${left} words left`);
  await expect(strip(words).getByRole('button').last()).not.toHaveAccessibleName(/not hidden yet/);
  await expect(words).toContainText(`${LONG_ERROR_WORDS - left} already hidden cost nothing`);

  await goOn(words).click();
  await expect(goOn(words).or(cancel(words))).toHaveCount(0, { timeout: GIVE_UP_MS });
  await expect(pending(words)).toHaveCount(0);
  const kept = new Set(before.map(({ hidden }) => `own-001/fail/failed/without-${hidden ?? ''}`));
  const { jobs } = await engineSpyOf(page);
  const [first = [], second = []] = jobs.slice(-2);
  expect(first).toHaveLength(2 * LONG_ERROR_WORDS);
  expect(second.filter((id) => kept.has(id))).toEqual([]);
  expect(second.length + kept.size).toBe(2 * LONG_ERROR_WORDS);

  // Stored words are found again without a press, once it is known who computes.
  await page.unroute('**/engine-*.js');
  await room.reload();
  await room.giveItems(itemFile(items));
  await room.runToEnd();
  await openItem(page, 1);
  await expect(strip(words).getByRole('button')).toHaveCount(LONG_ERROR_WORDS, { timeout: GIVE_UP_MS });
  await expect(pending(words)).toHaveCount(0);
  await expect(hide(words).or(goOn(words))).toHaveCount(0);
});

test('a run that is on waits for the words and goes on to its end', async ({ page }) => {
  await slowPasses(page, 250);
  const [first, ...others] = longItems(6);
  if (first === undefined) throw new Error('no items');
  const room = await roomWith(page, [{ ...first, obs_fail: LONG_ERROR }, ...others]);
  await room.run.click();
  await expect(room.pause).toBeVisible({ timeout: GIVE_UP_MS });
  // As soon as a word can be hidden: the call itself has been scored then, and the run is not over.
  await openItem(page, 1);
  const words = wordsOf(page);
  await expect(hide(words)).toBeEnabled({ timeout: GIVE_UP_MS });
  await expect(room.pause).toBeVisible();
  await hide(words).click();
  await expect(cancel(words)).toBeVisible();
  await expect(strip(words).getByRole('button')).toHaveCount(LONG_ERROR_WORDS, { timeout: GIVE_UP_MS });
  await cancel(words).click();
  await expect(goOn(words)).toBeVisible({ timeout: GIVE_UP_MS });
  expect((await wordRows(page)).length).toBeGreaterThan(0);
  await expect(room.done).toContainText('6 items done', { timeout: 2 * GIVE_UP_MS });
  await expect(room.error).toHaveCount(0);
});

test('the keyboard keeps its place while buttons come and go, and Escape closes the drawer from anywhere', async ({
  page,
}) => {
  await slowPasses(page, 250);
  await page.setViewportSize({ width: 1440, height: 900 });
  const room = await roomWith(page, [ownItem(1, { obs_fail: LONG_ERROR })]);
  await room.runToEnd();
  await openItem(page, 1);
  const words = wordsOf(page);
  await expect(words.getByRole('group')).toHaveAccessibleName('Which part’s words to hide, under “error”');
  await hide(words).focus();
  await page.keyboard.press('Enter');
  await expect(cancel(words)).toBeFocused();
  await expect(strip(words)).toBeVisible({ timeout: GIVE_UP_MS });
  await expect(cancel(words)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(goOn(words)).toBeFocused({ timeout: GIVE_UP_MS });
  await page.keyboard.press('Enter');
  await expect(cancel(words)).toBeFocused();
  await expect(words.getByRole('heading', { name: 'Word by word', exact: true })).toBeFocused({
    timeout: GIVE_UP_MS,
  });
  await expect(goOn(words).or(cancel(words))).toHaveCount(0);

  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Look closer' }).focus();
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('heading', { name: 'What pulls it back', level: 3 })).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await openItem(page, 1);
  await expect(drawer).toBeVisible();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
  });
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});
