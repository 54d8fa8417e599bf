// @ts-check
// The published probe: its core on 100 items and the other conditions on 60, in the tab on two threads and in native
// PyTorch by the paper's method, taking turns.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GROUPS } from '../study-choices.mjs';
import { load, probe, unload } from './in-tab.mjs';
import { startNative } from './native.mjs';

/** The extended conditions are asked of fewer items, as published; no budget hangs on their time, so one round does. */
const STUDIES = [
  {
    id: 'core',
    set: 'toolshed-paper-2026-core-100',
    conditions: GROUPS['core'] ?? [],
    mostRounds: Number.POSITIVE_INFINITY,
  },
  {
    id: 'extended',
    set: 'toolshed-paper-2026-extended-60',
    conditions: GROUPS['extended'] ?? [],
    mostRounds: 1,
  },
];

/** @typedef {Awaited<ReturnType<typeof measureToolshed>>[number]} ToolshedStudy */

/**
 * @param {import('@playwright/test').Page} page
 * @param {{ root: string, checkpoint: string, folder: string, python: string | null, threads: number, rounds: number, limit: number | null }} options
 * @param {import('./machine.mjs').Doubts} doubts @param {(line: string) => void} say
 */
export async function measureToolshed(page, options, doubts, say) {
  const { root, checkpoint, folder, python, threads, limit } = options;
  const studies = [];
  for (const { id, set, conditions, mostRounds } of STUDIES) {
    const rounds = Math.min(options.rounds, mostRounds);
    const itemsFile = join(root, 'static-probes', `${set}.jsonl`);
    const items = readFileSync(itemsFile, 'utf8');
    /** @type {Awaited<ReturnType<typeof probe>>[]} */
    const tab = [];
    /** @type {{ seconds: number, pushedTokens: number, scores: Record<string, number> }[]} */
    const native = [];
    for (let round = 1; round <= rounds; round += 1) {
      const what = `ToolShed ${id}, round ${round} of ${rounds}`;
      await doubts.lookBefore(`${what}, tab`);
      await load(page, checkpoint, { holding: 'folded', threads });
      const own = await probe(page, { items, name: set, conditions, limit });
      await unload(page);
      tab.push(own);
      say(`${what}: tab ${own.seconds.toFixed(0)} s for ${own.progress.computedTokens} tokens`);
      if (python === null) continue;
      await doubts.lookBefore(`${what}, native`);
      const rival = await startNative({ root, python, folder, itemsFile, limit, conditions });
      try {
        native.push(await rival.measure('job', threads));
      } finally {
        rival.close();
      }
      say(`${what}: native ${native.at(-1)?.seconds.toFixed(0)} s`);
    }
    studies.push({ id, set, threads, conditions: conditions.length, tab, native });
  }
  return studies;
}
