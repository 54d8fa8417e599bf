// @ts-check
// Writes dist/service-worker.js: workers/service-worker.ts with the list of the files that make up the page, each under the
// hash of its bytes. A classic script in one piece, so that every browser with service workers can run it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Item sets that the ways in need; the others are large, and fetched when they are chosen. */
const ITEM_SETS = ['first-eight-1', 'toolshed-paper-2026-quick-12', 'toolshed-paper-2026-class-6'];
const SHELL_FILE = /^(theme\.js|icon\.svg|test-kit\/.*\.py|assets\/.*\.(js|mjs|css|woff2|svg))$/;
const OF_STUDY = /^assets\/study-/;

/** @param {string} path */
const isItemSet = (path) =>
  ITEM_SETS.some((name) => new RegExp(`^assets/${name}-[\\w-]{8}\\.jsonl$`).test(path));

/** @param {string} file */
const integrityOf = (file) => `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;

/**
 * What the service worker keeps: all of the page that is not asked for by choice, and apart from it the runtime.
 * @param {string} dist folder of the built page
 */
export function shellOf(dist) {
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const page = paths.filter((path) => (SHELL_FILE.test(path) && !OF_STUDY.test(path)) || isItemSet(path));
  const files = [
    // Hosts answer the bare address with it, and some nothing else.
    ['', integrityOf(join(dist, 'index.html'))],
    ...page.map((path) => [path, integrityOf(join(dist, path))]),
  ];
  const runtime = paths
    .filter((path) => /^assets\/.*\.wasm$/.test(path))
    .map((path) => [path, integrityOf(join(dist, path))]);
  const version = createHash('sha256')
    .update(JSON.stringify([files, runtime]))
    .digest('hex')
    .slice(0, 16);
  return { version, files, runtime };
}

/** @param {string} root the repository @param {string} dist folder of the built page */
export async function writeServiceWorker(root, dist) {
  // Pages of their own, as some tests build them, are not kept.
  if (!existsSync(join(dist, 'index.html'))) return;
  const { build } = await import('vite');
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { LAB_SHELL: JSON.stringify(shellOf(dist)) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'workers', 'service-worker.ts'),
        output: { format: 'iife' },
        checks: { bundlerTimings: false },
        treeshake: { moduleSideEffects: [{ test: /\/src\/.*\.ts$/, sideEffects: false }] },
      },
    },
  });
  const [output] = [built].flat();
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error('the service worker was not built');
  writeFileSync(join(dist, 'service-worker.js'), chunk.code);
}
