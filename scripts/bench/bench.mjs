#!/usr/bin/env node
// @ts-check
// `npm run bench`: the figures of design §8 as one JSON, each against its budget, native PyTorch beside the tab where a
// Python with torch is named. JSON goes to stdout, what is going on to stderr.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPageIfNeeded } from '../build-page.mjs';
import { checkpointFolder, CHECKPOINT_NAMES } from '../checkpoint-folder.mjs';
import { optionsOf } from '../options-of.mjs';
import { Stop, toExitCode } from '../stop.mjs';
import { measureAgreement } from './agreement.mjs';
import { measureBuiltIn } from './built-in.mjs';
import { measureDecoding } from './decoding.mjs';
import { measureFirstPaint } from './first-paint.mjs';
import { load, teachPasses, unload } from './in-tab.mjs';
import { measureJob } from './job.mjs';
import { chromiumVersion, openLabBrowser } from './lab-browser.mjs';
import { linesOf } from './lines.mjs';
import { commitOf, coreCount, describeMachine, Doubts, IDLE_LOAD, loadNow } from './machine.mjs';
import { measureMainThread } from './main-thread.mjs';
import { measureMemory } from './memory.mjs';
import { startNative, whyNoNative } from './native.mjs';
import { shortened } from './numbers.mjs';
import { temporaryFolder } from './temporary-folder.mjs';
import { measureToolshed } from './toolshed.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const CHECKPOINT = 'smollm2-135m-instruct-q4_1';
const TINY = 'tests/fixtures/tiny/llama-gqa-tied-bf16';
const ITEM_SET = 'first-eight-1';
const PARTS = ['agreement', 'job', 'decoding', 'memory', 'main-thread', 'first-paint', 'built-in'];
/** Half an hour: only where it is asked for by name. */
const LONG_PARTS = ['toolshed'];
const USAGE = `usage: npm run bench -- [options]
  --only a,b           of ${PARTS.join(', ')} (default: these), ${LONG_PARTS.join(', ')} (long: only by name)
  --checkpoint X       ${CHECKPOINT_NAMES}
                       (default ${CHECKPOINT})
  --python PROGRAM     a Python with torch and transformers, for the comparison (or the variable BENCH_PYTHON)
  --rounds N           how often tab and native take turns (default 3)
  --limit N            only the first N items: a trial
  --long               ten loads in the memory part instead of two
  --quick              a tiny checkpoint and short waits: tries the bench itself, no figure counts
  --save               also write docs/evidence/bench-<commit>.json`;

function readOptions() {
  const options = /** @type {const} */ ({
    only: { type: 'string' },
    checkpoint: { type: 'string' },
    python: { type: 'string' },
    rounds: { type: 'string' },
    limit: { type: 'string' },
    long: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  const { values } = optionsOf('bench', { options });
  if (values.help) return null;
  const only = values.only?.split(',').map((part) => part.trim()) ?? PARTS;
  const known = [...PARTS, ...LONG_PARTS];
  const stranger = only.find((part) => !known.includes(part));
  if (stranger !== undefined)
    throw new Stop(`--only: there is no part "${stranger}"; known: ${known.join(', ')}`);
  const { quick } = values;
  const limit = values.limit === undefined ? null : wholeNumber(values.limit, 'limit');
  if (values.save && (quick || limit !== null))
    throw new Stop('--save keeps evidence; a trial (--quick, --limit) is none');
  const asked = values.checkpoint ?? (quick ? TINY : CHECKPOINT);
  const folder = checkpointFolder(root, asked);
  if (folder === null)
    throw new Stop(
      `--checkpoint ${asked}: no folder with a config.json. To make a local one: npm run mirror`,
    );
  return {
    only,
    folder,
    checkpoint: basename(folder),
    python: values.python ?? process.env['BENCH_PYTHON'] ?? null,
    rounds: values.rounds === undefined ? (quick ? 1 : 3) : wholeNumber(values.rounds, 'rounds'),
    limit: limit ?? (quick ? 2 : null),
    loads: values.long ? 10 : 2,
    quick,
    save: values.save,
  };
}

/** @param {string} value @param {string} name */
function wholeNumber(value, name) {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new Stop(`--${name} ${value}: must be a whole number above 0`);
  return number;
}

/** @typedef {NonNullable<ReturnType<typeof readOptions>>} Options */

/**
 * @param {Options} options @param {{ dist: string, checkpoints: string }} served
 * @param {Doubts} doubts @param {(line: string) => void} say
 */
async function measureAll(options, served, doubts, say) {
  const { checkpoint, limit, quick } = options;
  const itemsFile = join(root, 'static-probes', `${ITEM_SET}.jsonl`);
  const asked = { checkpoint, items: readFileSync(itemsFile, 'utf8'), name: ITEM_SET, limit };
  const bothThreads = coreCount() > 1 ? [1, 2] : [1];
  const threads = bothThreads.at(-1) ?? 1;
  /** @type {import('./line.mjs').Measured & { failed: Record<string, string> }} */
  const measured = { failed: {} };
  /** @type {(part: string, key: Exclude<keyof typeof measured, 'failed'>, work: () => Promise<any>) => Promise<void>} */
  const take = async (part, key, work) => {
    if (!options.only.includes(part)) return;
    say(`${part} …`);
    try {
      await doubts.lookBefore(part);
      measured[key] = await work();
    } catch (error) {
      measured.failed[key] = error instanceof Error ? error.message : String(error);
      say(`${part} failed: ${error instanceof Stop ? error.message : String(error)}`);
    }
  };
  const inStudy = async (/** @type {(page: import('@playwright/test').Page) => Promise<any>} */ work) => {
    const lab = await openLabBrowser(served);
    try {
      const page = await lab.studyPage();
      await teachPasses(page);
      return await work(page);
    } finally {
      await lab.close();
    }
  };

  await take('agreement', 'agreement', () =>
    inStudy((page) => measureAgreement(page, { root, checkpoint, threads, limit })),
  );
  const reason = whyNoNative(options.python);
  await take('job', 'job', async () => {
    const { python, folder, rounds } = options;
    if (reason !== null) say(`native: ${reason}`);
    const native =
      reason !== null || python === null
        ? null
        : await startNative({ root, python, folder, itemsFile, limit });
    measured.native = native === null ? { reason: reason ?? '' } : { about: native.about };
    try {
      return await inStudy((page) =>
        measureJob(page, native, { ...asked, threads: bothThreads, rounds }, doubts, say),
      );
    } finally {
      native?.close();
    }
  });
  await take('toolshed', 'toolshed', () =>
    inStudy((page) =>
      measureToolshed(
        page,
        { ...options, root, python: reason === null ? options.python : null, threads },
        doubts,
        say,
      ),
    ),
  );
  await take('decoding', 'decoding', () =>
    inStudy(async (page) => {
      await load(page, checkpoint, { holding: 'folded', threads });
      const found = await measureDecoding(page, { quick }, say);
      await unload(page);
      return found;
    }),
  );
  await take('memory', 'memory', () =>
    measureMemory(served, { ...asked, threads, loads: options.loads, quick }, say),
  );
  await take('main-thread', 'mainThread', () =>
    measureMainThread(served, { checkpoint, set: ITEM_SET }, say),
  );
  await take('first-paint', 'firstPaint', () => measureFirstPaint(served, quick ? 1 : 3));
  await take('built-in', 'builtIn', () => measureBuiltIn(served.dist, quick ? 1 : 3));
  return measured;
}

async function main() {
  const options = readOptions();
  if (options === null) {
    console.log(USAGE);
    return;
  }
  const say = (/** @type {string} */ line) => process.stderr.write(`bench: ${line}\n`);
  const begun = new Date();
  const load1 = loadNow();
  const doubts = new Doubts(say);
  if (load1 !== null && (load1[0] ?? 0) > IDLE_LOAD)
    doubts.add(`load average ${load1[0]} at the start: somebody else is computing`);
  const { commit, uncommitted } = commitOf(root);
  if (uncommitted) doubts.add('the working tree holds changes that are not committed');
  // A copy: somebody may build again meanwhile, and all figures are to be of one page.
  const copy = temporaryFolder('page');
  const dist = copy.path;
  cpSync(buildPageIfNeeded(root, say), dist, { recursive: true });
  const served = { dist, checkpoints: dirname(options.folder) };
  try {
    const chromium = await chromiumVersion();
    const measured = await measureAll(options, served, doubts, say);
    const lines = linesOf(measured);
    const result = {
      what: options.quick || options.limit !== null ? 'a trial: no figure counts' : 'bench of Backfire Lab',
      commit,
      uncommittedChanges: uncommitted,
      date: begun.toISOString(),
      minutes: (Date.now() - begun.getTime()) / 60_000,
      command: ['npm run bench --', ...withoutPaths(process.argv.slice(2))].join(' '),
      machine: describeMachine(chromium),
      loadAverageAtStart: load1,
      warnings: doubts.warnings,
      checkpoint: options.checkpoint,
      items: ITEM_SET,
      native: measured.native ?? null,
      lines,
      jobPasses: passesOf(measured),
    };
    const text = `${JSON.stringify(shortened(result), null, 2)}\n`;
    process.stdout.write(text);
    if (options.save) {
      const file = join(root, 'docs', 'evidence', `bench-${commit}.json`);
      writeFileSync(file, text);
      say(`written to ${relative(root, file)}`);
    }
    for (const { id, ok, why } of lines)
      say(`${ok === null ? '  –' : ok ? ' ok' : 'BAD'}  ${id}${why === undefined ? '' : ` (${why})`}`);
    if (Object.keys(measured.failed).length > 0) process.exitCode = 1;
  } finally {
    copy.remove();
  }
}

/** The command for the record: where a program lies on this computer says nothing to anyone else. @param {readonly string[]} words */
const withoutPaths = (words) => words.map((word) => (/[\\/]/.test(word) ? basename(word) : word));

/** The passes of each thread count's first round, [new tokens, past tokens, ms]. @param {any} measured */
const passesOf = ({ job }) =>
  (job ?? []).map((/** @type {any} */ { threads, tab }) => ({
    threads,
    passes: tab[0].job.passes.map((/** @type {any} */ { newTokens, pastTokens, elapsedMs }) => [
      newTokens,
      pastTokens,
      Math.round(elapsedMs),
    ]),
  }));

await toExitCode(main);
