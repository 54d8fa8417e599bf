// @ts-check
// `npm run study -- probe …`: a probe run without a page, in the page's own engine (headless browser, same worker, same
// wasm). Rows go to --out or stdout as JSON Lines, progress and at the end what was found to stderr; bad input is one
// line and exit code 1.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { CHECKPOINT_NAMES } from './checkpoint-folder.mjs';
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
} from './study-lane.mjs';
import { checkOutputs, runFileOf } from './study-outputs.mjs';

export const PROBE_USAGE = `npm run study -- probe --checkpoint <id|folder> --items <set|file.jsonl> [options]
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

/** @param {string[]} args */
function readOptions(args) {
  const options = /** @type {const} */ ({
    ...SHARED_OPTIONS,
    items: { type: 'string' },
    conditions: { type: 'string' },
    candidates: { type: 'string' },
    wording: { type: 'string' },
    knockouts: { type: 'boolean', default: false },
    record: { type: 'string' },
  });
  const { values } = optionsOf('study', { args, options });
  if (values.help) return null;
  const shared = sharedOptions(values);
  if (values.items === undefined) throw new Stop('study: --items is missing (see --help)');
  return {
    ...shared,
    items: values.items,
    conditions: conditionsAsked(values.conditions),
    candidates: candidatesAsked(values.candidates),
    wording: values.wording === undefined ? null : wordingAsked(values.wording),
    knockouts: values.knockouts,
    record: values.record ?? null,
  };
}

/** The lane. @param {string[]} args */
export async function probeLane(args) {
  const options = readOptions(args);
  if (options === null) {
    console.log(`usage: ${PROBE_USAGE}`);
    return;
  }
  const folder = folderAsked(options.checkpoint);
  const items = textsAsked('items', options.items);
  checkOutputs(options);
  await inStudy(folder, (page) => study(page, options, { items, folder }));
}

/**
 * Every bad line is named, each on a line of its own, before a checkpoint is read.
 * @param {import('@playwright/test').Page} page
 * @param {{ name: string, jsonl: string }} items
 */
async function checkItems(page, items) {
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
 * @param {import('@playwright/test').Page} page
 * @param {NonNullable<ReturnType<typeof readOptions>>} options
 * @param {{ items: { name: string, jsonl: string, wording: string }, folder: string }} asked
 */
async function study(page, options, { items, folder }) {
  await checkItems(page, items);
  let rows = 0;
  let refused = 0;
  const out = rowsTo(options.out, () => keptOf(rows, options));
  await page.exposeBinding('studyRow', (_, /** @type {unknown} */ row) => {
    rows += 1;
    out.write(row);
  });
  await page.exposeBinding('studyRefused', (_, /** @type {string} */ id, /** @type {any} */ error) => {
    refused += 1;
    say(`not scored: ${id}: ${oneLine(error)}`);
  });
  const isDue = pacedBy(1000);
  await page.exposeBinding('studyProgress', (_, /** @type {any} */ progress) => {
    if (!isDue() && progress.unitsDone < progress.unitsAll) return;
    const perSecond = progress.computedTokens / (progress.elapsedMs / 1000);
    const left = (progress.plannedTokens - progress.computedTokens) / perSecond;
    say(
      `${progress.unitsDone} of ${progress.unitsAll} scores, ${progress.computedTokens} of ${progress.plannedTokens} tokens` +
        (Number.isFinite(perSecond) && perSecond > 0
          ? `, ${perSecond.toFixed(0)} tokens/s, about ${Math.ceil(left)} s left`
          : ''),
    );
  });
  const provenance = await loadChecked(page, folder, options, out.unlessEnded);
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
  const done = await out.unlessEnded(scoring);
  if (!done.ok) throw new Stop(oneLine(done.error));
  const { record, leftOut, ...summary } = done.value;
  await out.close();
  if (options.out !== null) {
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
