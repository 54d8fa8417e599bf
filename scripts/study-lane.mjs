// @ts-check
// What the lanes of `npm run study` have in common: checkpoint and file of texts by name, a browser with the engine, the
// file that rows go to, and Ctrl-C.
import { createWriteStream, existsSync, readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPageIfNeeded } from './build-page.mjs';
import { checkpointFolder } from './checkpoint-folder.mjs';
import { Stop } from './stop.mjs';
import { openStudyBrowser } from './study-browser.mjs';
import { notWritten } from './study-outputs.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Options of every lane. */
export const SHARED_OPTIONS = /** @type {const} */ ({
  checkpoint: { type: 'string' },
  holding: { type: 'string', default: 'auto' },
  threads: { type: 'string' },
  limit: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
});

/**
 * @param {{ checkpoint?: string | undefined, holding: string, threads?: string | undefined, limit?: string | undefined, out?: string | undefined }} values
 */
export function sharedOptions(values) {
  if (values.checkpoint === undefined) throw new Stop('study: --checkpoint is missing (see --help)');
  if (!['folded', 'resident', 'auto'].includes(values.holding))
    throw new Stop(`--holding ${values.holding}: must be folded, resident or auto`);
  return {
    checkpoint: values.checkpoint,
    holding: /** @type {'folded' | 'resident' | 'auto'} */ (values.holding),
    threads: values.threads === undefined ? null : wholeNumber(values.threads, 'threads'),
    limit: values.limit === undefined ? null : wholeNumber(values.limit, 'limit'),
    out: values.out ?? null,
  };
}

/** @param {string} value @param {string} name */
export function wholeNumber(value, name) {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new Stop(`--${name} ${value}: must be a whole number above 0`);
  return number;
}

/** @param {string} asked a name or a folder */
export function folderAsked(asked) {
  const folder = checkpointFolder(root, asked);
  if (folder !== null) return folder;
  throw new Stop(
    `--checkpoint ${asked}: no folder with a config.json, neither built in nor below checkpoints/ nor as a path. To make a local checkpoint: npm run mirror`,
  );
}

/** @typedef {{ name: string, file: string, wording?: string }} FrozenFile */

/** The frozen files of a kind. @param {'sets' | 'tasks'} kind @returns {FrozenFile[]} */
const frozenFiles = (kind) =>
  JSON.parse(readFileSync(join(root, 'static-probes/manifest.json'), 'utf8'))[kind];

/**
 * A frozen set by its name, or a file.
 * @param {'items' | 'tasks'} option @param {string} asked
 * @returns {{ name: string, jsonl: string, wording: string }}
 */
export function textsAsked(option, asked) {
  const known = frozenFiles(option === 'items' ? 'sets' : 'tasks');
  const frozen = known.find(({ name }) => name === asked);
  const path = frozen === undefined ? resolve(asked) : join(root, 'static-probes', frozen.file);
  if (!existsSync(path) || !statSync(path).isFile())
    throw new Stop(
      `--${option} ${asked}: neither a frozen set (${known.map(({ name }) => name).join(', ')}) nor a file`,
    );
  try {
    return {
      name: frozen?.name ?? basename(path),
      // A byte order mark stays in: whoever reads the texts passes over it, and their hash is of the whole file.
      jsonl: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)),
      wording: frozen?.wording ?? 'paper',
    };
  } catch {
    throw new Stop(`--${option} ${asked}: not UTF-8 text`);
  }
}

/**
 * Where the checkpoint is served: a checkpoint without a card is called by its folder, as in the page. What the server
 * refuses in a name stands as a hyphen.
 * @param {string} folder
 */
const mountOf = (folder) => `asked-checkpoint/${basename(folder).replace(/^\.+|[\\:]/g, '-')}/`;

/** @param {{ happened: string, cure: string, details: string }} error */
export const oneLine = (error) =>
  [error.happened, error.cure, error.details === '' ? '' : `(${error.details})`]
    .join(' ')
    .replace(/\s*\n\s*/g, '; ')
    .trim();

/** @param {string} line */
export const say = (line) => void process.stderr.write(`${line}\n`);

/**
 * Opens the engine without a page, with the checkpoint's folder beside it, and closes it after the work.
 * @param {string} folder
 * @param {(page: import('@playwright/test').Page) => Promise<void>} work
 */
export async function inStudy(folder, work) {
  const lab = await openStudyBrowser({
    dist: buildPageIfNeeded(root, say),
    checkpoints: [],
    mounts: [{ at: mountOf(folder), folder }],
    // Ctrl-C is answered here, with what is kept.
    handleSIGINT: false,
  });
  try {
    await work(lab.page);
  } finally {
    await lab.close();
  }
}

/**
 * The file or stream that rows go to. `unlessEnded` waits for work as long as nobody ends the run.
 * @param {string | null} file
 * @param {() => string} kept what a run that was stopped leaves
 */
export function rowsTo(file, kept) {
  const out = file === null ? process.stdout : createWriteStream(file);
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    out.on('error', (error) =>
      reject(new Stop(notWritten(file === null ? 'stdout' : `--out ${file}`, error))),
    );
    process.once('SIGINT', () => {
      process.exitCode = 130;
      const stop = () => reject(new Stop(kept()));
      if (out === process.stdout) stop();
      else out.end(stop);
    });
  });
  ended.catch(() => undefined);
  return {
    /** @param {unknown} row */
    write: (row) => void out.write(`${JSON.stringify(row)}\n`),
    unlessEnded: (/** @type {Promise<any>} */ work) => Promise.race([work, ended]),
    /** Writes the rest; stdout stays open. */
    close: () =>
      file === null
        ? Promise.resolve()
        : new Promise((/** @type {(value?: unknown) => void} */ written) => out.end(() => written())),
  };
}

/** At most so often is something said. @param {number} everyMs */
export function pacedBy(everyMs) {
  let saidAt = 0;
  return () => {
    if (performance.now() - saidAt < everyMs) return false;
    saidAt = performance.now();
    return true;
  };
}

/**
 * Loads the checkpoint and says how far it is; who computes.
 * @param {import('@playwright/test').Page} page
 * @param {string} folder
 * @param {{ holding: string, threads: number | null }} options
 * @param {(work: Promise<any>) => Promise<any>} unlessEnded
 */
export async function loadChecked(page, folder, { holding, threads }, unlessEnded) {
  const isDue = pacedBy(500);
  await page.exposeBinding('studyStage', (_, /** @type {any} */ stage) => {
    if (!isDue() && stage.totalBytes !== undefined) return;
    const bytes =
      stage.totalBytes === undefined
        ? ''
        : ` ${(stage.doneBytes / 1e6).toFixed(0)} of ${(stage.totalBytes / 1e6).toFixed(0)} MB`;
    say(`${stage.name.replaceAll('-', ' ')}${bytes}`);
  });
  const loading = page.evaluate(
    (asked) => {
      const here = /** @type {any} */ (globalThis);
      const source = { kind: 'served', baseUrl: new URL(asked.path, here.document.baseURI).href };
      const load = { holding: asked.holding, threads: asked.threads, windowTokens: null };
      return here.backfireStudy.load(source, load, here.studyStage);
    },
    {
      holding,
      threads: threads ?? Math.max(Math.min(2, cpus().length), Math.min(8, Math.floor(cpus().length / 2))),
      path: mountOf(folder).split('/').map(encodeURIComponent).join('/'),
    },
  );
  const loaded = await unlessEnded(loading);
  if (!loaded.ok) throw new Stop(oneLine(loaded.error));
  const { selfCheck } = loaded.value;
  if (selfCheck.state === 'differs')
    throw new Stop(
      `The self-check differs from the stored value by ${selfCheck.largestDifferenceNats} nats; nothing was scored.`,
    );
  return loaded.value;
}
