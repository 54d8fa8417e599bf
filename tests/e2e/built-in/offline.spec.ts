import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { GIVE_UP_MS, ProbeRoom } from '../faults/probe-room.ts';
import { expect, test } from '../lab-test.ts';
import { builtInFolder, endRun, firstG, runsOn } from './built-ins.ts';

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ timeout: 4 * GIVE_UP_MS });

const builtIn = builtInFolder();
test.afterAll(() => {
  builtIn.remove();
});

const LOCAL = 'tests/fixtures/tiny';
const ready = (page: Page) => page.getByRole('contentinfo').getByText('Ready to work offline.');
const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => request.url);
  });

test('network off once the page is there: first run; then a reload, and everything again', async ({
  page,
  context,
  serve,
}) => {
  const url = await serve({ checkpoints: [builtIn.folder] });
  const room = await ProbeRoom.open(page, url);
  await expect(ready(page)).toBeVisible({ timeout: GIVE_UP_MS });
  await context.setOffline(true);
  await expect(room.run).toHaveText(/^Run 12 items/);
  // Nothing is left to load, and the price says so.
  await expect(room.run).toHaveAccessibleDescription(/^About .* on this computer/);
  await firstG(room);
  await expect(page.getByRole('figure').first()).toBeVisible();
  await endRun(room);

  await room.reload();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(room.checkpoint('ToolShed base')).toBeChecked();
  await runsOn(room);
  // Others were never asked for: without a network they are not offered.
  await expect(room.recipe.getByRole('radio', { name: /^ToolShed/ })).toHaveCount(1);
});

test('a host without any header below a sub-path is kept as well', async ({ page, context, serve }) => {
  const url = await serve({ checkpoints: [builtIn.folder], isolated: false, base: '/a/sub/' });
  const room = await ProbeRoom.open(page, url);
  await expect(ready(page)).toBeVisible({ timeout: GIVE_UP_MS });
  await context.setOffline(true);
  await room.reload();
  await runsOn(room);
});

test('one of the other built-in checkpoints is kept with its first use', async ({ page, context, serve }) => {
  const asked: string[] = [];
  const url = await serve({
    checkpoints: [builtIn.folder],
    fault: (path) => {
      asked.push(path);
      return undefined;
    },
  });
  const room = await ProbeRoom.open(page, url);
  await expect(ready(page)).toBeVisible({ timeout: GIVE_UP_MS });
  expect(asked.filter((path) => path.startsWith('checkpoints/toolshed-noisy/'))).toEqual([]);
  await room.choose('ToolShed noisy');
  await firstG(room);
  await endRun(room);
  const weights = asked.filter((path) => path === 'checkpoints/toolshed-noisy/model.safetensors').length;
  // Every file of it, those as well that a run does not ask for.
  const files = readdirSync(join(builtIn.folder, 'toolshed-noisy')).filter(
    (name) => !/\.(br|gz)$/.test(name),
  );
  const keptFiles = async () =>
    (await keptAddresses(page)).flatMap((address) => address.split('/checkpoints/toolshed-noisy/')[1] ?? []);
  await expect.poll(async () => (await keptFiles()).sort()).toEqual(files.sort());
  await context.setOffline(true);
  await room.reload();
  await room.choose('ToolShed noisy');
  await expect(room.checkpoint('ToolShed noisy')).toBeChecked();
  await runsOn(room);
  // Its header in parts and its bytes once, however often it is used.
  expect(asked.filter((path) => path === 'checkpoints/toolshed-noisy/model.safetensors')).toHaveLength(
    weights,
  );
});

test('other checkpoints pass by: nothing of them is kept, and ranges come from their server', async ({
  page,
  serve,
}) => {
  const ranges: string[] = [];
  const other = 'llama-gqa-tied-bf16';
  const url = await serve({
    checkpoints: [builtIn.folder, LOCAL],
    fault: (path, request) => {
      if (path === `checkpoints/${other}/model.safetensors`) ranges.push(request.headers.range ?? 'whole');
      return undefined;
    },
  });
  const room = await ProbeRoom.open(page, url);
  await expect(ready(page)).toBeVisible({ timeout: GIVE_UP_MS });
  await room.choose(other);
  await firstG(room);
  expect(ranges).toContain('bytes=0-0');
  expect(ranges).toContain('whole');
  const kept = await keptAddresses(page);
  expect(kept.filter((address) => address.includes(other))).toEqual([]);
  expect(kept.filter((address) => address.includes('checkpoints/toolshed-base/')).length).toBeGreaterThan(0);
});

test('a newer version waits for a press', async ({ page, serve }) => {
  const script = readFileSync('dist/service-worker.js', 'utf8');
  // A worker with another list of files is another version of the page.
  const newer = script.replace(/version:`(\w)/, 'version:`0$1');
  expect(newer).not.toBe(script);
  let isNewer = false;
  // By the server: the browser looks for a newer worker by itself, past what a test can route.
  const fault = (path: string) =>
    isNewer && path === 'service-worker.js'
      ? ({ kind: 'answer', status: 200, type: 'text/javascript', body: newer } as const)
      : undefined;
  const url = await serve({ checkpoints: [builtIn.folder], fault });
  const room = await ProbeRoom.open(page, url);
  await expect(ready(page)).toBeVisible({ timeout: GIVE_UP_MS });
  isNewer = true;
  await room.reload();
  const news = page.getByText('A new version of this page is ready.');
  await expect(news).toBeVisible({ timeout: GIVE_UP_MS });
  await page.getByRole('contentinfo').getByRole('button', { name: 'Reload' }).click();
  await expect(ready(page)).toBeVisible({ timeout: GIVE_UP_MS });
  await expect(news).toHaveCount(0);
});
