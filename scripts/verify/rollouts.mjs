#!/usr/bin/env node
// @ts-check
// `npm run verify:rollouts`: whether bans hold in the page's engine with a real checkpoint; with --time, how long the
// study's rollouts take. Traces are kept in a folder, and a run that was stopped goes on from there.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, unload } from '../bench/in-tab.mjs';
import { commitOf, describeMachine } from '../bench/machine.mjs';
import { buildPageIfNeeded } from '../build-page.mjs';
import { checkpointFolder } from '../checkpoint-folder.mjs';
import { optionsOf } from '../options-of.mjs';
import { sourceModule } from '../source-module.mjs';
import { Stop, toExitCode } from '../stop.mjs';
import { openStudyBrowser } from '../study-browser.mjs';
import { HARNESS_GROUPS } from '../study-choices.mjs';
import { oneLine, pacedBy, say, textsAsked, wholeNumber } from '../study-lane.mjs';
import { besideNative } from './native-rollouts.mjs';
import { tellExpected, tellResult } from './evidence.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Every ban, and what the model does without one. */
const HARNESSES = ['verbatim', 'verbatim+ban', 'abstract+ban', 'drop+ban', 'ban-canonical'];
const TEMPERATURES = [0, 0.8];
const SEEDS = [0, 1, 2];
const USAGE = `usage: npm run verify:rollouts -- [options]
  --checkpoint X     default smollm2-135m-instruct-q4_1
  --tasks X          a frozen task set or a file (default toolshed-paper-2026-agent-24)
  --limit N          only the first N tasks
  --threads N        default 2
  --side-by-side N   contexts continued in the same passes at most (default: as the page does)
  --traces FOLDER    where traces are kept (default results/rollouts-<checkpoint>-<tasks>)
  --time             instead: the published harnesses at temperature 0, once, from nothing
  --python PROGRAM   with --time: a Python with torch and transformers, for the comparison (or BENCH_PYTHON)
  --save             also write docs/evidence/`;

function readOptions() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = optionsOf('verify:rollouts', {
    options: {
      checkpoint: { type: 'string', default: 'smollm2-135m-instruct-q4_1' },
      tasks: { type: 'string', default: 'toolshed-paper-2026-agent-24' },
      limit: text,
      threads: { type: 'string', default: '2' },
      'side-by-side': text,
      traces: text,
      time: { type: 'boolean', default: false },
      python: { type: 'string', default: process.env['BENCH_PYTHON'] ?? '' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const sideBySide = values['side-by-side'];
  return {
    ...{ checkpoint: values.checkpoint, tasks: values.tasks, time: values.time, save: values.save },
    python: values.python,
    limit: values.limit === undefined ? null : wholeNumber(values.limit, 'limit'),
    threads: wholeNumber(values.threads, 'threads'),
    sideBySide: sideBySide === undefined ? null : wholeNumber(sideBySide, 'side-by-side'),
    traces: resolve(values.traces ?? join(root, 'results', `rollouts-${values.checkpoint}-${values.tasks}`)),
  };
}

/** Traces that are kept; a line that was cut off by a stop is not one. @param {string} file @returns {any[]} */
function keptIn(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return lines.map((line) => JSON.parse(line));
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {Record<string, unknown>} asked
 * @param {(trace: any) => void} onTrace @param {(progress: any) => void} onProgress
 */
async function rollouts(page, asked, onTrace, onProgress) {
  const isDue = pacedBy(5_000);
  const told = (/** @type {any} */ news) => {
    if (news.trace !== undefined) onTrace(news.trace);
    if (news.error !== undefined) say(`not read: ${oneLine(news.error)}`);
    if (news.progress === undefined) return;
    onProgress(news.progress);
    if (!isDue()) return;
    const { elapsedMs, turns, computedTokens, writtenTokens } = news.progress;
    say(
      `${news.ended} of ${news.all} rollouts after ${(elapsedMs / 60_000).toFixed(1)} minutes: ${turns} turns, ${computedTokens} tokens computed, ${writtenTokens} written`,
    );
  };
  const name = `verify${Math.random().toString(36).slice(2)}`;
  await page.exposeBinding(name, (_, /** @type {any} */ news) => told(news));
  const done = await page.evaluate(([binding, choice]) => {
    const here = /** @type {any} */ (globalThis);
    const tell = here[/** @type {string} */ (binding)];
    return here.backfireStudy.rollouts(choice, {
      onTrace: (/** @type {any} */ trace) => tell({ trace }),
      onRefused: (/** @type {any} */ error) => tell({ error }),
      onProgress: (/** @type {any} */ progress, /** @type {number} */ ended, /** @type {number} */ all) =>
        tell({ progress, ended, all }),
    });
  }, /** @type {[string, Record<string, unknown>]} */ ([name, asked]));
  if (!done.ok) throw new Stop(oneLine(done.error));
  return done.value.progress;
}

const costOf = (/** @type {any} */ { elapsedMs, computedTokens, writtenTokens, turns, passes }) => ({
  minutes: elapsedMs / 60_000,
  computedTokens,
  writtenTokens,
  turns,
  passes,
  computedTokensPerTurn: computedTokens / turns,
  writtenTokensPerSecond: writtenTokens / (elapsedMs / 1000),
});

/**
 * One temperature; what was kept is not asked again.
 * @param {import('@playwright/test').Page} page
 * @param {NonNullable<ReturnType<typeof readOptions>>} options
 * @param {Record<string, unknown>} asked
 * @param {number} temperature
 */
async function kept(page, { traces: folder }, asked, temperature) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `temperature-${temperature}.jsonl`);
  const costFile = join(folder, `temperature-${temperature}.cost.json`);
  const traces = keptIn(file);
  /** @type {Record<string, number>} */
  const before = existsSync(costFile) ? JSON.parse(readFileSync(costFile, 'utf8')) : {};
  /** @type {Record<string, number>} */
  let cost = before;
  const done = traces.map(({ task_id: id, harness, seed }) => `${id} ${harness} ${seed}`);
  const book = (/** @type {Record<string, number>} */ progress) => {
    cost = Object.fromEntries(
      Object.entries(progress).map(([what, count]) => [what, count + (before[what] ?? 0)]),
    );
    writeFileSync(costFile, JSON.stringify(cost));
  };
  const keep = (/** @type {any} */ trace) => {
    traces.push(trace);
    appendFileSync(file, `${JSON.stringify(trace)}\n`);
  };
  book(await rollouts(page, { ...asked, harnesses: HARNESSES, temperature, done }, keep, book));
  return { traces, cost };
}

async function main() {
  const options = readOptions();
  if (options === null) return void console.log(USAGE);
  const folder = checkpointFolder(root, options.checkpoint);
  if (folder === null) throw new Stop(`--checkpoint ${options.checkpoint}: no folder with a config.json`);
  const tasks = textsAsked('tasks', options.tasks);
  const { repeatsByHarness, expectedOf } = await sourceModule('scripts/verify/rollouts-of.ts');
  const lab = await openStudyBrowser({
    dist: buildPageIfNeeded(root, say),
    checkpoints: [],
    mounts: [{ at: 'checkpoints/asked/', folder }],
  });
  try {
    const { page, browser } = lab;
    const { provenance } = await load(page, 'asked', { holding: 'auto', threads: options.threads });
    const asked = {
      ...{ tasksJsonl: tasks.jsonl, tasksName: tasks.name, wording: tasks.wording },
      ...{ firstTasks: options.limit, sideBySide: options.sideBySide },
      ...{ topP: 1, seeds: SEEDS, mostTokens: 96, mostSteps: 6, demonstration: true },
    };
    const result = {
      what: options.time ? 'how long rollouts take' : 'failed calls made again, under bans and without',
      ...commitOf(root),
      command: `npm run verify:rollouts -- ${process.argv.slice(2).join(' ')}`.trim(),
      machine: describeMachine(browser.version()),
      checkpoint: provenance.checkpointName,
      checkpointSha256: provenance.checkpointSha256,
      ...{ holding: provenance.holding, threads: provenance.threads, sideBySide: options.sideBySide },
      ...{ tasks: tasks.name, limit: options.limit },
    };
    if (options.time) {
      /** @type {any[]} */
      const traces = [];
      const choice = { ...asked, harnesses: HARNESS_GROUPS['published'], temperature: 0 };
      const cost = await rollouts(
        page,
        choice,
        (trace) => traces.push(trace),
        () => undefined,
      );
      const timed = costOf(cost);
      await unload(page);
      const told = {
        ...result,
        // The folder of a Python says nothing to others.
        command: result.command.replace(/--python[ =]\S+/, '--python …'),
        rollouts: traces.length,
        ...timed,
        native: await besideNative({ root, folder, ...options }, timed),
        harnesses: repeatsByHarness(traces),
      };
      tellResult(told, { name: `rollouts-time-${result.commit}`, save: options.save });
      return;
    }
    const temperatures = [];
    const expected = [];
    for (const temperature of TEMPERATURES) {
      const { traces, cost } = await kept(page, options, asked, temperature);
      const harnesses = repeatsByHarness(traces);
      temperatures.push({ temperature, ...costOf(cost), harnesses });
      expected.push(...expectedOf(temperature, harnesses));
    }
    tellResult(
      { ...result, seeds: SEEDS, temperatures },
      { name: `rollouts-${result.commit}`, save: options.save },
    );
    tellExpected(expected);
  } finally {
    await lab.close();
  }
}

await toExitCode(main);
