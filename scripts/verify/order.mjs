#!/usr/bin/env node
// @ts-check
// `npm run verify:order`: our recorded runs against the published values of the same checkpoint: signs, order of
// conditions and of operators. Nothing here can pass or fail: what differs is listed, to be looked into.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commitOf } from '../bench/machine.mjs';
import { optionsOf } from '../options-of.mjs';
import { PROBES_FOLDER, sha256 } from '../probes/item-set.mjs';
import { sourceModule } from '../source-module.mjs';
import { Stop, toExitCode } from '../stop.mjs';
import { tellResult } from './evidence.mjs';

const USAGE = `usage: npm run verify:order -- [options]
  --checkpoint X    as recorded (default smollm2-135m-instruct-q4_1)
  --published X     its key in static-probes/published/toolshed-1.json (default smollm2-135m)
  --rows FILE       rows that npm run study left (may stand twice): where repeating breaks off, token by token
  --save            also write docs/evidence/order-<commit>.json`;
const CORE = 'toolshed-paper-2026-core-100';
const EXTENDED = 'toolshed-paper-2026-extended-60';
const root = fileURLToPath(new URL('../../', import.meta.url));

/** @typedef {import('./order-of.ts').Cell} Cell */

/** @param {string} name below static-probes/ @returns {any} */
const frozen = (name) => JSON.parse(readFileSync(join(PROBES_FOLDER, name), 'utf8'));

async function main() {
  const { values } = optionsOf('verify:order', {
    options: {
      checkpoint: { type: 'string', default: 'smollm2-135m-instruct-q4_1' },
      published: { type: 'string', default: 'smollm2-135m' },
      rows: { type: 'string', multiple: true, default: [] },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  /** @type {typeof import('./order-of.ts')} */
  const { breakOffs, compare, orderOf } = await sourceModule('scripts/verify/order-of.ts');
  /** @type {typeof import('../../src/statistics/index.ts')} */
  const statistics = await sourceModule('src/statistics/index.ts');
  /** @type {typeof import('../../src/records/index.ts')} */
  const records = await sourceModule('src/records/index.ts');

  const core = frozen(`recorded/${values.checkpoint}.${CORE}.json`);
  const extended = frozen(`recorded/${values.checkpoint}.${EXTENDED}.json`);
  const published = frozen('published/toolshed-1.json').checkpoints.find(
    (/** @type {{ key: string }} */ { key }) => key === values.published,
  );
  if (published === undefined) throw new Stop(`--published ${values.published}: there is no such checkpoint`);
  // The sixty items are among the hundred: what both runs have is taken from the larger one.
  const measures = { ...extended.wholeCall, ...core.wholeCall };
  const changes = { ...extended.changes, ...core.changes };
  const result = {
    what: 'our recorded runs against the published values, whole call, nats (shares for repeats and p_rep)',
    ...commitOf(root),
    date: new Date().toISOString(),
    command: `npm run verify:order${values.save ? ' -- --save' : ''}`,
    published: published.name,
    ours: { checkpoint: core.provenance.checkpointName, wording: core.itemSet.wording },
    runs: [core, extended].map(({ itemSet, rows }) => ({ set: itemSet.name, rows })),
    cell: core.cell,
    measures: compare(published.wholeCall, measures),
    changesAgainstFail: compare(published.changes, changes),
    orderOfConditions: orderOf(published.changes, changes),
    operators: compare(gainsOf(published.groups.operator), operatorGains(core, statistics)),
    orderOfOperators: orderOf(gainsOf(published.groups.operator), operatorGains(core, statistics)),
    breakOffs: values.rows.map((path) => {
      const bytes = readFileSync(path);
      const { rows, findings } = records.rowsFromJsonl(bytes.toString('utf8'));
      if (findings.length > 0) throw new Stop(`${path}:${findings[0]?.line}: ${findings[0]?.what}`);
      return { sha256: sha256(bytes), count: rows.length, conditions: breakOffs(rows) };
    }),
  };
  tellResult(result, { name: `order-${result.commit}`, save: values.save });
}

/** @param {Record<string, { G: Cell }>} groups @returns {Record<string, Cell>} */
const gainsOf = (groups) => Object.fromEntries(Object.entries(groups).map(([name, { G }]) => [name, G]));

/**
 * Mean G of each operator, from the items of a recorded run.
 * @param {any} run @param {typeof import('../../src/statistics/index.ts')} statistics
 * @returns {Record<string, Cell>}
 */
function operatorGains(
  { itemSet, items },
  { breakdown, itemTable, resampling, FINAL_DRAWS, PUBLISHED_SEED },
) {
  /** @type {Map<string, { operator: string, task_id: string }>} */
  const known = new Map(
    readFileSync(join(PROBES_FOLDER, `${itemSet.name}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((item) => [item.item_id, item]),
  );
  const table = itemTable(
    items.ids.map((/** @type {string} */ id, /** @type {number} */ place) => ({
      item: id,
      cluster: known.get(id)?.task_id ?? '',
      labels: { operator: known.get(id)?.operator ?? '' },
      values: { G: items.values['G of fail'][place] },
    })),
  );
  if (!table.ok) throw new Stop(table.error.happened);
  const draws = resampling({ draws: FINAL_DRAWS, seed: PUBLISHED_SEED });
  return Object.fromEntries(
    breakdown(table.value, 'operator', ['G'], draws).flatMap(({ label, estimates: { G } }) =>
      G === null || G === undefined
        ? []
        : [[label, [G.value, G.interval?.low ?? null, G.interval?.high ?? null, G.n, G.clusters]]],
    ),
  );
}

await toExitCode(main);
