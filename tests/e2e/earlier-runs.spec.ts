import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { dropFiles } from './drop-files.ts';
import { slowPasses } from './faults/engine-spy.ts';
import { GIVE_UP_MS, ProbeRoom, storedRows } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

const LINK = './#/probe?v=1&checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026';
const CLASS = `${LINK}-class-6`;
const QUICK = `${LINK}-quick-12`;
/** A pass that begins so late leaves time to be met between two. */
const SLOW_MS = 800;

test.describe.configure({ timeout: 3 * GIVE_UP_MS });

/** Opens the list of earlier runs. */
async function unfold({ recipe }: ProbeRoom): Promise<Locator> {
  await recipe.getByText('Earlier runs', { exact: true }).click();
  return recipe.getByRole('list', { name: 'Earlier runs' });
}

/** A run to its end, the list it stands in, and the file of its rows as a reader exports it. */
async function finishedRun(page: Page): Promise<{ room: ProbeRoom; list: Locator; rows: string }> {
  const room = await ProbeRoom.open(page, CLASS);
  await room.runToEnd();
  const list = await unfold(room);
  const downloading = page.waitForEvent('download');
  await list.getByRole('button', { name: 'export' }).click();
  return { room, list, rows: readFileSync(await (await downloading).path(), 'utf8') };
}

/** A run of which some scores are stored and others are not. */
async function startedRun(page: Page): Promise<ProbeRoom> {
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page, QUICK);
  await room.run.click();
  await expect.poll(async () => (await storedRows(page)).length, { timeout: GIVE_UP_MS }).toBeGreaterThan(0);
  return room;
}

const drop = (target: Locator, name: string, text: string): Promise<void> =>
  dropFiles(target, [[name, text]]);

test('earlier runs: listed, exported, opened, imported with a part marked and a broken line named, deleted', async ({
  page,
  expectAccessible,
}) => {
  const { room, list, rows: exported } = await finishedRun(page);
  const { recipe } = room;
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(/\d+ scores/);
  await expect(list).not.toContainText('a part');
  const rows = exported.trimEnd().split('\n');
  expect(rows.length).toBeGreaterThan(40);

  // Another set lies on the desk; the earlier run brings its own, and nothing is computed.
  await recipe.getByRole('combobox', { name: 'Items' }).selectOption('first-eight-1');
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('llama');
  await list.getByRole('button', { name: 'open' }).click();
  await expect(page.getByText(/^An earlier run is shown/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('of 6 cases');
  await expect(recipe.getByRole('combobox', { name: 'Items' })).toHaveValue('toolshed-paper-2026-class-6');
  await expect(room.done).toBeVisible();

  // Half of the rows, and a line that is cut off.
  const half = rows.slice(0, Math.floor(rows.length / 2));
  const broken = [...half, '{"model":"x","item_id":'].join('\n');
  await recipe.getByLabel('Choose files of rows').setInputFiles({
    name: 'half.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(broken),
  });
  await expect(recipe.getByText(/taken in from half\.jsonl/)).toContainText('1 line was not taken over');
  await expect(recipe.getByText(/^A part: \d+ scores/)).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText(/imported · a part: \d+ of \d+ scores/);
  await expect(page.getByText(/^An earlier run is shown/)).toContainText('It is a part');
  await expectAccessible(page);

  // Nothing of use in it: four parts, and the room stays as it is.
  await recipe.getByLabel('Choose files of rows').setInputFiles({
    name: 'nothing.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from('hello\n'),
  });
  await room.fourParts();
  await recipe.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();

  await list.getByRole('button', { name: 'delete' }).first().click();
  await list.getByRole('button', { name: 'really delete' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await room.settled();
  await unfold(room);
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('the run that is shown is deleted with what is shown of it; none while one is on', async ({ page }) => {
  const room = await startedRun(page);
  await room.pause.click();
  const list = await unfold(room);
  await expect(list.getByRole('button', { name: 'delete' })).toBeDisabled();
  await room.cancel.click();
  await expect(room.run).toBeVisible({ timeout: GIVE_UP_MS });

  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('button', { name: 'shown' })).toBeVisible();
  await list.getByRole('button', { name: 'delete' }).click();
  await list.getByRole('button', { name: 'really delete, with what is shown' }).click();
  await expect(list).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Shown the error of a tool call');
  await expect(room.run).toHaveText('Run 12 items');
  expect(await storedRows(page)).toEqual([]);

  // Nothing of it comes back: neither as a run to resume nor as rows.
  await room.reload();
  await expect(page.getByText('A run was not finished')).toHaveCount(0);
  await unfold(room);
  await expect(room.recipe.getByText('No run is kept in this browser yet.')).toBeVisible();
});

test('deleting the run that waits to be resumed takes the offer away', async ({ page }) => {
  const room = await startedRun(page);
  await room.reload();
  await expect(page.getByText('A run was not finished')).toBeVisible();
  const list = await unfold(room);
  await list.getByRole('button', { name: 'delete' }).click();
  await list.getByRole('button', { name: 'really delete', exact: true }).click();
  await expect(page.getByText('A run was not finished')).toHaveCount(0);
});

test('files are taken in by dropping them: at their door, anywhere else, and only if they are any', async ({
  page,
}) => {
  const { room, list, rows } = await finishedRun(page);
  const { recipe } = room;
  const main = page.getByRole('main');

  await drop(recipe.getByRole('group', { name: /^Drop rows/ }), 'rows.jsonl', rows);
  await expect(recipe.getByText(/taken in from rows\.jsonl/)).toContainText('nothing left out');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await drop(recipe.getByRole('group', { name: /^Drop rows/ }), 'noise.bin', '\u0000\u0001 hello');
  await room.fourParts();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await recipe.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();

  // Beside every door: it is told apart by what it holds, and the page stays.
  await drop(main, 'again.jsonl', rows);
  await expect(recipe.getByText(/taken in from again\.jsonl/)).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await drop(main, 'my-items.jsonl', readFileSync('static-probes/outside-four-1.jsonl', 'utf8'));
  await expect(recipe.getByRole('combobox', { name: 'Items' })).toHaveValue('my-items.jsonl');
  await drop(main, 'noise.bin', 'hello');
  await room.fourParts();
  await expect(recipe.getByRole('combobox', { name: 'Items' })).toHaveValue('my-items.jsonl');
});

/** Whether something, or the page, is broader than its place. */
const overflows = (target: Locator): Promise<boolean> =>
  target.evaluate((element) =>
    [element, document.documentElement].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  );

test('several files at once: each is taken in or named; what names and spreadsheets do to them', async ({
  page,
  expectAccessible,
}) => {
  const { room, list, rows } = await finishedRun(page);
  const { recipe } = room;
  const main = page.getByRole('main');
  const csv = 'model,item_id,condition,candidate\r\nm,i,pre,failed\r\n';
  // Without its last line end it is another file than the one of the page.
  const items = readFileSync('static-probes/toolshed-paper-2026-class-6.jsonl', 'utf8').trimEnd();

  const saved = `\ufeff${rows.replaceAll('\n', '\r\n')}`;
  await dropFiles(recipe.getByRole('group', { name: /^Drop rows/ }), [
    ['one.jsonl', rows],
    ['saved.jsonl', saved],
    ['table.csv', csv],
  ]);
  await expect(recipe.getByText(/taken in from one\.jsonl/)).toContainText('nothing left out');
  await expect(recipe.getByText(/taken in from saved\.jsonl/)).toContainText(
    /nothing left out\.\s+The file began with a byte order mark/,
  );
  const { happened } = await room.fourParts();
  expect(happened).toBe(
    'table.csv was not taken in: this is the CSV of the rows, which is for spreadsheets.',
  );
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await recipe.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect(recipe.getByText(/taken in from one\.jsonl/)).toBeVisible();

  // What was told of a run goes with it.
  await list
    .getByRole('listitem')
    .filter({ hasText: 'one.jsonl' })
    .getByRole('button', { name: 'delete' })
    .click();
  await list.getByRole('button', { name: /^really delete/ }).click();
  await expect(recipe.getByText(/taken in from one\.jsonl/)).toHaveCount(0);
  await expect(recipe.getByText(/taken in from saved\.jsonl/)).toBeVisible();

  // Anywhere on the page too; of item files the first is opened and the others are named.
  await dropFiles(main, [
    ['mine.jsonl', items],
    ['two.jsonl', rows],
    ['others.jsonl', items],
  ]);
  const left = main
    .getByRole('paragraph')
    .filter({ hasText: 'One item file at a time. Not opened: others.jsonl.' });
  await expect(left).toBeVisible();
  await expect(recipe.getByRole('combobox', { name: 'Items' })).toHaveValue('mine.jsonl');
  await expect(recipe.getByText(/taken in from two\.jsonl/)).toBeVisible();

  // A model named so that it would turn the line and leave the page; the headline is about it, not the one chosen.
  const odd = `turned\u202e${'x'.repeat(300)}`;
  const model = (JSON.parse(rows.slice(0, rows.indexOf('\n'))) as { model: string }).model;
  await drop(main, 'odd.jsonl', rows.replaceAll(`"model":"${model}"`, `"model":${JSON.stringify(odd)}`));
  const entry = list.getByRole('listitem').filter({ hasText: 'odd.jsonl' });
  await expect(entry).toContainText('turnedU+202Ex');
  await expect(entry.locator('bdi').first()).toHaveAttribute(
    'title',
    new RegExp(`^turnedU.202E${'x'.repeat(300)}`),
  );
  expect(await overflows(entry)).toBe(false);
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toContainText('turnedU+202Ex');
  await expect(headline).not.toContainText(model);
  expect(await overflows(headline)).toBe(false);
  await expectAccessible(page);
});

test('an offer that is forgotten takes nothing with it: the run stays in the list with its scores', async ({
  page,
}) => {
  const room = await startedRun(page);
  await room.reload();
  const offer = page.getByText('A run was not finished');
  await expect(offer).toBeVisible();
  const kept = (await storedRows(page)).length;
  await page.getByRole('button', { name: 'Forget it' }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByText(/^The run is not offered again\./)).toBeFocused();
  expect(await storedRows(page)).toHaveLength(kept);

  await room.reload();
  const list = await unfold(room);
  await expect(list).toContainText(/a part: \d+ of \d+ scores/);
  await expect(offer).toHaveCount(0);
  expect(await storedRows(page)).toHaveLength(kept);
});

test('the same run after a reload is the same entry of the list', async ({ page }) => {
  const room = await ProbeRoom.open(page, CLASS);
  await room.runToEnd();
  await room.reload();
  await room.runToEnd();
  const entries = (await unfold(room)).getByRole('listitem');
  await expect(entries).toHaveCount(1);
  await expect(entries).not.toContainText('a part');
});

test('a run that was finished is offered at once after a reload, and shown as its link looks at it', async ({
  page,
  expectAccessible,
}) => {
  const { room } = await finishedRun(page);
  await room.reload();
  const show = page.getByRole('button', { name: 'Show what it found' });
  await expect(page.getByText(/^This was run to its end on/)).toContainText('scores are kept');
  await expectAccessible(page);
  // Of another set nothing was run yet.
  await room.recipe.getByRole('combobox', { name: 'Items' }).selectOption('first-eight-1');
  await expect(show).toHaveCount(0);
  await room.recipe.getByRole('combobox', { name: 'Items' }).selectOption('toolshed-paper-2026-class-6');
  await show.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('of 6 cases');
  await expect(room.done).toBeVisible();
  await expect(show).toHaveCount(0);
});
