import type { Page } from '@playwright/test';
import type { ScoreRow } from '../../../src/records/index.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/find-chromium.mjs';
import { expect, test } from '../lab-test.ts';
import { NAMED_FLAG, NAMED_HOST } from '../watch.ts';
import { engineWorkers } from './engine-spy.ts';
import { itemFile, longItems } from './own-items.ts';
import { compareRows, GIVE_UP_MS, PACKING_NATS, ProbeRoom, storedRows } from './probe-room.ts';

const executablePath = (await findChromium()) ?? '';
test.use({ launchOptions: { executablePath, args: [...CHROMIUM_FLAGS, NAMED_FLAG] } });

test('a plain host of another name, below a sub-path and over http: one thread, one calm notice, no reload, the same numbers', async ({
  page,
  serve,
  watch,
}) => {
  test.setTimeout(3 * GIVE_UP_MS);
  const items = itemFile(longItems(4));
  const rowsAt = async (url: string): Promise<{ rows: ScoreRow[]; threads: string }> => {
    const room = await ProbeRoom.open(page, url);
    await room.giveItems(items);
    await room.runToEnd();
    await page.getByText('Run details').click();
    const threads = await page
      .locator('dt', { hasText: /^threads$/ })
      .locator('xpath=following-sibling::dd[1]')
      .innerText();
    return { rows: await storedRows(page), threads: threads.trim() };
  };
  const isolated = await rowsAt('./');
  expect(isolated.rows.length).toBeGreaterThan(0);
  await expect(notice(page)).toHaveCount(0);

  const url = (await serve({ isolated: false, base: '/a/sub/' })).replace('127.0.0.1', NAMED_HOST);
  const loads: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) loads.push(frame.url().split('#')[0] ?? '');
  });
  const before = watch.requests.length;
  const plain = await rowsAt(url);
  // As in a class that opens the page of its teacher's computer: no secure context, so half of a browser is missing.
  expect(await page.evaluate(() => [crossOriginIsolated, isSecureContext])).toEqual([false, false]);
  expect(plain.threads).toMatch(/^1\b/);
  await expect(notice(page)).toHaveCount(1);
  const found = compareRows(isolated.rows, plain.rows);
  expect(found).toMatchObject({ onlyHere: 0, onlyThere: 0 });
  expect(found.worstNats).toBeLessThanOrEqual(PACKING_NATS);

  // The page was opened once: writing the address is no load.
  const documents = watch.requests.slice(before).filter((request) => request === url);
  expect(documents).toHaveLength(1);
  expect(new Set(loads)).toEqual(new Set([url]));
  for (const request of watch.requests.slice(before).filter((one) => one.startsWith('http')))
    expect(request).toContain('/a/sub/');
  expect(engineWorkers(page)).toHaveLength(1);
});

const notice = (page: Page) => page.getByText(/does not let a page use more than one thread/);
