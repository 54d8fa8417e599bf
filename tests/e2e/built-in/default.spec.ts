import { itemFile, ownItem } from '../faults/own-items.ts';
import { GIVE_UP_MS, ProbeRoom } from '../faults/probe-room.ts';
import { expect, test } from '../lab-test.ts';
import { builtInFolder, bytesOf } from './built-ins.ts';

test.describe.configure({ timeout: 2 * GIVE_UP_MS });

const builtIn = builtInFolder();
test.afterAll(() => {
  builtIn.remove();
});

const LOCAL = 'tests/fixtures/tiny';

test('with nothing chosen: the base, twelve items, the cost beside the button, and no model byte', async ({
  page,
  serve,
  watch,
  expectAccessible,
}) => {
  const url = await serve({ checkpoints: [builtIn.folder, LOCAL] });
  const room = await ProbeRoom.open(page, url);
  await expect(room.checkpoint('ToolShed base')).toBeChecked();
  await expect(room.run).toHaveText(/^Run 12 items/);
  const bytes = bytesOf(builtIn.folder, 'toolshed-base');
  const size = bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  await expect(room.run).toHaveAccessibleDescription(new RegExp(`^Loads ${size}, `));
  await expect(room.recipe.getByText(/with this page · ToolShed only/)).toHaveCount(4);
  await page.waitForLoadState('networkidle');
  expect(watch.requests.filter((address) => /\.(safetensors|wasm)$|tokenizer/.test(address))).toEqual([]);
  await expectAccessible(page);
});

test('a first look is one press; the rooms of all four are offered with them', async ({ page, serve }) => {
  const room = await ProbeRoom.open(page, await serve({ checkpoints: [builtIn.folder] }));
  const ways = page.getByRole('region', { name: 'Ways in' });
  await expect(ways.getByRole('link')).toHaveText([
    'Your own transcript',
    'What the training data change',
    'Ten-minute class',
  ]);
  await ways.getByRole('button', { name: 'First look' }).click();
  await expect(room.pause.or(room.done)).toBeVisible({ timeout: GIVE_UP_MS });
  await expect(room.error).toHaveCount(0);
  await expect(page).toHaveURL(/checkpoint=toolshed-base&items=toolshed-paper-2026-quick-12/);
});

test('a link that names a checkpoint keeps naming it; a host without the built-in ones is as it was', async ({
  page,
  serve,
}) => {
  const url = await serve({ checkpoints: [builtIn.folder, LOCAL] });
  const room = await ProbeRoom.open(page, `${url}#/probe?v=1&checkpoint=llama-gqa-tied-bf16`);
  await expect(room.checkpoint('llama-gqa-tied-bf16')).toBeChecked();
  await expect(room.run).toHaveText(/^Run 8 items/);

  await ProbeRoom.open(page, await serve({ checkpoints: [LOCAL] }));
  await expect(room.checkpoint('llama-gqa-tied-bf16')).toBeChecked();
  await expect(room.run).toHaveText(/^Run 8 items/);
  await expect(page.getByRole('region', { name: 'Ways in' })).toHaveCount(0);
});

test('text that is not of ToolShed is refused before anything is loaded', async ({ page, serve, watch }) => {
  const room = await ProbeRoom.open(page, await serve({ checkpoints: [builtIn.folder, LOCAL] }));
  await room.giveItems(itemFile([ownItem(1), ownItem(2)]));
  const { happened, details } = await room.fourParts();
  expect(happened).toMatch(
    /^2 of 2 texts are not of ToolShed, and “ToolShed base\b[^”]*” was trained on nothing else/,
  );
  expect(details).toContain('desk');
  await expect(room.run).toHaveAttribute('aria-disabled', 'true');
  expect(watch.requests.filter((address) => address.endsWith('.safetensors'))).toEqual([]);
  await room.choose('llama-gqa-tied-bf16');
  await expect(room.error).toHaveCount(0);
  await expect(room.run).toHaveAttribute('aria-disabled', 'false');
});
