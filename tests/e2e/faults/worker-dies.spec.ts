import type { Page, Worker } from '@playwright/test';
import { expect, test } from '../lab-test.ts';
import { engineSpyOf, engineWorkers, slowPasses, spyOnEngine } from './engine-spy.ts';
import { itemFile, longItems, ownItem, ownItems } from './own-items.ts';
import { GIVE_UP_MS, ProbeRoom, storedRows } from './probe-room.ts';

test.describe.configure({ timeout: 3 * GIVE_UP_MS });

/** A pass that begins so late leaves time to be met between two. */
const SLOW_MS = 150;
const CHECKPOINTS = [
  'llama-gqa-tied-bf16',
  'llama-rope-scaled-untied-f32-two-shards',
  'qwen2-bias-tied-f16',
  'qwen3-qknorm-untied-bf16',
];

/** The engine's worker that runs now. */
async function engineOf(page: Page): Promise<Worker> {
  await expect.poll(() => engineWorkers(page).length, { timeout: GIVE_UP_MS }).toBe(1);
  const [worker] = engineWorkers(page);
  if (worker === undefined) throw new Error('no engine');
  return worker;
}

/** The worker closes itself, without a word to anybody. */
async function closeItself(worker: Worker): Promise<void> {
  // Nobody is left to answer.
  void worker
    .evaluate(() => {
      self.close();
    })
    .catch(() => undefined);
  await new Promise((resolve) => worker.once('close', resolve));
}

test('a worker that dies while it loads: said after its silence, and the next run works', async ({
  page,
  serve,
}) => {
  let isSlow = true;
  const url = await serve({
    fault: (path) =>
      isSlow && path.endsWith('/model.safetensors') ? { kind: 'wait', ms: 30_000 } : undefined,
  });
  await page.clock.install();
  await spyOnEngine(page);
  const room = await ProbeRoom.open(page, url);
  await room.giveItems(itemFile([ownItem(1)]));
  await room.run.click();
  await closeItself(await engineOf(page));
  await page.clock.fastForward('10:00');
  expect((await room.fourParts()).happened).toMatch(/stopped answering while loading/);
  isSlow = false;
  await room.runToEnd();
  expect(await engineSpyOf(page)).toMatchObject({ made: 2, mostAlive: 1 });
});

test('a worker that dies while it scores: the run ends with an error, what was stored stays', async ({
  page,
}) => {
  await page.clock.install();
  await spyOnEngine(page);
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile(longItems(8)));
  await room.run.click();
  await expect(room.pause).toBeVisible({ timeout: GIVE_UP_MS });
  await closeItself(await engineOf(page));
  await page.clock.fastForward('30:00');
  expect((await room.fourParts()).happened).toMatch(/stopped answering while scoring/);
  await room.runToEnd();
  expect(await engineSpyOf(page)).toMatchObject({ made: 2, mostAlive: 1 });
});

test('a worker that dies in a pause is missed when the run goes on', async ({ page }) => {
  await page.clock.install();
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile(longItems(8)));
  await room.run.click();
  await room.pause.click({ timeout: GIVE_UP_MS });
  await closeItself(await engineOf(page));
  await room.goOn.click();
  await page.clock.fastForward('30:00');
  expect((await room.fourParts()).happened).toMatch(/stopped answering/);
  await room.runToEnd();
});

test('a worker with an uncaught error ends the run at once, in four parts', async ({ page }) => {
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile(longItems(8)));
  await room.run.click();
  await expect(room.pause).toBeVisible({ timeout: GIVE_UP_MS });
  const engine = await engineOf(page);
  await engine.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken from outside');
    });
  });
  const { happened, details } = await room.fourParts();
  expect(happened).toMatch(/stopped with an error/);
  expect(details).toMatch(/broken from outside/);
  await room.runToEnd();
});

test('a desk worker that dies or is not there: the page reckons itself', async ({ page, serve }) => {
  await page.clock.install();
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile([ownItem(1)]));
  await room.runToEnd();
  const desk = page.workers().find((worker) => /\/desk-[\w-]+\.js$/.test(worker.url()));
  if (desk === undefined) throw new Error('no desk worker');
  await closeItself(desk);
  await room.giveItems(itemFile(ownItems(2), 'two.jsonl'));
  await room.run.click();
  // Everything is scored; only the figures are waited for.
  await expect.poll(async () => (await storedRows(page)).length, { timeout: GIVE_UP_MS }).toBe(20);
  await page.waitForTimeout(500);
  await page.clock.fastForward('10:00');
  await room.ended();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 cases');

  const url = await serve({
    fault: (path) =>
      /^assets\/desk-/.test(path)
        ? { kind: 'answer', status: 404, type: 'text/plain', body: 'no such file' }
        : undefined,
  });
  const without = await ProbeRoom.open(page, url);
  await without.giveItems(itemFile(ownItems(2)));
  await without.runToEnd();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 cases');
});

test('an engine whose script or runtime is not there: said, and tried anew at the next press', async ({
  page,
  serve,
}) => {
  let missing: RegExp | null = /^assets\/engine-.*\.js$/;
  const url = await serve({
    fault: (path) =>
      missing?.test(path)
        ? { kind: 'answer', status: 404, type: 'text/plain', body: 'no such file' }
        : undefined,
  });
  const room = await ProbeRoom.open(page, url);
  await room.giveItems(itemFile([ownItem(1)]));
  await room.run.click();
  expect((await room.fourParts()).details).toMatch(/could not be started/);
  missing = /\.wasm$/;
  await room.run.click();
  expect((await room.fourParts()).happened).toMatch(/runtime .* could not be fetched/);
  missing = null;
  await room.runToEnd();
});

test('a runtime that arrives and cannot be compiled: said, and tried anew at the next press', async ({
  page,
  serve,
  watch,
}) => {
  let isBroken = true;
  const url = await serve({
    fault: (path) =>
      isBroken && path.endsWith('.wasm')
        ? { kind: 'answer', status: 200, type: 'application/wasm', body: 'no WebAssembly at all' }
        : undefined,
  });
  // The runtime says on the console what it could not compile.
  watch.expectComplaint(/wasm|ArrayBuffer instantiation|CompileError/);
  const room = await ProbeRoom.open(page, url);
  await room.giveItems(itemFile([ownItem(1)]));
  await room.run.click();
  expect((await room.fourParts()).happened).toMatch(/session could not be created/);
  isBroken = false;
  await room.runToEnd();
});

test('two engines are never alive at once, whatever is switched', async ({ page }) => {
  await spyOnEngine(page);
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile([ownItem(1)]));
  // The last is the first again: nothing is left to score then, and an engine is made all the same.
  const switched = [...CHECKPOINTS, ...CHECKPOINTS.slice(0, 1)];
  for (const checkpoint of switched) {
    await room.choose(checkpoint);
    await room.runToEnd();
    await expect.poll(() => engineWorkers(page).length).toBe(1);
  }
  const { made, mostAlive } = await engineSpyOf(page);
  expect(made).toBe(switched.length);
  expect(mostAlive).toBe(1);
});
