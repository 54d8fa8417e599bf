#!/usr/bin/env node
// @ts-check
// `npm run study -- probe …`: a probe run without a page, in the page's own engine (headless browser, same worker, same
// wasm). Rows go to --out or stdout as JSON Lines, progress to stderr; bad input is one line and exit code 1.
import { createWriteStream, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPageIfNeeded } from './build-page.mjs';
import { Stop } from './stop.mjs';
import { openStudyBrowser } from './study-browser.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const CONDITIONS = ['pre', 'fail', 'succ', 'neut'];
const CANDIDATES = ['failed', 'gold', 'distractor0', 'distractor1'];
const USAGE = `usage: npm run study -- probe --checkpoint <id|folder> --items <set|file.jsonl> [options]
  --checkpoint X       a folder below checkpoints/ (its name), or any folder with config.json
  --items X            a frozen set of static-probes/ (its name), or an item file (.jsonl)
  --conditions a,b     of ${CONDITIONS.join(', ')} (default: all)
  --candidates a,b     of ${CANDIDATES.join(', ')} (default: all)
  --holding H          folded, resident or auto (default auto)
  --threads N          default: the physical cores as far as they can be guessed
  --limit N            only the first N items
  --knockouts          also the failed call after the error with each part of the transcript hidden
  --out FILE           rows go there (JSON Lines), and FILE.run.json says who computed`;

/** @param {string} value @param {string} name */
function wholeNumber(value, name) {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new Stop(`--${name} ${value}: must be a whole number above 0`);
  return number;
}

/** @param {string | undefined} value @param {readonly string[]} known @param {string} name */
function listOf(value, known, name) {
  if (value === undefined) return null;
  const names = value.split(',').map((part) => part.trim());
  const stranger = names.find((part) => !known.includes(part));
  if (stranger !== undefined)
    throw new Stop(`--${name} ${value}: there is no "${stranger}"; known: ${known.join(', ')}`);
  return names;
}

function readOptions() {
  const options = /** @type {const} */ ({
    checkpoint: { type: 'string' },
    items: { type: 'string' },
    conditions: { type: 'string' },
    candidates: { type: 'string' },
    holding: { type: 'string', default: 'auto' },
    threads: { type: 'string' },
    limit: { type: 'string' },
    knockouts: { type: 'boolean', default: false },
    out: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new Stop(`study: ${error instanceof Error ? error.message : String(error)} (see --help)`);
  }
  const { values, positionals } = parsed;
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
    conditions: listOf(values.conditions, CONDITIONS, 'conditions'),
    candidates: listOf(values.candidates, CANDIDATES, 'candidates'),
    holding: /** @type {'folded' | 'resident' | 'auto'} */ (values.holding),
    threads: values.threads === undefined ? null : wholeNumber(values.threads, 'threads'),
    limit: values.limit === undefined ? null : wholeNumber(values.limit, 'limit'),
    knockouts: values.knockouts,
    out: values.out ?? null,
  };
}

/** @param {string} asked a name below checkpoints/ or a folder */
function checkpointFolder(asked) {
  const folder = [join(root, 'checkpoints', asked), resolve(asked)].find((path) =>
    existsSync(join(path, 'config.json')),
  );
  if (folder !== undefined) return folder;
  throw new Stop(
    `--checkpoint ${asked}: no folder with a config.json, neither below checkpoints/ nor as a path. To make a local checkpoint: npm run mirror`,
  );
}

/** Names of the frozen sets. */
const frozenSets = () =>
  readdirSync(join(root, 'static-probes'))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length));

/** @param {string} asked a frozen set or a file @returns {{ name: string, jsonl: string }} */
function itemsOf(asked) {
  const frozen = join(root, 'static-probes', `${asked}.jsonl`);
  const path = /^[\w.-]+$/.test(asked) && existsSync(frozen) ? frozen : resolve(asked);
  if (!existsSync(path) || !statSync(path).isFile())
    throw new Stop(`--items ${asked}: neither a frozen set (${frozenSets().join(', ')}) nor a file`);
  try {
    return {
      name: basename(path),
      jsonl: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)),
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
  const folder = checkpointFolder(options.checkpoint);
  const items = itemsOf(options.items);
  if (options.out !== null && !existsSync(dirname(resolve(options.out))))
    throw new Stop(`--out ${options.out}: its folder does not exist`);
  const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  const dist = buildPageIfNeeded(root, say);
  const lab = await openStudyBrowser({
    dist,
    checkpoints: [],
    mounts: [{ at: 'asked-checkpoint/', folder }],
  });
  try {
    await study(lab, options, items, say);
  } finally {
    await lab.close();
  }
}

/**
 * @param {Awaited<ReturnType<typeof openStudyBrowser>>} lab
 * @param {NonNullable<ReturnType<typeof readOptions>>} options
 * @param {{ name: string, jsonl: string }} items
 * @param {(line: string) => void} say
 */
async function study(lab, options, items, say) {
  const { page } = lab;
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
  const loaded = await page.evaluate(
    ({ holding, threads: count }) => {
      const here = /** @type {any} */ (globalThis);
      const baseUrl = new URL('asked-checkpoint/', here.document.baseURI).href;
      const source = { kind: 'served', baseUrl };
      return here.backfireStudy.load(
        source,
        { holding, threads: count, windowTokens: null },
        here.studyStage,
      );
    },
    { holding: options.holding, threads },
  );
  if (!loaded.ok) throw new Stop(oneLine(loaded.error));
  const provenance = loaded.value;
  if (provenance.selfCheck.state === 'differs')
    throw new Stop(
      `The self-check differs from the stored value by ${provenance.selfCheck.largestDifferenceNats} nats; nothing was scored.`,
    );
  const done = await page.evaluate(
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
      candidates: options.candidates,
      limit: options.limit,
      knockouts: options.knockouts,
      passTokens: null,
    },
  );
  if (!done.ok) throw new Stop(oneLine(done.error));
  if (options.out !== null) {
    await new Promise((/** @type {(value?: unknown) => void} */ ended) => out.end(() => ended()));
    writeFileSync(
      `${options.out}.run.json`,
      `${JSON.stringify({ provenance, items: items.name, summary: done.value }, null, 2)}\n`,
    );
  }
  say(
    `${rows} rows${refused > 0 ? `, ${refused} requests not scored` : ''}${options.out === null ? '' : `, in ${options.out}`}`,
  );
  if (refused > 0) throw new Stop(`study: ${refused} requests could not be scored; the lines above say why.`);
}

main().catch((error) => {
  console.error(error instanceof Stop ? error.message : error);
  process.exitCode = 1;
});
