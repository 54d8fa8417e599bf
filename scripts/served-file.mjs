// @ts-check
// From a URL path to a file that may be shown, and from a Range header to bytes: the parts of the server that must not err.
import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/x-ndjson; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.jinja': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** @param {string} path */
export const typeOf = (path) => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';

/**
 * The parts of a request's path, decoded once; null where they could name something else than a plain file below the root:
 * '..', an empty part, a dot file, a separator or NUL hidden in an escape, a broken escape.
 * @param {string} rawPath the path as it came, without query; starts with '/'
 * @returns {string[] | null} the last part is '' for a folder ("/a/")
 */
export function safeParts(rawPath) {
  const parts = [];
  const raw = rawPath.split('/').slice(1);
  for (const [index, piece] of raw.entries()) {
    let part;
    try {
      part = decodeURIComponent(piece);
    } catch {
      return null;
    }
    const isLast = index === raw.length - 1;
    if (part === '' && !isLast) return null;
    if (part.startsWith('.') || /[/\\\0:]/.test(part)) return null;
    parts.push(part);
  }
  return parts;
}

/** @typedef {{ kind: 'file', path: string, bytes: number, etag: string, modified: Date }} FoundFile */

/**
 * The file or folder that the parts name below root, symbolic links resolved; null when it is missing or lies outside.
 * @param {string} root @param {readonly string[]} parts
 * @returns {Promise<FoundFile | { kind: 'folder', path: string } | null>}
 */
export async function findBelow(root, parts) {
  try {
    const home = await realpath(root);
    const path = await realpath(join(home, ...parts));
    if (path !== home && !path.startsWith(home.endsWith(sep) ? home : home + sep)) return null;
    const about = await stat(path);
    if (about.isDirectory()) return { kind: 'folder', path };
    if (!about.isFile()) return null;
    return {
      kind: 'file',
      path,
      bytes: about.size,
      etag: `"${about.size.toString(16)}-${Math.round(about.mtimeMs).toString(16)}"`,
      modified: new Date(Math.floor(about.mtimeMs / 1000) * 1000),
    };
  } catch {
    return null;
  }
}

/**
 * What a Range header asks of a file. Several ranges at once and unknown units are answered with the whole file, as HTTP
 * allows; bounds are inclusive.
 * @param {string | undefined} header @param {number} bytes size of the file
 * @returns {{ kind: 'whole' } | { kind: 'part', first: number, last: number } | { kind: 'outside' }}
 */
export function readRange(header, bytes) {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return { kind: 'whole' };
  if (asked[1] === '') {
    const length = Math.min(Number(asked[2]), bytes);
    return length === 0 ? { kind: 'outside' } : { kind: 'part', first: bytes - length, last: bytes - 1 };
  }
  const first = Number(asked[1]);
  const last = asked[2] === '' ? bytes - 1 : Number(asked[2]);
  if (asked[2] !== '' && last < first) return { kind: 'whole' };
  if (first >= bytes) return { kind: 'outside' };
  return { kind: 'part', first, last: Math.min(last, bytes - 1) };
}
