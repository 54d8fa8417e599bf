// @ts-check
// The checkpoints that come with the page: what a first visit costs in bytes, and how long somebody waits for a first G.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openLabBrowser } from './lab-browser.mjs';
import { DONE, mainButton, shows, STARTABLE } from './main-thread.mjs';

const BASE = 'toolshed-base';
/** What the class runs, as a link to the Probe room: the same work in the same engine. */
const CLASS =
  '#/probe?v=1&checkpoint=toolshed-noisy&items=toolshed-paper-2026-class-6&conditions=pre,fail,neut,abstract';
const PATIENCE_MS = 120_000;

/** @typedef {{ path: string, bytes: number }} Sent */

/**
 * What goes over the line until the page says that it works offline, nothing being pressed.
 * @param {string} dist @param {string} hash where the visit begins
 */
export async function firstVisit(dist, hash = '') {
  /** @type {Sent[]} */
  const sent = [];
  const lab = await openLabBrowser({
    dist,
    checkpoints: join(dist, 'checkpoints'),
    sent: (path, bytes) => {
      if (bytes > 0) sent.push({ path, bytes });
    },
  });
  try {
    const page = lab.context.pages()[0] ?? (await lab.context.newPage());
    await page.goto(lab.url + hash);
    await page.getByText('Ready to work offline.').first().waitFor({ timeout: PATIENCE_MS });
    return sent;
  } finally {
    await lab.close();
  }
}

/** @param {string} dist @param {string} path @param {string} suffix of the copy; '' the file itself */
function sizeOnDisk(dist, path, suffix) {
  const file = join(dist, path === '' ? 'index.html' : path);
  for (const one of [file + suffix, file]) if (existsSync(one)) return statSync(one).size;
  return 0;
}

/**
 * The same files under each coding that hosts send.
 * @param {string} dist @param {readonly Sent[]} sent
 */
export function bytesByCoding(dist, sent) {
  const total = (/** @type {string} */ suffix) =>
    sent.reduce((sum, { path, bytes }) => sum + (sizeOnDisk(dist, path, suffix) || bytes), 0);
  return {
    sentBytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
    brotliBytes: total('.br'),
    gzipBytes: total('.gz'),
    plainBytes: total(''),
  };
}

/** Seconds from the address to a first finding and to the end of the run, in a new profile. @param {string} dist @param {string} hash */
async function timedRun(dist, hash) {
  const lab = await openLabBrowser({ dist, checkpoints: join(dist, 'checkpoints') });
  try {
    const page = lab.context.pages()[0] ?? (await lab.context.newPage());
    const begun = performance.now();
    await page.goto(lab.url + hash);
    await shows(page, STARTABLE);
    await mainButton(page).click();
    await page.locator('main h1.finding').first().waitFor({ timeout: PATIENCE_MS });
    const firstSeconds = (performance.now() - begun) / 1000;
    await shows(page, DONE);
    return { firstSeconds, endSeconds: (performance.now() - begun) / 1000 };
  } finally {
    await lab.close();
  }
}

/** @param {string} dist folder of the built page @param {number} rounds */
export async function measureBuiltIn(dist, rounds) {
  if (!existsSync(join(dist, 'checkpoints', BASE, 'config.json')))
    return { reason: 'the page was built without its checkpoints' };
  const sent = await firstVisit(dist);
  const firstLook = [];
  const classPreset = [];
  for (let round = 0; round < rounds; round += 1) {
    firstLook.push(await timedRun(dist, ''));
    classPreset.push(await timedRun(dist, CLASS));
  }
  return { visit: bytesByCoding(dist, sent), sent, firstLook, classPreset };
}
