#!/usr/bin/env node
// @ts-check
// `npm run study -- probe …`: a probe run without a page, in the page's own engine (headless browser, same worker, same
// wasm). Rows go to --out or stdout as JSON Lines, progress and at the end what was found to stderr; bad input is one
// line and exit code 1.
import { createWriteStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPageIfNeeded } from './build-page.mjs';
import { checkpointFolder, CHECKPOINT_NAMES } from './checkpoint-folder.mjs';
import { optionsOf } from './options-of.mjs';
import { sourceModule } from './source-module.mjs';
import { Stop } from './stop.mjs';
import {
  CANDIDATES,
  candidatesOf,
  CONDITIONS,
  conditionsOf,
  GROUPS,
  SCOPES,
  WORDINGS,
} from './study-choices.mjs';
import { openStudyBrowser } from './study-browser.mjs';
import { checkOutputs, notWritten, runFileOf } from './study-outputs.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const USAGE = `usage: npm run study -- probe --checkpoint <id|folder> --items <set|file.jsonl> [options]
  --checkpoint X       ${CHECKPOINT_NAMES}
  --items X            a frozen set of static-probes/ (its name), or an item file (.jsonl), also one of the published form
  --conditions a,b     names or groups (default: first). Groups: ${Object.keys(GROUPS).join(', ')}
                       Names: ${CONDITIONS.join(', ')}
  --candidates a,b     of ${CANDIDATES.join(', ')} (default: all); same-everywhere scores
                       all of them under every condition, published the other wrong calls under pre and fail only
  --wording W          ${WORDINGS.join(', ')} or a JSON file with texts of your own (default: what the set was made for)
  --holding H          folded, resident or auto (default auto)
  --threads N          default: the physical cores as far as they can be guessed
  --limit N            only the first N items
  --knockouts          also the failed call after the error with each part of the transcript hidden
  --out FILE           rows go there (JSON Lines), and FILE.run.json says who computed
  --record FILE        the whole run in one JSON: who computed, settings and rows; the page opens it`;

/** @param {string} value @param {string} name */
function wholeNumber(value, name) {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new Stop(`--${name} ${value}: must be a whole number above 0`);
  return number;
}

/** @param {string | undefined} value */
function conditionsAsked(value) {
  if (value === undefined) return null;
  const read = conditionsOf(value);
  if (read.ok) return read.value;
  throw new Stop(
    `--conditions ${value}: there is no "${read.stranger}"; groups: ${Object.keys(GROUPS).join(', ')}; names: ${CONDITIONS.join(', ')}`,
  );
}

/** @param {string | undefined} value */
function candidatesAsked(value) {
  if (value === undefined) return { scope: 'published', names: null };
  const read = candidatesOf(value);
  if (read.ok) return read.value;
  throw new Stop(
    SCOPES.includes(read.stranger)
      ? `--candidates ${value}: only one of ${SCOPES.join(', ')}`
      : `--candidates ${value}: there is no "${read.stranger}"; known: ${[...CANDIDATES, ...SCOPES].join(', ')}`,
  );
}

/**
 * A named wording, or the texts of a file; they are checked in the page.
 * @param {string} value
 * @returns {string | Record<string, string>}
 */
function wordingAsked(value) {
  if (WORDINGS.includes(value)) return value;
  if (!existsSync(value) || !statSync(value).isFile())
    throw new Stop(`--wording ${value}: neither ${WORDINGS.join(' nor ')} nor a file`);
  let texts;
  try {
    texts = JSON.parse(readFileSync(value, 'utf8'));
  } catch (error) {
    throw new Stop(
      `--wording ${value}: not JSON (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  const isTexts =
    typeof texts === 'object' &&
    texts !== null &&
    Object.values(texts).every((text) => typeof text === 'string');
  if (!isTexts) throw new Stop(`--wording ${value}: must be one JSON object of texts`);
  return texts;
}

function readOptions() {
  const options = /** @type {const} */ ({
    checkpoint: { type: 'string' },
    items: { type: 'string' },
    conditions: { type: 'string' },
    candidates: { type: 'string' },
    wording: { type: 'string' },
    holding: { type: 'string', default: 'auto' },
    threads: { type: 'string' },
    limit: { type: 'string' },
    knockouts: { type: 'boolean', default: false },
    out: { type: 'string' },
    record: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  const { values, positionals } = optionsOf('study', { allowPositionals: true, options });
  if (values.help) return null;
  const [lane, ...more] = positionals;
  if (lane !== 'probe' || more.length > 0)
    throw new Stop(
      `study: the first word must be "probe"${lane === undefined ? '' : `, not "${positionals.join(' ')}"`} (see --help)`,
    );
  if (values.checkpoint === undefined) throw new Stop('study: --checkpoint is missing (see --help)');
  if (values.items === undefined) throw new Stop('study: --items is missing (see --help)');
  if (!['folded', 'resident', 'auto'].includes(values.holding))
    throw new Stop(`--holding ${values.holding}: must be folded, resident or auto`);
  return {
    checkpoint: values.checkpoint,
    items: values.items,
    conditions: conditionsAsked(values.conditions),
    candidates: candidatesAsked(values.candidates),
    wording: values.wording === undefined ? null : wordingAsked(values.wording),
    holding: /** @type {'folded' | 'resident' | 'auto'} */ (values.holding),
    threads: values.threads === undefined ? null : wholeNumber(values.threads, 'threads'),
    limit: values.limit === undefined ? null : wholeNumber(values.limit, 'limit'),
    knockouts: values.knockouts,
    out: values.out ?? null,
    record: values.record ?? null,
  };
}

/** @param {string} asked a name or a folder */
function folderAsked(asked) {
  const folder = checkpointFolder(root, asked);
  if (folder !== null) return folder;
  throw new Stop(
    `--checkpoint ${asked}: no folder with a config.json, neither built in nor below checkpoints/ nor as a path. To make a local checkpoint: npm run mirror`,
  );
}

/** The frozen sets. @returns {{ name: string, file: string, wording?: string }[]} */
const frozenSets = () => JSON.parse(readFileSync(join(root, 'static-probes/manifest.json'), 'utf8')).sets;

/**
 * Where the checkpoint is served: a checkpoint without a card is called by its folder, as in the page. What the server
 * refuses in a name stands as a hyphen.
 * @param {string} folder
 */
const mountOf = (folder) => `asked-checkpoint/${basename(folder).replace(/^\.+|[\\:]/g, '-')}/`;

/** @param {string} asked a frozen set or a file @returns {{ name: string, jsonl: string, wording: string }} */
function itemsOf(asked) {
  const frozen = frozenSets().find(({ name }) => name === asked);
  const path = frozen === undefined ? resolve(asked) : join(root, 'static-probes', frozen.file);
  if (!existsSync(path) || !statSync(path).isFile())
    throw new Stop(
      `--items ${asked}: neither a frozen set (${frozenSets()
        .map(({ name }) => name)
        .join(', ')}) nor a file`,
    );
  try {
    return {
      name: frozen?.name ?? basename(path),
      // A byte order mark stays in: whoever reads the items passes over it, and their hash is of the whole file.
      jsonl: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)),
      wording: frozen?.wording ?? 'paper',
    };
  } catch {
    throw new Stop(`--items ${asked}: not UTF-8 text`);
  }
}

/** @param {{ happened: string, cure: string, details: string }} error */
const oneLine = (error) =>
  [error.happened, error.cure, error.details === '' ? '' : `(${error.details})`]
    .join(' ')
    .replace(/\s*\n\s*/g, '; ')
    .trim();

async function main() {
  const options = readOptions();
  if (options === null) {
    console.log(USAGE);
    return;
  }
  const folder = folderAsked(options.checkpoint);
  const items = itemsOf(options.items);
  checkOutputs(options);
  const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  const dist = buildPageIfNeeded(root, say);
  const lab = await openStudyBrowser({
    dist,
    checkpoints: [],
    mounts: [{ at: mountOf(folder), folder }],
    // Ctrl-C is answered here, with what is kept.
    handleSIGINT: false,
  });
  try {
    await study(lab, options, { items, folder }, say);
  } finally {
    await lab.close();
  }
}

/**
 * Every bad line is named, each on a line of its own, before a checkpoint is read.
 * @param {import('@playwright/test').Page} page
 * @param {{ name: string, jsonl: string }} items
 * @param {(line: string) => void} say
 */
async function checkItems(page, items, say) {
  /** @type {{ line: number, field: string | null, what: string }[]} */
  const faults = await page.evaluate(
    (jsonl) => /** @type {any} */ (globalThis).backfireStudy.faultsOf(jsonl),
    items.jsonl,
  );
  const said = faults.map(
    ({ line, field, what }) =>
      `${items.name}, line ${line}${field === null ? '' : `, field ${field}`}: ${what}`,
  );
  if (said.length === 1) throw new Stop(said[0] ?? '');
  for (const line of said) say(line);
  if (said.length > 1) {
    const lines = new Set(faults.map(({ line }) => line)).size;
    throw new Stop(
      `study: ${lines} bad ${lines === 1 ? 'line' : 'lines'} in ${items.name}; nothing was scored. static-probes/item.schema.json says what each field must be.`,
    );
  }
}

/** What a run that was stopped leaves. @param {number} rows @param {{ out: string | null, record: string | null }} options */
const keptOf = (rows, { out, record }) => {
  const unwritten = [...(out === null ? [] : [runFileOf(out)]), ...(record === null ? [] : [record])];
  return [
    `study: stopped; ${rows} rows were written${out === null ? '' : ` and stay in ${out}, which the page opens as a part`}`,
    ...(unwritten.length === 0 ? [] : [`not written: ${unwritten.join(', ')}`]),
  ].join('; ');
};

/**
 * @param {Awaited<ReturnType<typeof openStudyBrowser>>} lab
 * @param {NonNullable<ReturnType<typeof readOptions>>} options
 * @param {{ items: { name: string, jsonl: string, wording: string }, folder: string }} asked
 * @param {(line: string) => void} say
 */
async function study(lab, options, { items, folder }, say) {
  const { page } = lab;
  await checkItems(page, items, say);
  const out = options.out === null ? process.stdout : createWriteStream(options.out);
  let rows = 0;
  let refused = 0;
  let saidAt = 0;
  await page.exposeBinding('studyRow', (_, /** @type {unknown} */ row) => {
    rows += 1;
    out.write(`${JSON.stringify(row)}\n`);
  });
  await page.exposeBinding('studyRefused', (_, /** @type {string} */ id, /** @type {any} */ error) => {
    refused += 1;
    say(`not scored: ${id}: ${oneLine(error)}`);
  });
  await page.exposeBinding('studyStage', (_, /** @type {any} */ stage) => {
    if (performance.now() - saidAt < 500 && stage.totalBytes !== undefined) return;
    saidAt = performance.now();
    const bytes =
      stage.totalBytes === undefined
        ? ''
        : ` ${(stage.doneBytes / 1e6).toFixed(0)} of ${(stage.totalBytes / 1e6).toFixed(0)} MB`;
    say(`${stage.name.replaceAll('-', ' ')}${bytes}`);
  });
  await page.exposeBinding('studyProgress', (_, /** @type {any} */ progress) => {
    if (performance.now() - saidAt < 1000 && progress.unitsDone < progress.unitsAll) return;
    saidAt = performance.now();
    const perSecond = progress.computedTokens / (progress.elapsedMs / 1000);
    const left = (progress.plannedTokens - progress.computedTokens) / perSecond;
    say(
      `${progress.unitsDone} of ${progress.unitsAll} scores, ${progress.computedTokens} of ${progress.plannedTokens} tokens` +
        (Number.isFinite(perSecond) && perSecond > 0
          ? `, ${perSecond.toFixed(0)} tokens/s, about ${Math.ceil(left)} s left`
          : ''),
    );
  });
  const threads =
    options.threads ?? Math.max(Math.min(2, cpus().length), Math.min(8, Math.floor(cpus().length / 2)));
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    out.on('error', (error) =>
      reject(new Stop(notWritten(options.out === null ? 'stdout' : `--out ${options.out}`, error))),
    );
    process.once('SIGINT', () => {
      process.exitCode = 130;
      const kept = () => reject(new Stop(keptOf(rows, options)));
      if (out === process.stdout) kept();
      else out.end(kept);
    });
  });
  ended.catch(() => undefined);
  const unlessEnded = (/** @type {Promise<any>} */ work) => Promise.race([work, ended]);
  const loading = page.evaluate(
    ({ holding, threads: count, path }) => {
      const here = /** @type {any} */ (globalThis);
      const baseUrl = new URL(path, here.document.baseURI).href;
      const source = { kind: 'served', baseUrl };
      return here.backfireStudy.load(
        source,
        { holding, threads: count, windowTokens: null },
        here.studyStage,
      );
    },
    { holding: options.holding, threads, path: mountOf(folder).split('/').map(encodeURIComponent).join('/') },
  );
  const loaded = await unlessEnded(loading);
  if (!loaded.ok) throw new Stop(oneLine(loaded.error));
  const provenance = loaded.value;
  if (provenance.selfCheck.state === 'differs')
    throw new Stop(
      `The self-check differs from the stored value by ${provenance.selfCheck.largestDifferenceNats} nats; nothing was scored.`,
    );
  const scoring = page.evaluate(
    (asked) => {
      const here = /** @type {any} */ (globalThis);
      return here.backfireStudy.probe(asked, {
        onRow: here.studyRow,
        onRefused: here.studyRefused,
        onEvent: (/** @type {any} */ event) => {
          if (event.kind === 'progress') here.studyProgress(event.progress);
        },
      });
    },
    {
      itemsJsonl: items.jsonl,
      itemsName: items.name,
      conditions: options.conditions,
      candidates: options.candidates.names,
      scope: options.candidates.scope,
      wording: options.wording ?? items.wording,
      limit: options.limit,
      knockouts: options.knockouts,
      passTokens: null,
    },
  );
  const done = await unlessEnded(scoring);
  if (!done.ok) throw new Stop(oneLine(done.error));
  const { record, leftOut, ...summary } = done.value;
  if (options.out !== null) {
    await new Promise((/** @type {(value?: unknown) => void} */ written) => out.end(() => written()));
    writeFileSync(
      runFileOf(options.out),
      `${JSON.stringify({ provenance, items: items.name, recipe: record.recipe, padded: record.padded, summary }, null, 2)}\n`,
    );
  }
  if (options.record !== null) writeFileSync(options.record, `${JSON.stringify(record, null, 1)}\n`);
  for (const { itemId, condition, why } of leftOut) say(`left out: ${itemId} under ${condition}: ${why}`);
  /** @type {typeof import('./study-summary.ts')} */
  const { studySummary } = await sourceModule('scripts/study-summary.ts');
  for (const line of studySummary(record, items.jsonl)) say(line);
  say(
    `${rows} rows${refused > 0 ? `, ${refused} requests not scored` : ''}${options.out === null ? '' : `, in ${options.out}`}`,
  );
  if (refused > 0) throw new Stop(`study: ${refused} requests could not be scored; the lines above say why.`);
}

main().catch((error) => {
  console.error(error instanceof Stop ? error.message : error);
  process.exitCode ??= 1;
});
