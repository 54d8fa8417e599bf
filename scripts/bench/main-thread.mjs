// @ts-check
/* global addEventListener, document, MutationObserver -- in functions that run in the page */
// The Probe room itself, used while a run is on: how long the page is deaf, how soon it answers, how soon after a cancel
// it takes the next command. One core is left to the page.
import { setTimeout as wait } from 'node:timers/promises';
import { coreCount } from './machine.mjs';
import { openLabBrowser } from './lab-browser.mjs';

const INPUT_EVERY_MS = 600;
const CANCELS = 4;
/** Runs are cut off at moments that no pass was made for; a fixed list, so that every bench asks the same. */
const CANCEL_AFTER_MS = [900, 2300, 1700, 3100];
const PATIENCE_MS = 900_000;

/** Hardware threads to pretend, so that the page's own rule gives one thread less than there are cores. */
export function pretendedCores() {
  const threads = Math.max(1, coreCount() - 1);
  return { threads, pretended: threads <= 2 ? threads : 2 * threads };
}

/**
 * Runs in the page before its own code: writes down long tasks, answered inputs, what the main button says when, and what
 * the progress bar does.
 * @param {number} cores
 */
export function watchInPage(cores) {
  Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => cores });
  /** @type {any} */
  const bench = { longTasks: [], inputs: [], labels: [], stages: [] };
  /** @type {any} */ (globalThis).bench = bench;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { name, startTime, duration, interactionId } = /** @type {any} */ (entry);
      if (interactionId > 0) bench.inputs.push({ name, startTime, duration });
    }
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16, buffered: true }));
  const read = () => {
    const label = document.querySelector('.controls button.primary')?.textContent.trim() ?? '';
    if (bench.labels.at(-1)?.label !== label) bench.labels.push({ label, at: performance.now() });
    const stage = document.querySelector('.controls progress')?.getAttribute('aria-label') ?? '';
    if (bench.stages.at(-1)?.stage !== stage) bench.stages.push({ stage, at: performance.now() });
  };
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(read).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

/** @typedef {import('@playwright/test').Page} Page */

export const mainButton = (/** @type {Page} */ page) => page.locator('.controls button.primary');
export const LOADING = /^Loading/;
export const RUNNING = /^(Pause|Looking closer)/;
export const STARTABLE = /^(Run|Go on: |Try again)/;
export const DONE = /done$/;

/** @param {Page} page @param {RegExp} label */
export const shows = (page, label) =>
  page.waitForFunction(
    (pattern) => {
      const text = document.querySelector('.controls button.primary')?.textContent.trim() ?? '';
      return new RegExp(pattern).test(text);
    },
    label.source,
    { timeout: PATIENCE_MS, polling: 50 },
  );

/** @param {Page} page @returns {Promise<string>} */
export const labelOf = async (page) => ((await mainButton(page).textContent()) ?? '').trim();

/** Clicks and keys that a reader makes meanwhile; none of them changes the run. @param {Page} page */
export async function useAPage(page, /** @type {number} */ turn) {
  const themes = page.locator('header fieldset label');
  const count = await themes.count();
  if (turn % 3 === 0 && count > 0) await themes.nth((turn / 3) % count).click();
  else if (turn % 3 === 1) await page.keyboard.press('Tab');
  else await page.locator('aside details summary').first().click();
}

/**
 * Presses Cancel and takes the time until Run can be pressed, then presses it and takes the time until the page says
 * that it is at work again. Both on the page's own clock.
 * @param {Page} page
 */
async function cancelAndRunAgain(page) {
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const cancelledAt = await lastInput(page);
  await shows(page, STARTABLE);
  await mainButton(page).click();
  await shows(page, new RegExp(`${LOADING.source}|${RUNNING.source}|${DONE.source}`));
  const labels = /** @type {{ label: string, at: number }[]} */ (
    await page.evaluate(() => /** @type {any} */ (globalThis).bench.labels)
  );
  const ready = labels.findLast(({ label }) => STARTABLE.test(label));
  const again = labels.find(({ label, at }) => at > (ready?.at ?? 0) && !STARTABLE.test(label));
  return {
    untilReadyMs: (ready?.at ?? Number.NaN) - cancelledAt,
    // A session that was ended has to be made again.
    sessionKept: !LOADING.test(again?.label ?? ''),
  };
}

/** When the last click was made, on the page's clock. @param {Page} page @returns {Promise<number>} */
const lastInput = (page) => page.evaluate(() => /** @type {any} */ (globalThis).benchClickedAt ?? Number.NaN);

/**
 * @param {{ dist: string, checkpoints: string }} served
 * @param {{ checkpoint: string, set: string }} options
 * @param {(line: string) => void} say
 */
export async function measureMainThread(served, { checkpoint, set }, say) {
  const { threads, pretended } = pretendedCores();
  const lab = await openLabBrowser(served);
  try {
    const page = await lab.context.newPage();
    await page.addInitScript(watchInPage, pretended);
    await page.addInitScript(() => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          /** @type {any} */ (globalThis).benchClickedAt = timeStamp;
        },
        { capture: true },
      );
    });
    await page.goto(`${lab.url}#/probe?v=1&checkpoint=${checkpoint}&items=${set}`);
    await shows(page, STARTABLE);
    await mainButton(page).click();
    await shows(page, LOADING);
    await wait(700);
    const duringLoad = await cancelAndRunAgain(page);
    say(`main thread: ready ${duringLoad.untilReadyMs.toFixed(0)} ms after a cancel while loading`);

    const duringRun = [];
    for (let index = 0; index < CANCELS; index += 1) {
      await shows(page, new RegExp(`${RUNNING.source}|${DONE.source}`));
      if (DONE.test(await labelOf(page))) break;
      await wait(CANCEL_AFTER_MS[index % CANCEL_AFTER_MS.length]);
      if (!RUNNING.test(await labelOf(page))) break;
      const cancelled = await cancelAndRunAgain(page);
      duringRun.push(cancelled);
      say(`main thread: ready ${cancelled.untilReadyMs.toFixed(0)} ms after a cancel while running`);
    }
    await shows(page, new RegExp(`${RUNNING.source}|${DONE.source}`));
    let inputs = 0;
    let opened = false;
    const begun = performance.now();
    while (!DONE.test(await labelOf(page))) {
      if (performance.now() - begun > PATIENCE_MS) break;
      await useAPage(page, inputs);
      inputs += 1;
      const item = page.locator('main table tbody th button').first();
      if (!opened && inputs >= 8 && (await item.count()) > 0) {
        await item.click();
        opened = true;
        inputs += 1;
      }
      await wait(INPUT_EVERY_MS);
    }
    await wait(1000);
    const { bench, inputsSeen } = await page.evaluate(() => {
      const { eventCounts } = performance;
      return {
        bench: /** @type {any} */ (globalThis).bench,
        inputsSeen: (eventCounts.get('click') ?? 0) + (eventCounts.get('keydown') ?? 0),
      };
    });
    const ended = DONE.test(await labelOf(page));
    const used = { inputs, inputsSeen, openedAnItem: opened };
    return { threads, ended, duringLoad, duringRun, ...used, ...readBook(bench) };
  } finally {
    await lab.close();
  }
}

/** @param {{ longTasks: { startTime: number, duration: number }[], inputs: { name: string, startTime: number, duration: number }[], labels: { label: string, at: number }[] }} bench */
export function readBook({ longTasks, inputs, labels }) {
  const during = (/** @type {number} */ time) => labels.findLast(({ at }) => at <= time)?.label ?? 'opening';
  const from = labels.find(({ label }) => LOADING.test(label))?.at ?? 0;
  const tasks = longTasks
    .filter(({ startTime }) => startTime >= from)
    .map(({ startTime, duration }) => ({ duration, during: during(startTime), at: startTime - from }));
  const beforeRun = longTasks.filter(({ startTime }) => startTime < from).map(({ duration }) => duration);
  const answered = inputs.filter(({ startTime }) => startTime >= from);
  return {
    longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
    longTasks: tasks,
    longTasksBeforeRunMs: beforeRun,
    /** Faster answers than 16 ms are not reported by the browser. */
    slowestInputMs: Math.max(16, ...answered.map(({ duration }) => duration)),
    reportedInputs: answered.length,
  };
}
