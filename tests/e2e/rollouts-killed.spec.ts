import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { tracesFromJsonl } from '../../src/records/index.ts';
import { seededRandom } from '../../src/statistics/index.ts';
import { GIVE_UP_MS } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

declare global {
  /** Of the page: ends its tab. */
  var endTab: () => void;
}

/** Each costs a start of the page; twenty passed when this was written (ROLLOUT_KILLS=20). */
const KILLS = Number(process.env['ROLLOUT_KILLS'] ?? 5);
const SEED = 20260808;
const ROLLOUTS = 9;
const RECIPE =
  '#/rollouts?v=1&checkpoint=toolshed-base&tasks=toolshed-paper-2026-agent-24&harnesses=verbatim,drop,verbatim%2Bban&tokens=32&demonstration=yes&first=3';
const PATIENCE = { timeout: 2 * GIVE_UP_MS };

test.describe.configure({ timeout: 15 * GIVE_UP_MS });

const run = (page: Page): Locator => page.getByRole('button', { name: `Run ${ROLLOUTS} rollouts` });
const done = (page: Page): Locator => page.getByRole('button', { name: `${ROLLOUTS} rollouts done` });

test(`a run whose tab is ended ${KILLS} times comes to what an unbroken one comes to`, async ({
  context,
  browser,
  serve,
}) => {
  const url = `${await serve({ checkpoints: [join('dist', 'checkpoints')] })}${RECIPE}`;
  await context.exposeBinding('endTab', ({ page }) => page.close());
  const random = seededRandom(SEED);
  let turns = 0;
  let kills = 0;
  for (; kills < KILLS; kills += 1) {
    // 0: while the checkpoint is being loaded; else in the middle of the n-th write from now on.
    const ended = await killedAt(context, url, random.below(3));
    expect(ended.turnsFound, 'nothing that was stored is lost').toBeGreaterThanOrEqual(turns);
    turns = ended.turnsFound;
    if (ended.wasDone) break;
  }
  expect(kills).toBe(KILLS);
  expect(turns).toBeGreaterThan(0);

  const resumed = await tracesOf(await context.newPage(), url);
  const other = await browser.newContext();
  const unbroken = await tracesOf(await other.newPage(), url);
  await other.close();
  expect(resumed).toHaveLength(ROLLOUTS);
  expect(resumed).toEqual(unbroken);
});

/** Opens the room, presses Run, and ends the tab at that write. Says how many turns it had found stored. */
async function killedAt(
  context: BrowserContext,
  url: string,
  write: number,
): Promise<{ readonly turnsFound: number; readonly wasDone: boolean }> {
  const page = await context.newPage();
  await page.addInitScript((last) => {
    let writes = 0;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own store below
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
      writes += this.name === 'answers' || this.name === 'ownFailures' ? 1 : 0;
      if (writes === last) endTab();
      return put.apply(this, given);
    };
  }, write);
  await page.goto(url);
  await expect(run(page)).toBeEnabled(PATIENCE);
  const turnsFound = await page.evaluate(storedTurns);
  const isClosed = page.waitForEvent('close', PATIENCE).then(() => false);
  await run(page).click();
  if (write === 0) await page.close();
  const wasDone = await Promise.race([
    isClosed,
    done(page)
      .waitFor(PATIENCE)
      .then(
        () => true,
        () => false,
      ),
  ]);
  if (wasDone) await page.close();
  await isClosed;
  return { turnsFound, wasDone };
}

/** In the page: turns that are stored. */
async function storedTurns(): Promise<number> {
  const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => {
        resolve(request.result);
      };
      request.onerror = () => {
        reject(new Error(request.error?.message));
      };
    });
  const database = await answerOf(indexedDB.open('backfire-lab-rollouts'));
  const all = (await answerOf(database.transaction('answers').objectStore('answers').getAll())) as {
    readonly answers: readonly unknown[];
  }[];
  database.close();
  return all.reduce((sum, { answers }) => sum + answers.length, 0);
}

/** Runs to the end; the traces but for their time. */
async function tracesOf(page: Page, url: string): Promise<readonly unknown[]> {
  await page.goto(url);
  await run(page).click();
  await expect(done(page)).toBeVisible(PATIENCE);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export traces' }).click();
  const { rows, findings } = tracesFromJsonl(readFileSync(await (await download).path(), 'utf8'));
  expect(findings).toEqual([]);
  return rows.map((trace) => ({ ...trace, seconds: 0, step_ms: [] }));
}
