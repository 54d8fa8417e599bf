// @ts-check
// The built-in checkpoints: bytes of a first visit, and the wait for a first G and for the class.
import { line } from './line.mjs';
import { median } from './numbers.mjs';

const BUDGET = { bytes: 6e6, firstSeconds: 10, classSeconds: 60 };

/** @typedef {{ firstSeconds: number, endSeconds: number }} Timed */

/** @param {import('./line.mjs').Measured} measured @returns {import('./line.mjs').Line[]} */
export const builtInLines = (measured) => [
  line(
    'built-in',
    'bytes of a first visit: page, runtime and one built-in checkpoint, as brotli and as gzip',
    `≤ ${BUDGET.bytes}`,
    measured,
    'builtIn',
    (/** @type {any} */ { visit, sent }) => ({
      value: { ...visit, files: sent.length, largest: largestOf(sent) },
      ok: Math.max(visit.sentBytes, visit.brotliBytes) <= BUDGET.bytes,
      ...(visit.gzipBytes > BUDGET.bytes ? { why: 'as gzip it is above the budget' } : {}),
    }),
  ),
  line(
    'built-in-first-g',
    'from the address to the first G, empty cache, own line, s',
    `≤ ${BUDGET.firstSeconds}`,
    measured,
    'builtIn',
    (/** @type {{ firstLook: readonly Timed[] }} */ { firstLook }) => {
      const seconds = firstLook.map(({ firstSeconds }) => firstSeconds);
      return {
        value: { medianSeconds: median(seconds), runs: firstLook },
        ok: median(seconds) <= BUDGET.firstSeconds,
      };
    },
  ),
  line(
    'built-in-class',
    'from the address to the end of what the class runs, s',
    `≤ ${BUDGET.classSeconds}`,
    measured,
    'builtIn',
    (/** @type {{ classPreset: readonly Timed[] }} */ { classPreset }) => {
      const seconds = classPreset.map(({ endSeconds }) => endSeconds);
      return {
        value: { medianSeconds: median(seconds), runs: classPreset },
        ok: median(seconds) <= BUDGET.classSeconds,
      };
    },
  ),
];

/** @param {readonly { path: string, bytes: number }[]} sent */
const largestOf = (sent) => sent.toSorted((one, other) => other.bytes - one.bytes).slice(0, 6);
