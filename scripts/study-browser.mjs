// @ts-check
// A headless browser with the engine in it: `npm run study` and `npm run bench` drive the same worker that the page uses.
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_GET_CHROMIUM } from './find-chromium.mjs';
import { startServer } from './server.mjs';
import { Stop } from './stop.mjs';

/**
 * @param {{ dist: string, checkpoints: string[], mounts?: { at: string, folder: string }[], flags?: string[], handleSIGINT?: boolean }} options
 *   `handleSIGINT: false`: the caller answers Ctrl-C and closes; else the browser is ended and so is the process
 * @returns {Promise<{ page: import('@playwright/test').Page, browser: import('@playwright/test').Browser, url: string, close: () => Promise<void> }>}
 */
export async function openStudyBrowser(options) {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Stop(HOW_TO_GET_CHROMIUM);
  const server = await startServer(options);
  let browser;
  try {
    browser = await chromium.launch({
      executablePath,
      args: [...CHROMIUM_FLAGS, ...(options.flags ?? [])],
      handleSIGINT: options.handleSIGINT ?? true,
    });
    const page = await browser.newPage();
    await page.goto(`${server.url}study.html`);
    await page.waitForFunction(() => 'backfireStudy' in globalThis);
    const opened = browser;
    return {
      page,
      browser,
      url: server.url,
      close: async () => {
        await opened.close();
        await server.close();
      },
    };
  } catch (error) {
    await browser?.close();
    await server.close();
    throw error;
  }
}
