// @ts-check
// `npm run study -- rollouts …`: what a model does with its own failures, in the page's own engine. Traces go to --out or
// stdout as JSON Lines, progress and at the end what was found to stderr; bad input is one line and exit code 1.
import { writeFileSync } from 'node:fs';
import { CHECKPOINT_NAMES } from './checkpoint-folder.mjs';
import { optionsOf } from './options-of.mjs';
import { sourceModule } from './source-module.mjs';
import { Stop } from './stop.mjs';
import { HARNESS_GROUPS, HARNESSES, harnessesOf } from './study-choices.mjs';
import {
  folderAsked,
  inStudy,
  loadChecked,
  oneLine,
  pacedBy,
  rowsTo,
  say,
  SHARED_OPTIONS,
  sharedOptions,
  textsAsked,
  wholeNumber,
} from './study-lane.mjs';
import { checkOutputs, runFileOf } from './study-outputs.mjs';

export const ROLLOUTS_USAGE = `npm run study -- rollouts --checkpoint <id|folder> --tasks <set|file.jsonl> [options]
  --checkpoint X       ${CHECKPOINT_NAMES}
  --tasks X            a frozen task set of static-probes/ (its name), or a task file (.jsonl)
  --harness a,b        names or groups (default: published). Groups: ${Object.keys(HARNESS_GROUPS).join(', ')}
                       Names: ${HARNESSES.join(', ')}
  --temperature T      0: the likeliest token, always (default 0)
  --top-p P            share of probability that is drawn from (default 1)
  --seeds 0,1,2        a rollout for each (default 0; at temperature 0 one seed is all there is)
  --max-tokens N       of one turn (default 96)
  --max-steps N        of one rollout (default 6)
  --no-demonstration   leaves out the example of a reply
  --holding H          folded, resident or auto (default auto)
  --threads N          default: the physical cores as far as they can be guessed
  --limit N            only the first N tasks
  --out FILE           traces go there (JSON Lines), and FILE.run.json says who computed`;

/** @param {string | undefined} text @param {string} name @param {(value: number) => boolean} isGood @param {string} rule */
function number(text, name, isGood, rule) {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || !isGood(value))
    throw new Stop(`--${name} ${text}: must be ${rule}`);
  return value;
}

/** @param {string} text */
function harnessesAsked(text) {
  const read = harnessesOf(text);
  if (read.ok) return read.value;
  throw new Stop(
    `--harness ${text}: there is no "${read.stranger}"; groups: ${Object.keys(HARNESS_GROUPS).join(', ')}; names: ${HARNESSES.join(', ')}`,
  );
}

/** @param {string} text */
function seedsAsked(text) {
  const seeds = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (seeds.some((seed) => !Number.isSafeInteger(seed)))
    throw new Stop(`--seeds ${text}: must be whole numbers, joined by commas`);
  return [...new Set(seeds)];
}

/** @param {string[]} args */
function readOptions(args) {
  const options = /** @type {const} */ ({
    ...SHARED_OPTIONS,
    tasks: { type: 'string' },
    harness: { type: 'string', default: 'published' },
    temperature: { type: 'string' },
    'top-p': { type: 'string' },
    seeds: { type: 'string', default: '0' },
    'max-tokens': { type: 'string', default: '96' },
    'max-steps': { type: 'string', default: '6' },
    'no-demonstration': { type: 'boolean', default: false },
  });
  const { values } = optionsOf('study', { args, options });
  if (values.help) return null;
  const shared = sharedOptions(values);
  if (values.tasks === undefined) throw new Stop('study: --tasks is missing (see --help)');
  return {
    ...shared,
    tasks: values.tasks,
    harnesses: harnessesAsked(values.harness),
    temperature:
      number(values.temperature, 'temperature', (value) => value >= 0, 'a number of at least 0') ?? 0,
    topP: number(values['top-p'], 'top-p', (value) => value > 0 && value <= 1, 'above 0 and at most 1') ?? 1,
    seeds: seedsAsked(values.seeds),
    mostTokens: wholeNumber(values['max-tokens'], 'max-tokens'),
    mostSteps: wholeNumber(values['max-steps'], 'max-steps'),
    demonstration: !values['no-demonstration'],
  };
}

/** The lane. @param {string[]} args */
export async function rolloutsLane(args) {
  const options = readOptions(args);
  if (options === null) {
    console.log(`usage: ${ROLLOUTS_USAGE}`);
    return;
  }
  const folder = folderAsked(options.checkpoint);
  const tasks = textsAsked('tasks', options.tasks);
  checkOutputs({ out: options.out, record: null });
  await inStudy(folder, (page) => study(page, options, { tasks, folder }));
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {NonNullable<ReturnType<typeof readOptions>>} options
 * @param {{ tasks: { name: string, jsonl: string, wording: string }, folder: string }} asked
 */
async function study(page, options, { tasks, folder }) {
  /** @type {import('../src/records/index.ts').TraceRow[]} */
  const traces = [];
  const { out: file } = options;
  const out = rowsTo(
    file,
    () =>
      `study: stopped; ${traces.length} traces were written${file === null ? '' : ` and stay in ${file}`}`,
  );
  const provenance = await loadChecked(page, folder, options, out.unlessEnded);
  await page.exposeBinding('studyTrace', (_, /** @type {any} */ trace) => {
    traces.push(trace);
    out.write(trace);
  });
  await page.exposeBinding('studyRefused', (_, /** @type {any} */ error) =>
    say(`not read: ${oneLine(error)}`),
  );
  const isDue = pacedBy(1000);
  await page.exposeBinding(
    'studyProgress',
    (_, /** @type {any} */ progress, /** @type {number[]} */ [ended, all]) => {
      if (!isDue()) return;
      const perSecond = progress.writtenTokens / (progress.elapsedMs / 1000);
      say(
        `${ended} of ${all} rollouts, ${progress.turns} turns, ${progress.computedTokens} tokens computed, ${progress.writtenTokens} written` +
          (perSecond > 0 ? ` (${perSecond.toFixed(1)}/s)` : ''),
      );
    },
  );
  const { harnesses, temperature, topP, seeds, mostTokens, mostSteps, demonstration, limit } = options;
  const choice = { harnesses, temperature, topP, seeds, mostTokens, mostSteps, demonstration };
  const running = page.evaluate(
    (asked) => {
      const here = /** @type {any} */ (globalThis);
      return here.backfireStudy.rollouts(asked, {
        onTrace: here.studyTrace,
        onRefused: here.studyRefused,
        onProgress: (/** @type {any} */ progress, /** @type {number} */ ended, /** @type {number} */ all) =>
          here.studyProgress(progress, [ended, all]),
      });
    },
    {
      ...choice,
      firstTasks: limit,
      tasksJsonl: tasks.jsonl,
      tasksName: tasks.name,
      wording: tasks.wording,
      sideBySide: null,
    },
  );
  const done = await out.unlessEnded(running);
  if (!done.ok) throw new Stop(oneLine(done.error));
  await out.close();
  const summary = done.value;
  if (file !== null)
    writeFileSync(
      runFileOf(file),
      `${JSON.stringify({ provenance, tasks: tasks.name, choice: { ...choice, firstTasks: limit }, summary }, null, 2)}\n`,
    );
  /** @type {typeof import('./rollouts-summary.ts')} */
  const { rolloutsSummary } = await sourceModule('scripts/rollouts-summary.ts');
  for (const line of rolloutsSummary(traces, harnesses, provenance.checkpointName)) say(line);
  say(`${traces.length} traces${file === null ? '' : `, in ${file}`}`);
}
