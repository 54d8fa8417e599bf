// @ts-check
// Compressed copies that the build laid beside large files (compressed-copies.mjs): which of them a request may be answered with.
import { stat } from 'node:fs/promises';

/** In the order of preference. */
const CODINGS = /** @type {const} */ ([
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
]);

/**
 * Whether a client takes a coding, by its Accept-Encoding.
 * @param {string | undefined} header @param {string} coding
 */
export function accepts(header, coding) {
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name !== coding) continue;
    return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return false;
}

/**
 * The copies of a file, best first. One that is older than its file is not of it.
 * @param {string} path @param {Date} modified of the file itself
 * @returns {Promise<{ coding: 'br' | 'gzip', path: string, bytes: number }[]>}
 */
export async function encodedCopies(path, modified) {
  const found = [];
  for (const { coding, suffix } of CODINGS) {
    try {
      const about = await stat(path + suffix);
      if (about.isFile() && about.mtimeMs >= modified.getTime())
        found.push({ coding, path: path + suffix, bytes: about.size });
    } catch {
      // There is none.
    }
  }
  return found;
}
