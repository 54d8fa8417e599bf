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
