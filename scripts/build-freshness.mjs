// @ts-check
// Is dist/ made from the sources as they are now? Decided by content, because a checkout or a copy changes times only.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Everything that a built page is made of. Tests stand among the sources and are left out. */
const SOURCES = [
  ...['index.html', 'study.html', 'package-lock.json', 'vite.config.ts', 'svelte.config.js'],
  ...[
    'tsconfig.base.json',
    'scripts/build-freshness.mjs',
    'scripts/compressed-copies.mjs',
    'scripts/offline-shell.mjs',
    'scripts/prerender.mjs',
    'scripts/source-module.mjs',
    'src',
    'workers',
    'static-probes',
    'public',
    'stubs',
  ],
];
const STAMP = 'build.json';

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)],
    );
  } catch {
    return [path];
  }
}

/**
 * sha256 over the names and contents of all sources.
 * @param {string} root the repository
 */
export function sourcesSha256(root) {
  const digest = createHash('sha256');
  const files = SOURCES.flatMap((source) => filesOf(join(root, source)))
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((path) => !/\.test\.ts$/.test(path))
    .sort();
  for (const file of files) {
    const content = createHash('sha256').update(readFileSync(join(root, file)));
    digest.update(`${file} ${content.digest('hex')}\n`);
  }
  return digest.digest('hex');
}

/**
 * Why the page must be built again, in a few words; null when dist is up to date.
 * @param {string} root @param {string} dist
 */
export function reasonToBuild(root, dist) {
  if (!existsSync(join(dist, 'index.html'))) return 'there is no built page yet';
  try {
    const stamp = JSON.parse(readFileSync(join(dist, STAMP), 'utf8'));
    return stamp.sourcesSha256 === sourcesSha256(root)
      ? null
      : 'the sources have changed since the last build';
  } catch {
    return 'the built page does not say what it was made from';
  }
}

/**
 * Vite plugin: does what is left to do on a built page, then leaves build.json beside it, as the last file, so that a broken-off build is never taken for one.
 * The sources are read when the build starts: a change made meanwhile counts as newer.
 * @param {string} root
 * @param {readonly ((root: string, dist: string) => Promise<void>)[]} [steps] one after the other
 * @returns {import('vite').Plugin}
 */
export function buildStamp(root, steps = []) {
  let before = '';
  return {
    name: 'lab-build-stamp',
    apply: 'build',
    buildStart() {
      before = sourcesSha256(root);
    },
    writeBundle: {
      order: 'post',
      async handler({ dir }) {
        if (dir === undefined) return;
        for (const step of steps) await step(root, dir);
        const stamp = { sourcesSha256: before };
        writeFileSync(join(dir, STAMP), `${JSON.stringify(stamp)}\n`);
      },
    },
  };
}
