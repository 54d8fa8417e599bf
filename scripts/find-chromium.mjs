// @ts-check
// Which Chromium the browser tests, `npm run study` and `npm run bench` drive, and how it is started.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Flags that keep a headless Chromium to itself: no GPU, no update, no call to any host of its maker. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox', // refused otherwise when run as root, as in containers
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const HOW_TO_GET_CHROMIUM =
  'No Chromium found. Install one (Debian: apt-get install chromium-headless-shell; Ubuntu: apt-get install chromium; anywhere: npx playwright install chromium) ' +
  'or name it: CHROMIUM_PATH=/path/to/chrome';

// The headless shell first: the same engine, and no windows of its own to draw with every context, which costs a browser test
// a fifth of its time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Path of a Chromium: the one named by CHROMIUM_PATH or PLAYWRIGHT_CHROMIUM (an error when that is no program, never another
 * one in its place), else Playwright's own, which fits its driver best, else one of the system.
 * @returns {Promise<string | null>}
 */
export async function findChromium() {
  for (const variable of ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM']) {
    const named = process.env[variable];
    if (!named) continue;
    if (!isProgram(named)) throw new Error(`${variable} names ${named}, which is not a program`);
    return named;
  }
  const { chromium } = await import('@playwright/test');
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.flatMap((name) => (folder === '' ? [] : [join(folder, name)])));
  return [chromium.executablePath(), ...KNOWN, ...onPath].find(isProgram) ?? null;
}
