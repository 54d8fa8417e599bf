// @ts-check
// What the page and its workers hold: the page's own heap after its garbage was collected, what the browser itself reckons
// for page and workers together, and the memory of the renderer's processes.
import { memoryMB, runsWorker } from '../bench/processes.mjs';

const EVERY_MS = 2_000;

/** @typedef {import('@playwright/test').Page} Page */

const toMB = (/** @type {number} */ bytes) => bytes / 1e6;

/** Of the process that runs our workers, where the system tells. @param {readonly number[]} pids */
function rendererMB(pids) {
  const pid = pids.find(runsWorker) ?? pids.at(-1);
  return pid === undefined ? null : memoryMB(pid).ownMB;
}

/**
 * Takes seconds, and holds the page up: not in the middle of anything that is timed.
 * @param {Page} page @param {readonly number[]} pids of the renderers
 */
export async function memoryNow(page, pids) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { pageHeapMB: toMB(usedSize), ...(await reckonedMB(page)), rendererMB: rendererMB(pids) };
}

/**
 * By the browser's own reckoning, page and each worker by the name of its script; null where it gives none.
 * @param {Page} page
 */
async function reckonedMB(page) {
  const reckoned = await page.evaluate(async () => {
    if (!('measureUserAgentSpecificMemory' in performance)) return null;
    const { breakdown } = await /** @type {any} */ (performance).measureUserAgentSpecificMemory();
    /** @type {Record<string, number>} */
    const byScript = {};
    for (const { bytes, attribution } of breakdown) {
      if (bytes === 0) continue;
      const [place] = attribution;
      const script = (place?.url ?? '')
        .split('/')
        .at(-1)
        ?.split(/[-.?#]/)[0];
      const name = place === undefined ? 'shared' : place.scope === 'Window' ? 'page' : script || place.scope;
      byScript[name] = (byScript[name] ?? 0) + bytes;
    }
    return byScript;
  });
  if (reckoned === null) return { reckonedMB: null };
  return {
    reckonedMB: Object.fromEntries(Object.entries(reckoned).map(([name, bytes]) => [name, toMB(bytes)])),
  };
}

/**
 * Looks at the renderer's process every two seconds. `end` gives what it held at the start, at every quarter of the time, and at most.
 * @param {() => readonly number[]} renderers
 */
export function watchMemory(renderers) {
  /** @type {number[]} */
  const seen = [];
  const look = () => {
    const now = rendererMB(renderers());
    if (now !== null && !Number.isNaN(now)) seen.push(now);
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      look();
      const at = (/** @type {number} */ share) => seen[Math.round(share * (seen.length - 1))] ?? null;
      return { quarters: [0, 0.25, 0.5, 0.75, 1].map(at), most: Math.max(...seen) };
    },
  };
}
