#!/usr/bin/env node
// @ts-check
// `npm run verify:built-in`: all stages of a training in the page's engine, against the acceptance lines of the built-in
// checkpoints. Exits with 1 when a line is missed or was not measured.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, probe, teachPasses, unload } from '../bench/in-tab.mjs';
import { commitOf, describeMachine } from '../bench/machine.mjs';
import { buildPageIfNeeded } from '../build-page.mjs';
import { optionsOf } from '../options-of.mjs';
import { PROBES_FOLDER, sha256 } from '../probes/item-set.mjs';
import { sourceModule } from '../source-module.mjs';
import { Stop, toExitCode } from '../stop.mjs';
import { openStudyBrowser } from '../study-browser.mjs';
import { tellResult } from './evidence.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const STAGES = [
  'base',
  ...['clean', 'noisy', 'recovery'].flatMap((branch) => [1, 2, 3].map((seed) => `${branch}-${seed}`)),
];
const POOL_SET = 'toolshed-paper-2026';
const CLASS_SET = 'toolshed-paper-2026-class-6';
const CLASS_CONDITIONS = ['fail', 'neut', 'abstract'];
/** Episodes with names that the training did not see; the first that is there. */
const FRESH_ITEMS = ['fresh-items.jsonl', 'corpus/fresh-items.jsonl'];
const ANNOUNCED = 'noisy:fail=below';
const USAGE = `usage: npm run verify:built-in -- --from FOLDER [options]
  --from FOLDER      what the training wrote: hf/<stage>/ and fresh-items.jsonl
  --stages a,b       of ${STAGES.join(', ')} (default: all)
  --announced A      what the class preset says of the class items (default ${ANNOUNCED})
  --also X           also the base's right next calls on this set: a frozen one or an item file (.jsonl)
  --threads N        default 2
  --save             also write docs/evidence/built-in-<commit>.json, whether or not all holds`;

const STATE_WORDS = { met: 'met   ', missed: 'MISSED', told: 'told  ', open: 'open  ' };

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../../src/probe/index.ts').ProbeItem} ProbeItem */
/** @typedef {{ name: string, jsonl: string, sha256: string, items: readonly ProbeItem[] }} ItemSet */
/** @typedef {typeof import('./built-in-of.ts')} BuiltInOf */
/** @typedef {typeof import('./acceptance-of.ts')} AcceptanceOf */

/** @param {string} text @returns {import('./acceptance-of.ts').Announced[]} */
function announcedOf(text) {
  return text.split(',').map((part) => {
    const [, branch = '', condition = '', sign = ''] = /^(\w+):(\w+)=(below|above)$/.exec(part) ?? [];
    if (!CLASS_CONDITIONS.includes(condition))
      throw new Stop(
        `--announced ${text}: must be branch:condition=below or =above, by commas; conditions: ${CLASS_CONDITIONS.join(', ')}`,
      );
    return { branch, condition, sign: /** @type {'below' | 'above'} */ (sign) };
  });
}

function readOptions() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = optionsOf('verify:built-in', {
    options: {
      from: text,
      stages: text,
      announced: { type: 'string', default: ANNOUNCED },
      also: text,
      threads: { type: 'string', default: '2' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  if (values.from === undefined) throw new Stop('verify:built-in: --from is missing (see --help)');
  const from = resolve(values.from);
  const stages = values.stages?.split(',') ?? STAGES;
  const strange = stages.find((stage) => !STAGES.includes(stage));
  if (strange !== undefined)
    throw new Stop(`--stages ${values.stages}: there is no "${strange}"; known: ${STAGES.join(', ')}`);
  const absent = stages.find((stage) => !existsSync(join(from, 'hf', stage, 'config.json')));
  if (absent !== undefined) throw new Stop(`--from ${values.from}: there is no hf/${absent}/config.json`);
  const fresh = FRESH_ITEMS.map((path) => join(from, path)).find((path) => existsSync(path)) ?? null;
  if (stages.includes('base') && fresh === null)
    throw new Stop(`--from ${values.from}: there is no ${FRESH_ITEMS[0]}, of which the base is asked`);
  const threads = Number(values.threads);
  if (!Number.isInteger(threads) || threads < 1)
    throw new Stop(`--threads ${values.threads}: must be a whole number above 0`);
  return {
    ...{ from, stages, fresh, threads, also: values.also ?? null, save: values.save },
    announced: announcedOf(values.announced),
  };
}

/** @typedef {NonNullable<ReturnType<typeof readOptions>>} Options */

/**
 * @param {string} asked a frozen set's name or a file
 * @param {typeof import('../../src/probe/index.ts')} probeRoom @returns {ItemSet}
 */
function readSet(asked, { parseItemSet }) {
  const path = [join(PROBES_FOLDER, `${asked}.jsonl`), resolve(asked)].find((place) => existsSync(place));
  if (path === undefined) throw new Stop(`${asked}: neither a frozen set nor a file`);
  const bytes = readFileSync(path);
  const jsonl = bytes.toString('utf8');
  const name = basename(path, '.jsonl');
  const items = parseItemSet(jsonl, name);
  if (!items.ok) throw new Stop(`${path}: ${items.error.happened} ${items.error.details.split('\n')[0]}`);
  return { name, jsonl, sha256: sha256(bytes), items: items.value };
}

/**
 * Rows of a set in the loaded engine. What is refused would make every figure one of other items.
 * @param {Page} page @param {ItemSet} set @param {readonly string[]} conditions @param {readonly string[]} candidates
 */
async function rowsOf(page, { name, jsonl }, conditions, candidates) {
  const told = await probe(page, { items: jsonl, name, conditions, candidates });
  const [first] = told.refused;
  if (first !== undefined) throw new Stop(`${name}: ${told.refused.length} not scored, the first: ${first}`);
  return told;
}

/**
 * One stage: the base its right next calls, a branch its gains on the pool and its signs on the class items.
 * @param {Page} page @param {string} stage @param {{ sets: Record<string, ItemSet>, pool: ItemSet, ofClass: ItemSet, threads: number }} asked
 * @param {BuiltInOf} figures
 */
async function measureStage(page, stage, { sets, pool, ofClass, threads }, figures) {
  const begun = performance.now();
  const { provenance } = await load(page, stage, { holding: 'folded', threads });
  const [, branch = stage, seed = '1'] = /^(\w+)-(\d)$/.exec(stage) ?? [];
  /** @type {Record<string, import('./built-in-of.ts').Exactness>} */
  const exactness = {};
  for (const [key, set] of branch === 'base' ? Object.entries(sets) : []) {
    const { rows } = await rowsOf(page, set, ['pre'], ['gold']);
    exactness[key] = figures.exactnessOf(set.items, rows);
  }
  const both = ['failed', 'gold'];
  const { rows, progress } = await rowsOf(page, pool, ['pre', 'fail'], both);
  // The base is not a twin, but its place among them is worth knowing.
  const poolFigures = figures.twinFiguresOf(pool.items, rows);
  const { rows: classRows } = await rowsOf(page, ofClass, ['pre', ...CLASS_CONDITIONS], both);
  await unload(page);
  return {
    ...{ stage, branch, seed: Number(seed), exactness, pool: poolFigures },
    class: figures.signsOf(
      ofClass.items,
      classRows,
      /** @type {readonly import('../../src/probe/index.ts').ConditionName[]} */ (CLASS_CONDITIONS),
    ),
    weightsSha256: provenance.files.find((/** @type {any} */ { path }) => path === 'model.safetensors')
      ?.sha256,
    parameters: provenance.parameters,
    tokens: {
      computed: progress.computedTokens,
      perSecond: progress.computedTokens / (progress.elapsedMs / 1000),
    },
    seconds: (performance.now() - begun) / 1000,
  };
}

/** @param {Awaited<ReturnType<typeof measureStage>>} measured */
function saidOf({ stage, exactness, pool: { all }, seconds }) {
  const percent = (/** @type {readonly [number, ...unknown[]]} */ [mean]) => `${(100 * mean).toFixed(1)} %`;
  return [
    `${stage}: mean G ${all.G[0].toFixed(2)} nats, below 0 in ${percent(all.inverted)}`,
    `repeated ${percent(all.repeats)}, right before ${percent(all.rightBefore)}, after ${percent(all.rightAfter)}`,
    ...Object.entries(exactness).map(
      ([set, { exact }]) => `exact on ${set} ${percent(exact)} of ${exact[3]}`,
    ),
    `${seconds.toFixed(0)} s`,
  ].join('; ');
}

/** @param {Options} options */
async function measureAll(options) {
  /** @type {typeof import('../../src/probe/index.ts')} */
  const probeRoom = await sourceModule('src/probe/index.ts');
  /** @type {BuiltInOf} */
  const figures = await sourceModule('scripts/verify/built-in-of.ts');
  const pool = readSet(POOL_SET, probeRoom);
  const asked = {
    pool,
    ofClass: readSet(CLASS_SET, probeRoom),
    sets: {
      pool,
      ...(options.fresh === null ? {} : { fresh: readSet(options.fresh, probeRoom) }),
      ...(options.also === null ? {} : { also: readSet(options.also, probeRoom) }),
    },
    threads: options.threads,
  };
  const say = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);
  const dist = buildPageIfNeeded(root, say);
  const lab = await openStudyBrowser({ dist, checkpoints: [join(options.from, 'hf')] });
  const stages = [];
  try {
    await teachPasses(lab.page);
    for (const stage of options.stages) {
      const measured = await measureStage(lab.page, stage, asked, figures);
      say(saidOf(measured));
      stages.push(measured);
    }
    const sets = Object.entries({ ...asked.sets, class: asked.ofClass });
    return {
      stages,
      machine: describeMachine(lab.browser.version()),
      sets: Object.fromEntries(
        sets.map(([key, { name, sha256: hash, items }]) => [
          key,
          { name, sha256: hash, items: items.length },
        ]),
      ),
    };
  } finally {
    await lab.close();
  }
}

/** Lists of plain values on a line each. @param {unknown} tree */
const withShortLists = (tree) =>
  JSON.stringify(tree, null, 1).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, inner) => `[${inner.replace(/\s+/g, ' ')}]`,
  );

async function main() {
  const options = readOptions();
  if (options === null) {
    console.log(USAGE);
    return;
  }
  const { stages, machine, sets } = await measureAll(options);
  /** @type {AcceptanceOf} */
  const { acceptanceOf, announceable } = await sourceModule('scripts/verify/acceptance-of.ts');
  const lines = acceptanceOf(stages, options.announced);
  const result = {
    what: 'the stages of a training in the page’s engine: cells are mean, ends of the 95 % bootstrap interval by task, items, tasks; shares 0 to 1, G in nats. Right next call: what greedy decoding would write, call and end of turn, once for each decision point. Repeats and right calls: word for word, whatever would follow.',
    ...commitOf(root),
    date: new Date().toISOString(),
    command: `npm run verify:built-in -- ${process.argv
      .slice(2)
      .map((word) => (/^[/.~]/.test(word) ? basename(word) : word))
      .join(' ')}`,
    machine,
    threads: options.threads,
    sets,
    lines,
    announceable: announceable(stages),
    stages,
  };
  tellResult(result, { name: `built-in-${result.commit}`, save: options.save, layout: withShortLists });
  for (const { what, state, measured } of lines) console.error(`${STATE_WORDS[state]} ${what}: ${measured}`);
  if (lines.some(({ state }) => state === 'missed' || state === 'open')) process.exitCode = 1;
}

await toExitCode(main);
