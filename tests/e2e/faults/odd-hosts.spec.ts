import { expect, test } from '../lab-test.ts';
import { copyOf, GOOD } from './bad-checkpoints.ts';
import { itemFile, ownItem } from './own-items.ts';
import { GIVE_UP_MS, ProbeRoom } from './probe-room.ts';

test.describe.configure({ timeout: 2 * GIVE_UP_MS });

test('a slow server: bytes are told as they come, and a load begun again at once keeps the file', async ({
  page,
  serve,
}) => {
  let bytesPerSecond = 30_000;
  const url = await serve({
    fault: (path) =>
      path === `checkpoints/${GOOD}/model.safetensors` ? { kind: 'throttle', bytesPerSecond } : undefined,
  });
  const room = await ProbeRoom.open(page, url);
  await room.giveItems(itemFile([ownItem(1)]));
  await room.run.click();
  // Neither nothing nor all of it: whoever waits sees that it goes on, and so does the watchdog.
  const told = new Set<string>();
  const ofAll = room.recipe.getByText(/^\d+ kB of 192 kB$/);
  await expect
    .poll(
      async () => {
        const text = (await ofAll.isVisible()) ? await ofAll.innerText() : '';
        const [bytes = '0'] = text.split(' ');
        if (Number(bytes) > 1 && Number(bytes) < 190) told.add(bytes);
        return told.size;
      },
      { timeout: GIVE_UP_MS, intervals: [100] },
    )
    .toBeGreaterThanOrEqual(3);
  await room.cancel.click();
  bytesPerSecond = 10_000_000;
  await room.runToEnd();
  await expect(page.getByText(/no room to keep/)).toHaveCount(0);
});

test('a host that answers every missing file with its start page: a checkpoint without a card loads', async ({
  page,
  serve,
}) => {
  const url = await serve({
    fault: (path) =>
      path.endsWith('lab-card.json') || path.endsWith('chat_template.jinja')
        ? { kind: 'answer', status: 200, type: 'text/html; charset=utf-8', body: '<!doctype html><p>Start' }
        : undefined,
  });
  const room = await ProbeRoom.open(page, url);
  await room.giveItems(itemFile([ownItem(1)]));
  await room.runToEnd();
  // One in two files, where the single file is answered in the same way.
  const sharded = await serve({
    fault: (path) =>
      /lab-card\.json$|chat_template\.jinja$|two-shards\/model\.safetensors$/.test(path)
        ? { kind: 'answer', status: 200, type: 'text/html; charset=utf-8', body: '<!doctype html><p>Start' }
        : undefined,
  });
  const other = await ProbeRoom.open(page, sharded);
  await other.giveItems(itemFile([ownItem(1)]));
  await other.choose('llama-rope-scaled-untied-f32-two-shards');
  await other.runToEnd();
});

test('folders of any name are offered, and one with a strange name hides no other', async ({
  page,
  serve,
}, info) => {
  const root = info.outputPath('served');
  const names = ['owner/model', 'with a space', 'half 50% & more', 'ümläut'];
  for (const name of names) copyOf(root, name);
  const room = await ProbeRoom.open(page, await serve({ checkpoints: [root, 'tests/fixtures/tiny'] }));
  await expect(room.checkpoint(GOOD)).toBeVisible();
  let number = 0;
  for (const name of names) {
    await room.choose(name);
    await room.giveItems(itemFile([ownItem((number += 1))]));
    await room.runToEnd();
  }
});

test('items that are chosen while the page still opens are the ones that stay', async ({ page }) => {
  await page.route('**/checkpoints/index.json', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto('./');
  const recipe = page.getByRole('complementary', { name: 'Recipe of the run' });
  await recipe.getByLabel('Choose a .jsonl file').setInputFiles({
    name: 'early.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(itemFile([ownItem(1)]).text),
  });
  await expect(recipe.getByRole('button', { name: /^Run 1 item/ })).toBeVisible();
  await expect(recipe.getByRole('combobox', { name: 'Items' })).toHaveValue('early.jsonl');
});
