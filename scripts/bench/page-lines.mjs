// @ts-check
// What the page owes: memory, an awake main thread, a quick first sight.
import { line } from './line.mjs';
import { median } from './numbers.mjs';

/** @typedef {import('./line.mjs').Line} Line */
/** @typedef {import('./line.mjs').Measured} Measured */
/** @typedef {import('./line.mjs').Pass} Pass */

const BUDGET = {
  peakMB: /** @type {Record<string, number>} */ ({ folded: 1100, resident: 750 }),
  /** Memory after unload against before, and between loads. */
  drift: 0.1,
  taskMs: 50,
  inputMs: 100,
  cancelMs: 1500,
  paintMs: 1000,
  scriptBytes: 100_000,
};

export const peakLine = (/** @type {Measured} */ measured) =>
  line(
    'memory-peak',
    'peak memory of the renderer while loading and scoring (VmHWM), MB',
    `folded ≤ ${BUDGET.peakMB['folded']}, resident ≤ ${BUDGET.peakMB['resident']}`,
    measured,
    'memory',
    (/** @type {{ holdings: readonly any[] }} */ { holdings }) => {
      const peaks = holdings.map(({ holding, rounds }) => ({
        holding,
        peakMB: Math.max(...rounds.map((/** @type {any} */ { peakMB }) => peakMB)),
      }));
      return {
        value: peaks,
        ok: peaks.every(({ holding, peakMB }) => peakMB <= (BUDGET.peakMB[holding] ?? 0)),
      };
    },
  );

export const unloadLine = (/** @type {Measured} */ measured) =>
  line(
    'memory-unload',
    'resident memory after the engine was ended against before it was loaded, and over loads, MB',
    'back to within 10 %; stable over loads',
    measured,
    'memory',
    (/** @type {{ holdings: readonly any[], settleSeconds: number }} */ { holdings, settleSeconds }) => {
      const value = holdings.map(({ holding, before, rounds }) => {
        const after = /** @type {{ residentMB: number, ownMB: number }[]} */ (
          rounds.map((/** @type {any} */ round) => round.after)
        );
        const most = Math.max(...after.map(({ residentMB }) => residentMB));
        return {
          holding,
          beforeMB: before.residentMB,
          afterMB: after.map(({ residentMB }) => residentMB),
          /** Without mapped files: the browser's own code that was read in meanwhile is not held by the page. */
          ownBeforeMB: before.ownMB,
          ownAfterMB: after.map(({ ownMB }) => ownMB),
          back: most / before.residentMB,
          drift: most / (after[0]?.residentMB ?? Number.NaN),
        };
      });
      return {
        value: { settleSeconds, holdings: value },
        ok: value.every(({ back, drift }) => back <= 1 + BUDGET.drift && drift <= 1 + BUDGET.drift),
      };
    },
  );

/** @param {Measured} measured @returns {Line[]} */
export const mainThreadLines = (measured) => {
  const part = /** @type {const} */ ('mainThread');
  return [
    line(
      'main-thread-task',
      'longest task of the page from Run to the end, with one core left to it, ms',
      `≤ ${BUDGET.taskMs}`,
      measured,
      part,
      (/** @type {any} */ { longestTaskMs, longTasks, longTasksBeforeRunMs, threads, ended }) => ({
        // Shorter tasks than 50 ms are not reported by the browser: 0 means that there was none of 50 or more.
        value: { longestTaskMs, longTasks, longTasksBeforeRunMs, threads, ended },
        ok: ended === true && longestTaskMs <= BUDGET.taskMs,
      }),
    ),
    line(
      'main-thread-input',
      'slowest answer to a click or a key meanwhile, ms',
      `≤ ${BUDGET.inputMs}`,
      measured,
      part,
      (/** @type {any} */ { slowestInputMs, reportedInputs, inputs, inputsSeen, openedAnItem }) => ({
        value: { slowestInputMs, reportedInputs, inputs, inputsSeen, openedAnItem },
        ok: inputs > 0 && inputsSeen >= inputs ? slowestInputMs <= BUDGET.inputMs : null,
        ...(inputs > 0 && inputsSeen >= inputs ? {} : { why: 'the page did not see the inputs' }),
      }),
    ),
    line(
      'main-thread-cancel',
      'from Cancel until the page takes a new command, ms',
      `≤ ${BUDGET.cancelMs}`,
      measured,
      part,
      (/** @type {any} */ { duringLoad, duringRun }) => ({
        value: { duringLoad, duringRun },
        ok:
          duringRun.length === 0
            ? null
            : [duringLoad, ...duringRun].every(({ untilReadyMs }) => untilReadyMs <= BUDGET.cancelMs),
        ...(duringRun.length === 0 ? { why: 'the run was over before it could be cancelled' } : {}),
      }),
    ),
  ];
};

export const paintLine = (/** @type {Measured} */ measured) =>
  line(
    'first-paint',
    'first contentful paint at 4× CPU slowdown, 10 Mbit/s, 40 ms, empty cache, ms',
    `< ${BUDGET.paintMs}`,
    measured,
    'firstPaint',
    (/** @type {{ paintsMs: readonly number[] }} */ { paintsMs }) => ({
      value: { medianMs: median(paintsMs), visitsMs: paintsMs },
      ok: median(paintsMs) < BUDGET.paintMs,
    }),
  );

export const scriptsLine = (/** @type {Measured} */ measured) =>
  line(
    'first-scripts',
    'JavaScript loaded before anything is pressed, bytes after gzip',
    `< ${BUDGET.scriptBytes}`,
    measured,
    'firstPaint',
    (/** @type {{ scripts: readonly { path: string, gzipBytes: number }[] }} */ { scripts }) => {
      const gzipBytes = scripts.reduce((sum, script) => sum + script.gzipBytes, 0);
      return { value: { gzipBytes, scripts }, ok: scripts.length > 0 && gzipBytes < BUDGET.scriptBytes };
    },
  );
