// @ts-check
// Native PyTorch beside the tab: oracle/native_bench.py, kept alive so that the two can take turns.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Stop } from '../stop.mjs';

/**
 * @typedef {{
 *   about: any,
 *   measure: (what: 'job' | 'prefill' | 'decode', threads: number) => Promise<any>,
 *   close: () => void,
 * }} Native
 */

/**
 * Why native PyTorch cannot be measured, or null.
 * @param {string | null} python
 */
export function whyNoNative(python) {
  if (python === null || python === '')
    return 'no Python with torch was named: --python <program>, or the variable BENCH_PYTHON';
  const { status, error } = spawnSync(python, ['-c', 'import torch, transformers'], { encoding: 'utf8' });
  if (error !== undefined) return `--python cannot be started: ${error.message}`;
  return status === 0 ? null : 'the Python that was named has no torch and transformers';
}

/**
 * @param {{ root: string, python: string, folder: string, itemsFile: string, limit: number | null, conditions?: readonly string[] }} options
 * @returns {Promise<Native>}
 */
export async function startNative({ root, python, folder, itemsFile, limit, conditions }) {
  const child = spawn(
    python,
    [
      join(root, 'oracle', 'native_bench.py'),
      ...['--checkpoint', folder, '--items', itemsFile, '--on-request'],
      ...(limit === null ? [] : ['--limit', String(limit)]),
      ...(conditions === undefined ? [] : ['--conditions', conditions.join(',')]),
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
    complaints = (complaints + part).slice(-2000);
  });
  // Its end is noticed where an answer is awaited.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Stop(`oracle/native_bench.py ended:\n${complaints.trim()}`);
    return JSON.parse(value);
  };
  const { ready } = await answer();
  return {
    about: ready,
    measure: (what, threads) => {
      child.stdin.write(`${JSON.stringify({ measure: what, threads })}\n`);
      return answer();
    },
    close: () => {
      child.stdin.end();
      child.kill();
    },
  };
}
