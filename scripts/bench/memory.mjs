// @ts-check
// Memory of the renderer over loads: its peak while the job runs, and what stays after the engine was ended.
import { setTimeout as wait } from 'node:timers/promises';
import { load, probe, teachPasses, unload } from './in-tab.mjs';
import { openLabBrowser } from './lab-browser.mjs';
import { memoryMB, runsWorker } from './processes.mjs';

/** Design §8: memory is looked at so long after the engine was ended. */
const SETTLE_MS = 30_000;

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
      const before = new Map(lab.renderers().map((pid) => [pid, memoryMB(pid).residentMB]));
      const after = [];
      const peaks = [];
      let beforeMB = Number.NaN;
      for (let round = 1; round <= loads; round += 1) {
        await load(page, checkpoint, { holding, threads });
        await probe(page, asked);
        const pid = lab.renderers().find(runsWorker);
        if (pid === undefined) return { reason: 'the renderer process with the engine was not found' };
        beforeMB = before.get(pid) ?? Number.NaN;
        peaks.push(memoryMB(pid).peakMB);
        await unload(page);
        await wait(quick ? 1000 : SETTLE_MS);
        after.push(memoryMB(pid).residentMB);
        say(
          `memory, ${holding}, load ${round} of ${loads}: peak ${peaks.at(-1)?.toFixed(0)} MB, ` +
            `${beforeMB.toFixed(0)} MB before, ${after.at(-1)?.toFixed(0)} MB after`,
        );
      }
      measured.push({ holding, beforeMB, peaksMB: peaks, afterMB: after });
    } finally {
      await lab.close();
    }
  }
  return { holdings: measured, settleSeconds: quick ? 1 : SETTLE_MS / 1000 };
}
