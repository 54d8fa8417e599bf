import { join } from 'node:path';
import { expect, test } from '../lab-test.ts';
import { engineSpyOf, spyOnEngine } from './engine-spy.ts';
import { itemFile, ownItem, ownItems } from './own-items.ts';
import { GIVE_UP_MS, ProbeRoom, storedRows } from './probe-room.ts';

test.describe.configure({ timeout: 2 * GIVE_UP_MS });

test('a browser that gives no database: said, and the run is complete from memory', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not in this window', 'SecurityError');
    };
  });
  await spyOnEngine(page);
  const room = await ProbeRoom.open(page);
  await expect(page.getByText(/gives the page no storage/)).toBeVisible();
  await room.giveItems(itemFile(ownItems(2)));
  await room.runToEnd();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 cases');
  // What is in memory is not computed again either, as long as the page is open.
  await room.giveItems(itemFile([ownItem(2), ownItem(3)], 'others.jsonl'));
  await room.runToEnd();
  const { jobs } = await engineSpyOf(page);
  expect(jobs.map((asked) => asked.length)).toEqual([20, 10]);
});

test('a disk that fills up in the middle: said, and the run goes on to its end', async ({ page }) => {
  await page.addInitScript(() => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is bound again below
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'rows') throw new DOMException('no room left', 'QuotaExceededError');
      return put.apply(this, given);
    };
  });
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile(ownItems(2)));
  await room.runToEnd();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 cases');
  await expect(
    page.getByText(/could not be written to this browser’s storage \(QuotaExceededError/),
  ).toBeVisible();
  expect(await storedRows(page)).toEqual([]);
});

test('a disk that fills up in mid-rollout: said once, what was written stays, and the run goes on to its end', async ({
  page,
  serve,
}) => {
  await page.addInitScript(() => {
    let writes = 0;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is bound again below
    const { put } = IDBObjectStore.prototype;
    // Scores of failed calls still find room: that they are stored says nothing of the rollouts.
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'answers') writes += 1;
      if (this.name === 'answers' && writes > 3) throw new DOMException('no room left', 'QuotaExceededError');
      return put.apply(this, given);
    };
  });
  const recipe =
    '#/rollouts?v=1&checkpoint=toolshed-base&tasks=toolshed-paper-2026-agent-24&harnesses=verbatim,drop&tokens=32&demonstration=yes&first=1';
  await page.goto(`${await serve({ checkpoints: [join('dist', 'checkpoints')] })}${recipe}`);
  await page.getByRole('button', { name: 'Run 2 rollouts' }).click();
  await expect(page.getByRole('button', { name: '2 rollouts done' })).toBeVisible({ timeout: GIVE_UP_MS });
  const cells = page.getByRole('grid', { name: 'Step by step' }).locator('td button');
  await expect(cells).toHaveCount(2);
  for (const cell of await cells.all())
    await expect(cell).toHaveAttribute('aria-label', /step 4 .*(?:ended|stopped|solved)/);
  await expect(
    page.getByText(/could not be written to this browser’s storage \(QuotaExceededError/),
  ).toHaveCount(1);
  await expect(page.getByRole('figure', { name: /failed calls? of its own/ })).toBeVisible();
});

test('no place for the weights: said, and they are read into memory', async ({ page }) => {
  await page.route('**/engine-*.js', async (route) => {
    const response = await route.fetch();
    const refusal = `StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('no', 'SecurityError'));`;
    await route.fulfill({ response, body: `${refusal}\n${await response.text()}` });
  });
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile([ownItem(1)]));
  await room.runToEnd();
  await expect(page.getByText(/no room to keep model\.safetensors in this browser/)).toBeVisible();
});
