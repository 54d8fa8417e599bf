import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { slowPasses } from './faults/engine-spy.ts';
import { GIVE_UP_MS, ProbeRoom, storedRows } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

const CLASS = './#/probe?v=1&checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026-class-6';

const QUICK = CLASS.replace('class-6', 'quick-12');
/** A pass that begins so late leaves time to be met between two. */
const SLOW_MS = 800;

/** Lets go of a file over a part of the page, as somebody does who drags it there. */
async function drop(target: Locator, name: string, text: string): Promise<void> {
  const transfer = await target.page().evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    [name, text] as const,
  );
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

test('earlier runs: listed, exported, opened, imported with a part marked and a broken line named, deleted', async ({
  page,
  expectAccessible,
}) => {
  test.setTimeout(3 * GIVE_UP_MS);
  const room = await ProbeRoom.open(
    page,
    './#/probe?v=1&checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026-class-6',
  );
  await room.runToEnd();
  const { recipe } = room;
  await recipe.getByText('Earlier runs', { exact: true }).click();
  const list = recipe.getByRole('list', { name: 'Earlier runs' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(/\d+ scores/);
  await expect(list).not.toContainText('a part');

  const downloading = page.waitForEvent('download');
  await list.getByRole('button', { name: 'export' }).click();
  const rows = readFileSync(await (await downloading).path(), 'utf8')
    .trimEnd()
    .split('\n');
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
  await recipe.getByLabel('Choose a file of rows').setInputFiles({
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
  await recipe.getByLabel('Choose a file of rows').setInputFiles({
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
  await recipe.getByText('Earlier runs', { exact: true }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('the run that is shown is deleted with what is shown of it; none while one is on', async ({ page }) => {
  test.setTimeout(3 * GIVE_UP_MS);
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page, QUICK);
  const { recipe } = room;
  await recipe.getByText('Earlier runs', { exact: true }).click();
  const list = recipe.getByRole('list', { name: 'Earlier runs' });
  await room.run.click();
  await expect.poll(async () => (await storedRows(page)).length, { timeout: GIVE_UP_MS }).toBeGreaterThan(0);
  await room.pause.click();
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
  await recipe.getByText('Earlier runs', { exact: true }).click();
  await expect(recipe.getByText('No run is kept in this browser yet.')).toBeVisible();
});

test('deleting the run that waits to be resumed takes the offer away', async ({ page }) => {
  test.setTimeout(3 * GIVE_UP_MS);
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page, QUICK);
  await room.run.click();
  await expect.poll(async () => (await storedRows(page)).length, { timeout: GIVE_UP_MS }).toBeGreaterThan(0);
  await room.reload();
  await expect(page.getByText('A run was not finished')).toBeVisible();
  await room.recipe.getByText('Earlier runs', { exact: true }).click();
  const list = room.recipe.getByRole('list', { name: 'Earlier runs' });
  await list.getByRole('button', { name: 'delete' }).click();
  await list.getByRole('button', { name: 'really delete', exact: true }).click();
  await expect(page.getByText('A run was not finished')).toHaveCount(0);
});

test('files are taken in by dropping them: at their door, anywhere else, and only if they are any', async ({
  page,
}) => {
  test.setTimeout(3 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, CLASS);
  const { recipe } = room;
  const main = page.getByRole('main');
  await room.runToEnd();
  await recipe.getByText('Earlier runs', { exact: true }).click();
  const list = recipe.getByRole('list', { name: 'Earlier runs' });
  const downloading = page.waitForEvent('download');
  await list.getByRole('button', { name: 'export' }).click();
  const rows = readFileSync(await (await downloading).path(), 'utf8');

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
