import type { Page } from '@playwright/test';
import { CONDITIONS } from '../../src/probe/index.ts';
import { engineSpyOf, slowPasses, spyOnEngine } from './faults/engine-spy.ts';
import { GIVE_UP_MS, ProbeRoom, storedRows } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

/** Thousands of units; all 275 items are asked by `npm run verify:large-run`, which also measures what they cost. */
const SET = 'toolshed-paper-2026-extended-60';
const ITEMS = 60;
const CHECKPOINT = 'llama-gqa-tied-bf16';
const LINK = `./#/probe?v=1&checkpoint=${CHECKPOINT}&items=${SET}&conditions=${CONDITIONS.join(',')}`;

const unitOf = (row: { item_id: string; condition: string; candidate: string }): string =>
  `${row.item_id}/${row.condition}/${row.candidate}`;

const storedCount = (page: Page): Promise<number> => storedRows(page).then((rows) => rows.length);

async function openLargeRun(page: Page): Promise<ProbeRoom> {
  const room = await ProbeRoom.open(page, LINK);
  await expect(room.run).toHaveText(`Run ${ITEMS} items`);
  return room;
}

test('thousands of texts are read in turns: it shows how far, a pause holds, a cancel keeps the engine', async ({
  page,
}) => {
  test.setTimeout(4 * GIVE_UP_MS);
  await page.clock.install();
  await spyOnEngine(page);
  // Turns are between messages to itself, as passes are: however fast the machine, they can be met.
  await slowPasses(page, 100);
  const room = await openLargeRun(page);
  const reading = page.getByRole('progressbar', { name: 'reading the texts' });
  const howFar = (): Promise<number> =>
    reading.evaluate((bar) => (bar instanceof HTMLProgressElement ? bar.value : Number.NaN));

  await room.run.click();
  await expect(reading).toBeVisible({ timeout: GIVE_UP_MS });
  await expect.poll(howFar, { timeout: GIVE_UP_MS }).toBeGreaterThan(0);
  await expect(room.recipe.getByText(/reading the texts/)).toBeVisible();
  await expect(room.recipe.getByText(/^\d+ of \d{4,}$/)).toBeVisible();

  await room.pause.click();
  await expect(room.goOn).toBeVisible();
  // Silence may last: nobody takes it for death.
  await page.waitForTimeout(1_000);
  await page.clock.fastForward('02:00:00');
  await expect(room.error).toHaveCount(0);
  await room.goOn.click();
  await expect(reading).toBeVisible();
  expect(await storedCount(page)).toBe(0);

  // With the page's clock at a standstill the engine is never ended instead of being asked.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await room.cancel.click();
  await expect(room.run).toBeVisible({ timeout: GIVE_UP_MS });
  await page.clock.resume();
  await expect(room.error).toHaveCount(0);
  expect(await storedCount(page)).toBe(0);

  await room.run.click();
  await expect(reading).toBeVisible({ timeout: GIVE_UP_MS });
  const { jobs, made } = await engineSpyOf(page);
  expect(made).toBe(1);
  expect(jobs).toHaveLength(2);
  expect(jobs[1]).toEqual(jobs[0]);
});

test('a reload in the middle of a large run: the rest is computed, nothing twice, to the end', async ({
  page,
}) => {
  test.setTimeout(10 * GIVE_UP_MS);
  await spyOnEngine(page);
  const room = await openLargeRun(page);
  await room.run.click();
  await expect
    .poll(() => storedCount(page), { timeout: 5 * GIVE_UP_MS, intervals: [1_000] })
    .toBeGreaterThan(300);
  const [all = []] = (await engineSpyOf(page)).jobs;
  expect(new Set(all).size).toBe(all.length);
  await page.reload();
  const kept = await storedRows(page);
  const keptUnits = new Set(kept.map(unitOf));
  const notice = page.getByText(/A run was not finished: /);
  await expect(notice).toBeVisible({ timeout: GIVE_UP_MS });
  const [, done, of] = /(\d+) of (\d+) scores are kept/.exec(await notice.innerText()) ?? [];
  expect(Number(of)).toBe(all.length);
  expect(Number(done)).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(room.done.or(room.error).first()).toBeVisible({ timeout: 5 * GIVE_UP_MS });
  await expect(room.error).toHaveCount(0);
  await expect(room.done).toHaveText(new RegExp(`${ITEMS} items done`));
  const [rest = []] = (await engineSpyOf(page)).jobs;
  expect(rest.length).toBeGreaterThan(0);
  expect(rest.length).toBeLessThanOrEqual(all.length - kept.length);
  expect(rest.filter((id) => keptUnits.has(id))).toEqual([]);
  const asked = new Set(all);
  expect(rest.filter((id) => !asked.has(id))).toEqual([]);

  // One row for each content, and each of the kept ones is as it was.
  const rows = await storedRows(page);
  const byKey = new Map(rows.map((row) => [row.unit_key, row]));
  expect(byKey.size).toBe(rows.length);
  for (const row of kept) expect(byKey.get(row.unit_key)).toEqual(row);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${ITEMS} cases`);
});
