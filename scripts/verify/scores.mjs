#!/usr/bin/env node
// @ts-check
// `npm run verify:scores`: every score of exported rows once more in PyTorch, and in float64 where the two part. Hours
// for whole sets; goes on where it was stopped. Exits with 1 when an expectation fails.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commitOf } from '../bench/machine.mjs';
import { whyNoNative } from '../bench/native.mjs';
import { PROBES_FOLDER, sha256 } from '../probes/item-set.mjs';
import { sourceModule } from '../source-module.mjs';
import { optionsOf } from '../options-of.mjs';
import { Stop, toExitCode } from '../stop.mjs';
import { CONDITIONS } from '../study-choices.mjs';
import { tellExpected, tellResult } from './evidence.mjs';
import { figuresInWords, scoresApart } from './scores-apart.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const USAGE = `usage: npm run verify:scores -- --python PROGRAM --rows FILE --items SET [--rows FILE --items SET …] [options]
  --rows FILE        rows as npm run study or the page exports them (JSON Lines); may stand several times
  --items X          their items: a frozen set (its name) or an item file (.jsonl); one for each --rows, in the same order
  --checkpoint X     a folder below checkpoints/ (its name), or any folder (default smollm2-135m-instruct-q4_1)
  --python PROGRAM   a Python of oracle/requirements.txt (or the variable BENCH_PYTHON)
  --every N          every N-th item of each set        --limit N    of those the first N
  --threads N        default 2
  --part FILE        what is done so far (default .cache/scores.<checkpoint>.part); kept, so that nothing is done twice
  --save             also write docs/evidence/scores-<commit>.json, whether or not all holds`;
/** From here on a row is scored in float64 as well: half of what is allowed. */
const ALSO_FLOAT64 = { scoreNats: 1e-4, tokenNats: 3e-5 };

/** @typedef {import('../../src/records/index.ts').ScoreRow} ScoreRow */

/** @param {string | undefined} value @param {string} name @param {number} otherwise */
function wholeNumber(value, name, otherwise) {
  const number = value === undefined ? otherwise : Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new Stop(`--${name} ${value}: must be a whole number above 0`);
  return number;
}

/** @param {string} asked @param {readonly string[]} places @param {string} name */
function firstOf(asked, places, name) {
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Stop(`--${name} ${asked}: there is none`);
  return found;
}

/** @param {string} asked @param {readonly string[]} places @param {string} name */
function fileOf(asked, places, name) {
  const found = firstOf(asked, places, name);
  if (!statSync(found).isFile()) throw new Stop(`--${name} ${asked}: is not a file`);
  return found;
}

function readOptions() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = optionsOf('verify:scores', {
    options: {
      rows: { type: 'string', multiple: true, default: [] },
      items: { type: 'string', multiple: true, default: [] },
      checkpoint: { type: 'string', default: 'smollm2-135m-instruct-q4_1' },
      python: text,
      every: text,
      limit: text,
      threads: text,
      part: text,
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  if (values.rows.length === 0 || values.rows.length !== values.items.length)
    throw new Stop('--rows and --items: one or more, and as many of the one as of the other (see --help)');
  const python = values.python ?? process.env['BENCH_PYTHON'] ?? null;
  const reason = whyNoNative(python);
  if (python === null || reason !== null) throw new Stop(reason ?? '');
  const folder = resolve(
    firstOf(
      values.checkpoint,
      [join(root, 'checkpoints', values.checkpoint), values.checkpoint].filter((path) =>
        existsSync(join(path, 'config.json')),
      ),
      'checkpoint',
    ),
  );
  return {
    sources: values.rows.map((rows, place) => {
      const items = values.items[place] ?? '';
      return {
        rows: fileOf(rows, [rows], 'rows'),
        items: fileOf(items, [join(PROBES_FOLDER, `${items}.jsonl`), items], 'items'),
      };
    }),
    folder,
    python,
    every: wholeNumber(values.every, 'every', 1),
    limit: values.limit === undefined ? null : wholeNumber(values.limit, 'limit', 1),
    threads: wholeNumber(values.threads, 'threads', 2),
    part: values.part ?? join(root, '.cache', `scores.${basename(folder)}.part`),
    save: values.save,
  };
}

/** @typedef {NonNullable<ReturnType<typeof readOptions>>} Options */

/**
 * The rows of a file that nothing is hidden of, each once; what rows must agree in was checked.
 * @param {string} path @param {typeof import('../../src/records/index.ts')} records
 */
function readRows(path, { rowsFromJsonl, withoutMark }) {
  const { rows, findings } = rowsFromJsonl(withoutMark(readFileSync(path, 'utf8')));
  const [first] = findings;
  if (first !== undefined) throw new Stop(`${path}:${first.line}: ${first.what}`);
  const plain = rows.filter(({ hidden }) => hidden === null);
  const strange = plain.find(({ condition }) => !CONDITIONS.includes(condition));
  if (strange !== undefined)
    throw new Stop(
      `${path}: the oracle knows no ${strange.condition}; texts of one's own are only the page's`,
    );
  const byName = new Map(plain.map((row) => [`${row.item_id}/${row.condition}/${row.candidate}`, row]));
  if (byName.size !== plain.length) throw new Stop(`${path}: a score stands in it twice`);
  return { plain, hidden: rows.length - plain.length };
}

/** Scores what is not in the part file yet. @param {Options} options */
function recompute({ sources, folder, python, every, limit, threads, part }) {
  const { status, error } = spawnSync(
    python,
    [
      join(root, 'oracle', 'check_rows.py'),
      ...['--checkpoint', folder, '--part', part],
      ...sources.flatMap(({ rows, items }) => ['--rows', rows, '--items', items]),
      ...['--score-nats', String(ALSO_FLOAT64.scoreNats), '--token-nats', String(ALSO_FLOAT64.tokenNats)],
      ...['--every', String(every), '--threads', String(threads)],
      ...(limit === null ? [] : ['--limit', String(limit)]),
    ],
    {
      stdio: ['ignore', 2, 2],
      // numpy's matrices obey the environment only.
      env: { ...process.env, OPENBLAS_NUM_THREADS: String(threads), OMP_NUM_THREADS: String(threads) },
    },
  );
  if (error !== undefined || status !== 0)
    throw new Stop(`oracle/check_rows.py ended early; what is done stays in ${part}`);
}

/**
 * What the part file says of a source: of every item that was ever done for it.
 * @param {any[]} lines @param {string} rowsSha256 @param {string} itemsSha256
 * @returns {import('./scores-apart.mjs').ReferenceRow[]}
 */
const recomputed = (lines, rowsSha256, itemsSha256) =>
  lines
    .filter((line) => line.rowsSha256 === rowsSha256 && line.itemsSha256 === itemsSha256)
    .flatMap(({ rows }) => rows);

async function main() {
  const options = readOptions();
  if (options === null) {
    console.log(USAGE);
    return;
  }
  /** @type {typeof import('../../src/records/index.ts')} */
  const records = await sourceModule('src/records/index.ts');
  const read = options.sources.map((source) => ({ source, ...readRows(source.rows, records) }));
  recompute(options);
  const [scorer, ...lines] = readFileSync(options.part, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const files = read.map(({ source, plain, hidden }) => {
    const [rowsSha256, itemsSha256] = [source.rows, source.items].map((path) => sha256(readFileSync(path)));
    const reference = recomputed(lines, rowsSha256 ?? '', itemsSha256 ?? '');
    return {
      items: basename(source.items, '.jsonl'),
      rowsSha256,
      rowsInFile: plain.length,
      hiddenRowsLeftOut: hidden,
      ...scoresApart(plain, reference),
    };
  });
  const result = {
    what: 'exported scores of the lab against PyTorch float32 (one uncached pass a row, log-softmax in float64), nats; where the two part, both against float64; held to the same bound from float32, or from float64 where float32 is itself farther than that from it',
    ...commitOf(root),
    date: new Date().toISOString(),
    scorer,
    files,
  };
  tellResult(result, { name: `scores-${result.commit}`, save: options.save });
  for (const { items, ...found } of files)
    for (const line of figuresInWords(found)) console.error(`${items}: ${line}`);
  tellExpected(
    files.flatMap(({ items, expected }) =>
      expected.map(({ what, holds }) => ({ what: `${items}: ${what}`, holds })),
    ),
  );
}

await toExitCode(main);
