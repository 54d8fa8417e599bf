import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type { ScoreRow } from '../../../src/records/index.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy, probeIn } from '../study-page.ts';
import { copyOf } from './bad-checkpoints.ts';
import { engineSpyOf, slowPasses, spyOnEngine } from './engine-spy.ts';
import { itemFile, longItems, ownItem } from './own-items.ts';
import { compareRows, GIVE_UP_MS, PACKING_NATS, ProbeRoom, storedRows } from './probe-room.ts';

declare global {
  /** What a test holds back of the storage's answers, and lets go. */
  var storage: { hold: () => void; release: () => void };
}

const CHECKPOINT = 'qwen3-qknorm-untied-bf16';
/** A pass that begins so late leaves time to be met between two. */
const SLOW_MS = 300;
const SHIPPED = readFileSync('static-probes/first-eight-1.jsonl', 'utf8');

/** What the engine gives when nobody disturbs it. */
async function undisturbedRows(page: Page, itemsJsonl: string): Promise<readonly ScoreRow[]> {
  await loadStudy(page, CHECKPOINT, { holding: 'auto', threads: 2 });
  const { rows, error } = await probeIn(page, { itemsJsonl });
  expect(error).toBeNull();
  return rows;
}

const storedCount = async (page: Page): Promise<number> => (await storedRows(page)).length;

/** The first scores have reached the storage. */
const firstStored = (page: Page): Promise<void> =>
  expect.poll(() => storedCount(page), { timeout: GIVE_UP_MS, intervals: [50] }).toBeGreaterThan(0);

test('a run that is paused stands still, and goes on to the same numbers', async ({ page }) => {
  test.setTimeout(4 * GIVE_UP_MS);
  const items = itemFile(longItems(10));
  const undisturbed = await undisturbedRows(page, items.text);
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page);
  await room.choose(CHECKPOINT);
  await room.giveItems(items);
  await room.run.click();
  await firstStored(page);
  await room.pause.click();
  await expect(room.goOn).toBeVisible();
  // A pass that is on is finished; after it nothing more arrives.
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await storedCount(page);
        const still = now === before;
        before = now;
        return still;
      },
      { timeout: GIVE_UP_MS, intervals: [2_500] },
    )
    .toBe(true);
  expect(before).toBeLessThan(undisturbed.length);
  await page.waitForTimeout(1_500);
  expect(await storedCount(page)).toBe(before);
  await room.goOn.click();
  await room.ended();
  const found = compareRows(undisturbed, await storedRows(page));
  expect(found).toMatchObject({ onlyHere: 0, onlyThere: 0 });
  expect(found.worstNats).toBeLessThanOrEqual(PACKING_NATS);
});

test('a pause may last: nobody takes silence for death', async ({ page }) => {
  test.setTimeout(3 * GIVE_UP_MS);
  await page.clock.install();
  await slowPasses(page, SLOW_MS);
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile(longItems(10)));
  await room.run.click();
  await expect(room.pause).toBeVisible({ timeout: GIVE_UP_MS });
  await room.pause.click();
  await expect(room.goOn).toBeVisible();
  // Whatever pass was on is over.
  await page.waitForTimeout(3_000);
  await page.clock.fastForward('02:00:00');
  await expect(room.goOn).toBeVisible();
  await expect(room.error).toHaveCount(0);
  await room.goOn.click();
  await room.ended();
  await expect(room.error).toHaveCount(0);
});

test('pressed before the first pass, pause holds all the same', async ({ page }) => {
  test.setTimeout(2 * GIVE_UP_MS);
  // Between a load and the first pass stands the storage: here it answers when it is told to.
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    let isHeld = false;
    globalThis.storage = {
      hold: () => {
        isHeld = true;
      },
      release: () => {
        isHeld = false;
        for (const answer of held.splice(0)) answer();
      },
    };
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is bound again below
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function (...given) {
      const request = getAll.apply(this, given);
      const listen = request.addEventListener.bind(request) as EventTarget['addEventListener'];
      request.addEventListener = (type: string, heard: EventListenerOrEventListenerObject) => {
        listen(type, (event) => {
          const answer = (): void => {
            if (typeof heard === 'function') heard(event);
          };
          if (isHeld) held.push(answer);
          else answer();
        });
      };
      return request;
    };
  });
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile([ownItem(1)]));
  await page.evaluate(() => {
    globalThis.storage.hold();
  });
  await room.run.click();
  await room.pause.click({ timeout: GIVE_UP_MS });
  await page.evaluate(() => {
    globalThis.storage.release();
  });
  await page.waitForTimeout(4_000);
  await expect(room.goOn).toBeVisible();
  expect(await storedCount(page)).toBe(0);
  await room.goOn.click();
  await room.ended();
  expect(await storedCount(page)).toBe(10);
});

test('a reload in mid-run: what was stored is kept, the rest is offered and gives the same numbers', async ({
  page,
}) => {
  test.setTimeout(4 * GIVE_UP_MS);
  await spyOnEngine(page);
  const undisturbed = await undisturbedRows(page, SHIPPED);
  await slowPasses(page, SLOW_MS);
  const keyOf = new Map(
    undisturbed.map((row) => [`${row.item_id}/${row.condition}/${row.candidate}`, row.unit_key]),
  );
  const room = await ProbeRoom.open(page);
  await room.choose(CHECKPOINT);
  await room.run.click();
  await firstStored(page);
  await page.reload();
  const kept = new Set((await storedRows(page)).map((row) => row.unit_key));
  expect(kept.size).toBeLessThan(new Set(keyOf.values()).size);

  const notice = page.getByText(/A run was not finished: .*first|A run was not finished: .*Eight/);
  await expect(notice).toBeVisible();
  const [, done, all] = /(\d+) of (\d+) scores are kept/.exec(await notice.innerText()) ?? [];
  expect(Number(all)).toBe(keyOf.size);
  // Units that ask the same share one row. What is counted is what is stored, whatever the entry says.
  expect(Number(done)).toBeGreaterThan(0);
  expect(Number(done)).toBe([...keyOf.values()].filter((key) => kept.has(key)).length);
  await page.getByRole('button', { name: 'Resume' }).click();
  await room.ended();
  await expect(room.error).toHaveCount(0);

  const { jobs } = await engineSpyOf(page);
  expect(jobs).toHaveLength(1);
  const rest = [...keyOf].filter(([, key]) => !kept.has(key)).map(([id]) => id);
  expect([...(jobs[0] ?? [])].sort()).toEqual(rest.sort());
  const found = compareRows(undisturbed, await storedRows(page));
  expect(found).toMatchObject({ onlyHere: 0, onlyThere: 0 });
  expect(found.worstNats).toBeLessThanOrEqual(PACKING_NATS);

  // Finished now: the next visit is offered nothing, and computes nothing.
  await room.reload();
  await expect(page.getByText(/A run was not finished/)).toHaveCount(0);
  await room.choose(CHECKPOINT);
  await room.runToEnd();
  expect((await engineSpyOf(page)).jobs).toEqual([]);
});

test('a run with one’s own items is resumed with those items only', async ({ page }) => {
  test.setTimeout(3 * GIVE_UP_MS);
  await spyOnEngine(page);
  await slowPasses(page, SLOW_MS);
  const items = itemFile(longItems(4));
  const room = await ProbeRoom.open(page);
  await room.choose(CHECKPOINT);
  await room.giveItems(items);
  await room.run.click();
  await firstStored(page);
  await page.reload();
  const resume = page.getByRole('button', { name: 'Resume' });
  await resume.click();
  const note = page.getByRole('paragraph').filter({ hasText: /asks for the items own-items\.jsonl/ });
  await expect(note).toBeVisible();
  expect((await engineSpyOf(page)).made).toBe(0);
  await room.giveItems(items);
  await resume.click();
  await room.ended();
  const { jobs } = await engineSpyOf(page);
  expect(jobs).toHaveLength(1);
  expect(jobs[0]?.every((id) => id.startsWith('own-'))).toBe(true);
  await room.reload();
  await expect(page.getByText(/A run was not finished/)).toHaveCount(0);
});

test('a run with one’s own checkpoint and items: both are asked for, and each until it is here', async ({
  page,
}, info) => {
  test.setTimeout(3 * GIVE_UP_MS);
  await slowPasses(page, SLOW_MS);
  const items = itemFile(longItems(4));
  const folder = copyOf(info.outputPath('dropped'), 'mine');
  const room = await ProbeRoom.open(page);
  await room.giveFolder(folder);
  await room.giveItems(items);
  await room.run.click();
  await firstStored(page);
  await page.reload();

  const notices = page.locator('.notice');
  const ofCheckpoint = notices.filter({ hasText: 'read its checkpoint from your own files' });
  const ofItems = notices.filter({ hasText: 'asks for the items own-items.jsonl' });
  const resume = page.getByRole('button', { name: 'Resume' });
  await resume.click();
  await expect(ofCheckpoint).toBeVisible();
  await expect(ofItems).toBeVisible();
  await room.giveFolder(folder);
  await expect(ofCheckpoint).toHaveCount(0);
  await expect(ofItems).toBeVisible();
  await room.giveItems(items);
  await expect(ofItems).toHaveCount(0);
  await resume.click();
  await room.ended();
  await expect(room.error).toHaveCount(0);
});

test('a run is not resumed with another folder: that is said, nothing is computed, and its own folder goes on', async ({
  page,
}, info) => {
  test.setTimeout(4 * GIVE_UP_MS);
  await spyOnEngine(page);
  await slowPasses(page, SLOW_MS);
  const mine = copyOf(info.outputPath('mine'), 'folder');
  const other = copyOf(info.outputPath('other'), 'folder', CHECKPOINT);
  const room = await ProbeRoom.open(page);
  await room.giveFolder(mine);
  await room.run.click();
  await firstStored(page);
  await page.reload();
  const kept = await storedCount(page);

  const resume = page.getByRole('button', { name: 'Resume' });
  await room.giveFolder(other);
  await resume.click();
  const { happened } = await room.fourParts();
  expect(happened).toContain('not the folder that the run was made with');
  expect((await engineSpyOf(page)).jobs).toEqual([]);
  expect(await storedCount(page)).toBe(kept);
  await expect(room.run).toBeVisible();

  // Opened from the list it does not go on with that folder either; what is offered then is another run.
  await room.error.getByRole('button', { name: 'Dismiss' }).click();
  await room.recipe.getByText('Earlier runs').click();
  await room.recipe.getByRole('button', { name: 'open' }).click();
  await expect(room.run).toHaveText(/^Go on: \d/);
  await room.run.click();
  expect((await room.fourParts()).happened).toContain('not the folder that the run was made with');
  await expect(room.run).toHaveText(/^Run \d/);
  expect((await engineSpyOf(page)).jobs).toEqual([]);

  await room.giveFolder(mine);
  await expect(room.error).toHaveCount(0);
  await resume.click();
  await room.ended();
  await expect(room.error).toHaveCount(0);
  expect(await storedCount(page)).toBeGreaterThan(kept);
  await room.reload();
  await expect(page.getByText(/A run was not finished/)).toHaveCount(0);
});
