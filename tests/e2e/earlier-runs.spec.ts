import { readFileSync } from 'node:fs';
import { GIVE_UP_MS, ProbeRoom } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

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
