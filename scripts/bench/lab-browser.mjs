// @ts-check
// A headless browser with a profile of its own, as a visitor has one: in a private context the browser's storage lies in
// memory, and neither load time nor memory would be what a visitor sees.
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_GET_CHROMIUM } from '../find-chromium.mjs';
import { startServer } from '../server.mjs';
import { Stop } from '../stop.mjs';
import { renderersOf } from './processes.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/**
 * @typedef {object} LabBrowser
 * @property {import('@playwright/test').BrowserContext} context
 * @property {string} url of the served page, ends with '/'
 * @property {() => Promise<import('@playwright/test').Page>} studyPage the engine without a page, nothing loaded yet
 * @property {() => number[]} renderers process ids, where the system tells them
 * @property {() => Promise<void>} close
 */

/**
 * @param {{ dist: string, checkpoints: string, sent?: (path: string, bytes: number) => void, fault?: import('../server.mjs').ServerOptions['fault'] }} served `checkpoints`: the folder
 *   that holds checkpoint folders; `sent`, `fault`: as of the server
 * @returns {Promise<LabBrowser>}
 */
export async function openLabBrowser({ dist, checkpoints, sent = () => undefined, fault = () => undefined }) {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Stop(HOW_TO_GET_CHROMIUM);
  const server = await startServer({ dist, checkpoints: [checkpoints], sent, fault });
  const profile = temporaryFolder('profile');
  const clear = async () => {
    await server.close();
    profile.remove();
  };
  try {
    const context = await chromium.launchPersistentContext(profile.path, {
      executablePath,
      args: CHROMIUM_FLAGS,
      viewport: { width: 1440, height: 900 },
    });
    return {
      context,
      url: server.url,
      studyPage: async () => {
        const page = context.pages()[0] ?? (await context.newPage());
        await page.goto(`${server.url}study.html`);
        await page.waitForFunction(() => 'backfireStudy' in globalThis);
        return page;
      },
      renderers: () => renderersOf(profile.path),
      close: async () => {
        await context.close();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}

export async function chromiumVersion() {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Stop(HOW_TO_GET_CHROMIUM);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const version = browser.version();
  await browser.close();
  return version;
}
