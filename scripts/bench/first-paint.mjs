// @ts-check
// The first sight of the page on a slow computer with a slow line, and what code it had to fetch for that.
import { chromium } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_GET_CHROMIUM } from '../find-chromium.mjs';
import { startServer } from '../server.mjs';
import { Stop } from '../stop.mjs';

/** Design §8. */
const SLOWDOWN = 4;
const LINE = { latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8, offline: false };
/** After the last request the page is taken to want nothing more. */
const QUIET_MS = 2000;

/**
 * @param {{ dist: string, checkpoints: string }} served @param {number} visits
 * @returns {Promise<{ paintsMs: number[], scripts: { path: string, gzipBytes: number }[] }>}
 */
export async function measureFirstPaint(served, visits) {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Stop(HOW_TO_GET_CHROMIUM);
  const server = await startServer({ dist: served.dist, checkpoints: [served.checkpoints] });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const paintsMs = [];
    /** @type {{ path: string, gzipBytes: number }[]} */
    let scripts = [];
    for (let visit = 0; visit < visits; visit += 1) {
      // A context of its own has an empty cache, as somebody who comes for the first time.
      const context = await browser.newContext();
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', LINE);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      /** @type {import('@playwright/test').Response[]} */
      const responses = [];
      context.on('response', (response) => {
        const type = response.headers()['content-type'] ?? '';
        if (type.includes('javascript')) responses.push(response);
      });
      await page.goto(server.url);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(QUIET_MS);
      const paintMs = await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      );
      paintsMs.push(paintMs);
      scripts = await Promise.all(
        responses.map(async (response) => ({
          path: new URL(response.url()).pathname,
          gzipBytes: gzipSync(await response.body()).length,
        })),
      );
      await context.close();
    }
    return { paintsMs, scripts };
  } finally {
    await browser.close();
    await server.close();
  }
}
