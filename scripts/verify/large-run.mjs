#!/usr/bin/env node
// @ts-check
// `npm run verify:large-run`: the largest run of the page, 275 items under 15 conditions, used while it is on: how long the
// page is deaf, what it holds in memory, and whether a reload in its middle costs anything that was computed. Exits with 1
// when an expectation fails.
/* global indexedDB, Worker -- in functions that run in the page */
import { basename, dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromiumVersion, openLabBrowser } from '../bench/lab-browser.mjs';
import { commitOf, describeMachine, Doubts, loadNow } from '../bench/machine.mjs';
import { DONE, labelOf, mainButton, pretendedCores, readBook } from '../bench/main-thread.mjs';
import { RUNNING, shows, STARTABLE, useAPage, watchInPage } from '../bench/main-thread.mjs';
import { buildPageIfNeeded } from '../build-page.mjs';
import { checkpointFolder } from '../checkpoint-folder.mjs';
import { optionsOf } from '../options-of.mjs';
import { sourceModule } from '../source-module.mjs';
import { Stop, toExitCode } from '../stop.mjs';
import { tellExpected, tellResult } from './evidence.mjs';
import { memoryNow, watchMemory } from './page-memory.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const TINY = 'tests/fixtures/tiny/llama-gqa-tied-bf16';
const USAGE = `usage: npm run verify:large-run -- [options]
  --checkpoint X   a folder below checkpoints/ (its name), or any folder (default ${TINY})
  --set X          a shipped item set (default toolshed-paper-2026: 275 items)
  --minutes N      reload after so long, cancel after half as long again (default: reload halfway, run to the end)
  --save           also write docs/evidence/large-run-<commit>-<checkpoint>.json, whether or not all holds`;

/** Longer than this and a press is felt. On an idle machine, one core left to the page. */
const LONGEST_TASK_MS = 100;
/** What the page's own heap may hold beside what it held before: every row with its tokens, and what figures are made of. */
const PAGE_HEAP_MB = 150;
/** … and once another set has been chosen: what is left of a run. */
const LEFT_OVER_MB = 25;
const PAUSED = /^Go on$/;
const INPUT_EVERY_MS = 600;
const PATIENCE_MS = 3_600_000;

/** @typedef {import('@playwright/test').Page} Page */

function readOptions() {
  const { values } = optionsOf('verify:large-run', {
    options: {
      checkpoint: { type: 'string', default: TINY },
      set: { type: 'string', default: 'toolshed-paper-2026' },
      minutes: { type: 'string' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const { checkpoint, set, save } = values;
  const folder = checkpointFolder(root, checkpoint);
  if (folder === null) throw new Stop(`--checkpoint ${checkpoint}: no folder with a config.json`);
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  if (minutes !== null && !(minutes > 0)) throw new Stop(`--minutes ${values.minutes}: a number above 0`);
  return { folder, checkpoint: basename(folder), set, minutes, save };
}

/** Runs in the page before its own code: which units the engine is asked for, in which job. */
function spyOnEngine() {
  /** @type {{ jobs: string[][] }} */
  const spy = { jobs: [] };
  /** @type {any} */ (globalThis).engineSpy = spy;
  /** @type {string[]} */
  let ahead = [];
  globalThis.Worker = class extends Worker {
    /** @override @param {any} message @param {any} also */
    postMessage(message, also) {
      const ids = (/** @type {any} */ requests) => (requests ?? []).map((/** @type {any} */ { id }) => id);
      if (message.path?.[0] === 'expectMore') ahead.push(...ids(message.argumentList?.[0]?.value));
      if (message.path?.[0] === 'score') {
        spy.jobs.push([...ahead, ...ids(message.argumentList?.[0]?.value?.requests)]);
        ahead = [];
      }
      super.postMessage(message, also);
    }
  };
}

/** @param {Page} page @returns {Promise<string[][]>} */
const jobsOf = (page) => page.evaluate(() => /** @type {any} */ (globalThis).engineSpy.jobs);

/**
 * What the browser's storage holds: how many rows, or the names of all.
 * @template {'count' | 'names'} What
 * @param {Page} page @param {What} what
 * @returns {Promise<What extends 'count' ? number : string[]>}
 */
const stored = (page, what) =>
  /** @type {any} */ (
    page.evaluate(
      (wanted) =>
        new Promise((answer, reject) => {
          const opening = indexedDB.open('backfire-lab');
          opening.onerror = () => reject(new Error('the storage could not be opened'));
          opening.onsuccess = () => {
            const database = opening.result;
            const rows = database.transaction('rows').objectStore('rows');
            const reading = wanted === 'count' ? rows.count() : rows.getAll();
            reading.onsuccess = () => {
              database.close();
              const found = reading.result;
              answer(
                Array.isArray(found)
                  ? found.map((row) => `${row.item_id}/${row.condition}/${row.candidate}`)
                  : found,
              );
            };
          };
        }),
      what,
    )
  );

/** The page as its book tells it, from a press on. @param {Page} page */
async function bookOf(page) {
  const bench = await page.evaluate(() => /** @type {any} */ (globalThis).bench);
  const { longestTaskMs, longTasks, slowestInputMs, reportedInputs } = readBook(bench);
  const slowest = longTasks.toSorted((one, other) => other.duration - one.duration).slice(0, 12);
  const stages = bench.stages.map((/** @type {any} */ { stage, at }, /** @type {number} */ index) => ({
    stage,
    ms: (bench.stages[index + 1]?.at ?? Number.NaN) - at,
  }));
  return {
    longestTaskMs,
    tasksOver50Ms: longTasks.length,
    tasksOver100Ms: longTasks.filter(({ duration }) => duration > 100).length,
    slowest,
    slowestInputMs,
    reportedInputs,
    stages,
  };
}

/** Uses the page as a reader does until something is so. @param {Page} page @param {() => Promise<boolean>} isSo */
async function useUntil(page, isSo) {
  const begun = performance.now();
  for (let turn = 0; !(await isSo()); turn += 1) {
    if (performance.now() - begun > PATIENCE_MS) throw new Stop('the run does not come to an end');
    await useAPage(page, turn);
    await wait(INPUT_EVERY_MS);
  }
}

/**
 * @param {NonNullable<ReturnType<typeof readOptions>>} options
 * @param {readonly string[]} conditions @param {(line: string) => void} say
 */
async function measure({ folder, checkpoint, set, minutes }, conditions, say) {
  const { threads, pretended } = pretendedCores();
  const lab = await openLabBrowser({ dist: buildPageIfNeeded(root, say), checkpoints: dirname(folder) });
  try {
    const page = await lab.context.newPage();
    await page.addInitScript(watchInPage, pretended);
    await page.addInitScript(spyOnEngine);
    const link = `${lab.url}#/probe?v=1&checkpoint=${checkpoint}&items=${set}&conditions=${conditions.join(',')}`;
    await page.goto(link);
    await shows(page, STARTABLE);
    const before = await memoryNow(page, lab.renderers());
    const memory = watchMemory(lab.renderers);

    say(`${await labelOf(page)} …`);
    await mainButton(page).click();
    await shows(page, RUNNING);
    const began = performance.now();
    /** @type {string[]} */
    const first = [];
    await useUntil(page, async () => {
      if (first.length === 0) first.push(...((await jobsOf(page))[0] ?? []));
      if (minutes !== null)
        return performance.now() - began > minutes * 60_000 && (await stored(page, 'count')) > 0;
      return first.length > 0 && (await stored(page, 'count')) > first.length / 2;
    });
    const firstPart = await bookOf(page);
    // Memory is reckoned at a standstill; the reload comes while the run is on.
    await mainButton(page).click();
    await shows(page, PAUSED);
    const middle = await memoryNow(page, lab.renderers());
    await mainButton(page).click();
    await shows(page, RUNNING);
    say(`reload after ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await page.reload();
    const notice = page.getByText(/A run was not finished/);
    await notice.waitFor({ timeout: 120_000 });
    const [, kept, all] = /(\d+) of (\d+) scores are kept/.exec(await notice.innerText()) ?? [];
    const names = new Set(await stored(page, 'names'));

    await page.getByRole('button', { name: 'Resume' }).click();
    await shows(page, RUNNING);
    const resumed = performance.now();
    await useUntil(page, async () =>
      minutes === null
        ? DONE.test(await labelOf(page))
        : performance.now() - resumed > minutes * 30_000 && (await stored(page, 'count')) > names.size,
    );
    if (minutes !== null) {
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await shows(page, STARTABLE);
    }
    await wait(1_000);
    const secondPart = await bookOf(page);
    const [second = []] = await jobsOf(page);
    const ended = await labelOf(page);
    const rowsAtEnd = await stored(page, 'count');
    say(`ended: ${ended}; ${rowsAtEnd} rows`);
    const grown = memory.end();
    const end = await memoryNow(page, lab.renderers());
    await page.goto(`${lab.url}#/probe?v=1&checkpoint=${checkpoint}&items=toolshed-paper-2026-quick-12`);
    await shows(page, STARTABLE);
    await wait(2_000);
    const afterwards = await memoryNow(page, lab.renderers());

    return {
      threads,
      units: { asked: first.length, ofNotice: Number(all) },
      firstPart,
      reload: {
        rowsStored: names.size,
        scoresKept: Number(kept),
        askedAgain: second.length,
        askedThoughStored: second.filter((id) => names.has(id)).length,
        strangers: second.filter((id) => !first.includes(id)).length,
      },
      secondPart,
      ended,
      rowsAtEnd,
      memory: { before, middle, end, afterAnotherSet: afterwards, renderersMB: grown },
    };
  } finally {
    await lab.close();
  }
}

/**
 * @param {Awaited<ReturnType<typeof measure>>} measured @param {boolean} toTheEnd
 * @returns {{ what: string, holds: boolean }[]}
 */
function expectations({ units, firstPart, secondPart, reload, ended, rowsAtEnd, memory }, toTheEnd) {
  const longest = Math.max(firstPart.longestTaskMs, secondPart.longestTaskMs);
  const grownMB = (/** @type {{ pageHeapMB: number }} */ { pageHeapMB }) =>
    pageHeapMB - memory.before.pageHeapMB;
  return [
    { what: 'the first job asks for every unit', holds: units.asked > 0 && units.asked === units.ofNotice },
    { what: 'the reload comes in mid-run', holds: reload.rowsStored > 0 && reload.askedAgain > 0 },
    {
      what: 'nothing that was stored is computed again, and nothing else is asked for',
      holds: reload.askedThoughStored === 0 && reload.strangers === 0,
    },
    {
      what: 'the resumed job asks for no more than is missing',
      holds: reload.askedAgain <= units.asked - reload.rowsStored,
    },
    {
      what: toTheEnd ? 'the run ends with every item done' : 'the resumed run stores more',
      holds: toTheEnd ? DONE.test(ended) : rowsAtEnd > reload.rowsStored,
    },
    { what: `no task of the page above ${LONGEST_TASK_MS} ms`, holds: longest <= LONGEST_TASK_MS },
    {
      what: `the page's heap grows by less than ${PAGE_HEAP_MB} MB`,
      holds: Math.max(grownMB(memory.middle), grownMB(memory.end)) < PAGE_HEAP_MB,
    },
    {
      what: `less than ${LEFT_OVER_MB} MB of it are left once another set is chosen`,
      holds: grownMB(memory.afterAnotherSet) < LEFT_OVER_MB,
    },
  ];
}

async function main() {
  const options = readOptions();
  if (options === null) {
    console.log(USAGE);
    return;
  }
  const say = (/** @type {string} */ line) => {
    console.error(line);
  };
  /** @type {typeof import('../../src/probe/index.ts')} */
  const { CONDITIONS } = await sourceModule('src/probe/index.ts');
  const doubts = new Doubts(say);
  await doubts.lookBefore('the run');
  const measured = await measure(options, CONDITIONS, say);
  const expected = expectations(measured, options.minutes === null);
  const { checkpoint, set, minutes } = options;
  const { commit, uncommitted } = commitOf(root);
  const result = {
    what: 'the largest run of the page: responsive, memory, reload in mid-run',
    commit,
    uncommitted,
    command: `npm run verify:large-run -- ${process.argv.slice(2).join(' ')}`.trim(),
    date: new Date().toISOString(),
    machine: describeMachine(await chromiumVersion()),
    loadAverages: loadNow(),
    doubts: doubts.warnings,
    checkpoint,
    set,
    conditions: CONDITIONS.length,
    minutes,
    expected,
    ...measured,
  };
  tellResult(result, { name: `large-run-${commit}-${checkpoint}`, save: options.save });
  tellExpected(expected);
}

await toExitCode(main);
