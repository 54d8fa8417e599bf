import type { Cut } from './source-text.ts';

/** Longer runs are pictures or files, which no reader of a transcript needs. */
const LONGEST_BASE64 = 2048;

/**
 * Runs of base64 longer than 2 kB. A run is taken only if it has both cases and a digit: a long line of one letter
 * is text. One look at each character, for texts of many megabytes.
 */
export function base64Runs(text: string): Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  let kinds = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at < text.length ? kindOf(text.charCodeAt(at)) : 0;
    if (kind !== 0) {
      kinds |= kind;
      continue;
    }
    if (at - start > LONGEST_BASE64 && (kinds & 7) === 7) {
      cuts.push({ start, end: at, what: 'base64', mark: `[base64, ${at - start} characters]` });
    }
    start = at + 1;
    kinds = 0;
  }
  return cuts;
}

const UPPER = 1;
const LOWER = 2;
const DIGIT = 4;
const OTHER = 8;

function kindOf(unit: number): number {
  if (unit >= 65 && unit <= 90) return UPPER;
  if (unit >= 97 && unit <= 122) return LOWER;
  if (unit >= 48 && unit <= 57) return DIGIT;
  // + / = and the two of the web alphabet, - and _
  return unit === 43 || unit === 47 || unit === 61 || unit === 45 || unit === 95 ? OTHER : 0;
}
