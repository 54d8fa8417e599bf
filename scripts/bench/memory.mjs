// @ts-check
// Memory of the renderer over loads: its peak while the job runs, and what stays after the engine was ended.
import { setTimeout as wait } from 'node:timers/promises';
import { load, probe, teachPasses, unload } from './in-tab.mjs';
import { openLabBrowser } from './lab-browser.mjs';
import { memoryMB, runsWorker } from './processes.mjs';

/** Design §8: memory is looked at so long after the engine was ended. */
const SETTLE_MS = 30_000;
const PEAK_EVERY_MS = 100;

/**
 * One browser for each way of holding the weights, because a process's peak only ever grows.
 * @param {{ dist: string, checkpoints: string }} served
 * @param {{ checkpoint: string, items: string, name: string, limit: number | null, threads: number, loads: number, quick: boolean }} options
 * @param {(line: string) => void} say
 */
export async function measureMemory(served, options, say) {
  if (process.platform !== 'linux') return { reason: 'memory of a process is read from /proc: Linux only' };
  const { checkpoint, threads, loads, quick, ...asked } = options;
  const measured = [];
  for (const holding of ['folded', 'resident']) {
    const lab = await openLabBrowser(served);
    try {
      const page = await lab.studyPage();
      await teachPasses(page);
      await wait(quick ? 500 : 5000);
      const peaks = watchPeaks(lab.renderers());
      const before = new Map(lab.renderers().map((pid) => [pid, memoryMB(pid)]));
      const rounds = [];
      let pid = 0;
      for (let round = 1; round <= loads; round += 1) {
        peaks.begin();
        await load(page, checkpoint, { holding, threads });
        await probe(page, asked);
        pid = lab.renderers().find((renderer) => before.has(renderer) && runsWorker(renderer)) ?? 0;
        if (pid === 0) return { reason: 'the renderer process with the engine was not found' };
        const peakMB = peaks.end().get(pid) ?? Number.NaN;
        await unload(page);
        await wait(quick ? 1000 : SETTLE_MS);
        const after = memoryMB(pid);
        rounds.push({ peakMB, after });
        say(
          `memory, ${holding}, load ${round} of ${loads}: peak ${peakMB.toFixed(0)} MB, ` +
            `${before.get(pid)?.residentMB.toFixed(0)} MB before, ${after.residentMB.toFixed(0)} MB after`,
        );
      }
      measured.push({ holding, before: before.get(pid), rounds });
    } finally {
      await lab.close();
    }
  }
  return { holdings: measured, settleSeconds: quick ? 1 : SETTLE_MS / 1000 };
}

/**
 * The highest peak that the system has told for each process. Chromium sets a process's peak back now and then, so it is
 * read all the time.
 * @param {readonly number[]} pids
 */
function watchPeaks(pids) {
  /** @type {Map<number, number>} */
  let highest = new Map();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const look = () => {
    for (const pid of pids) highest.set(pid, Math.max(highest.get(pid) ?? 0, memoryMB(pid).peakMB));
  };
  return {
    begin() {
      highest = new Map();
      timer = setInterval(look, PEAK_EVERY_MS);
    },
    end() {
      clearInterval(timer);
      look();
      return highest;
    },
  };
}
