// @ts-check
// What the lab shows of the paper's ToolShed results, from a transcription of its tables: numbers and names only.

/** @typedef {{ mean: number, ci_lo: number, ci_hi: number, n_items: number, n_tasks: number }} Released a released cell */
/** @typedef {Record<string, unknown>} Json */

/** Released column → the lab's name of the measure (src/probe/item-values.ts). */
const MEASURES = {
  G: 'G',
  copy: 'copy',
  sem: 'sem',
  copy_pad: 'copy_pad',
  sem_pad: 'sem_pad',
  copy_succ: 'copy_succ',
  polarity: 'polarity',
  repair: 'repair',
  margin_shift: 'margin_shift',
  G_abs: 'G of abstract',
  p_rep_before: 'p_rep of pre',
  p_rep_after: 'p_rep of fail',
  p_rep_shift: 'p_rep_shift',
  greedy_before: 'repeats of pre',
  greedy_after: 'repeats of fail',
  greedy_abs: 'repeats of abstract',
  frac_G_negative: 'G_negative',
};
const PER_TOKEN = { G_per_token: 'G', copy_per_token: 'copy', sem_per_token: 'sem' };
const GROUPINGS = {
  by_operator: 'operator',
  by_error_family: 'error',
  by_template: 'template',
  by_prefix_depth: 'depth',
};
const GROUPED_MEASURES = { G: 'G', copy: 'copy', sem: 'sem' };
/** Ten-thousandths: far below every interval. */
const DIGITS = 4;

/**
 * @param {any} results the transcription: `source`, `models`, `probe`, `by_…`, `manipulations`
 * @returns {string} the text of static-probes/published/toolshed-<n>.json
 */
export function publishedValues(results) {
  const released = results.probe.toolshed;
  const { title, author, year, repository, commits, readOn } = sourceOf(results.source);
  const values = {
    kind: 'backfire-lab published values',
    version: 1,
    environment: 'toolshed',
    source: { title, author, year, repository, commits, readOn },
    interval: {
      level: 0.95,
      ends: 'percentile',
      cluster: results.source.bootstrap.cluster,
      draws: results.source.bootstrap.main_resamples,
      drawsInGroups: results.source.bootstrap.breakdown_resamples,
    },
    cell: ['mean', 'low', 'high', 'items', 'tasks'],
    units: Object.fromEntries(Object.values(MEASURES).map((measure) => [measure, unitOf(measure)])),
    checkpoints: Object.keys(released).map((key) => ({
      key,
      name: results.models[key].label,
      hubId: results.models[key].hub_id,
      parametersInBillions: results.models[key].params_b,
      status: released[key].published === true ? 'published' : 'few-items',
      wholeCall: {
        ...cellsOf(released[key], MEASURES),
        ...gainsUnderManipulations(results.manipulations.variants, key),
      },
      perToken: cellsOf(released[key], PER_TOKEN),
      changes: changesOf(results.manipulations.variants, key),
      groups: Object.fromEntries(
        Object.entries(GROUPINGS).map(([released, label]) => [
          label,
          groupsOf(results[released].toolshed, key),
        ]),
      ),
    })),
  };
  return `${JSON.stringify(values, null, 1).replace(/\[\s+((?:-?[\d.e-]+,?\s+)+)\]/g, (_, numbers) => `[${numbers.trim().replace(/\s+/g, ' ')}]`)}\n`;
}

/** @param {any} source */
export const sourceOf = (source) => ({
  title: source.paper_title,
  author: source.author,
  year: source.year,
  repository: source.repository,
  commits: source.commits_read.map((/** @type {{ hash: string }} */ { hash }) => hash),
  readOn: source.date_read,
});

/** @param {string} measure */
function unitOf(measure) {
  if (measure === 'G_negative' || measure.startsWith('repeats of')) return 'share of items';
  return measure.startsWith('p_rep') ? 'probability' : 'nats';
}

/** @param {any} from @param {Record<string, string>} names released name → ours; what was not released is left out */
const cellsOf = (from, names) =>
  Object.fromEntries(
    Object.entries(names).flatMap(([released, ours]) =>
      from[released] === undefined ? [] : [[ours, cellOf(from[released])]],
    ),
  );

/** G under each manipulation. That of the description stands among the measures already. @param {any} variants @param {string} key */
const gainsUnderManipulations = (variants, key) =>
  Object.fromEntries(
    Object.entries(variants).flatMap(([condition, { G_under_variant: gains }]) =>
      condition === 'abstract' || gains[key] === undefined ? [] : [[`G of ${condition}`, cellOf(gains[key])]],
    ),
  );

/** Paired change of log p of the failed call against the standard error, by condition. @param {any} variants @param {string} key */
const changesOf = (variants, key) =>
  Object.fromEntries(
    Object.entries(variants).flatMap(([condition, { delta }]) =>
      delta[key] === undefined ? [] : [[condition, cellOf(delta[key])]],
    ),
  );

/** @param {Record<string, any>} groups @param {string} key */
const groupsOf = (groups, key) =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, byModel]) =>
      byModel[key] === undefined ? [] : [[group, cellsOf(byModel[key], GROUPED_MEASURES)]],
    ),
  );

/** @param {Released} released */
function cellOf({ mean, ci_lo: low, ci_hi: high, n_items: items, n_tasks: tasks }) {
  const cell = [...[mean, low, high].map((value) => Number(value.toFixed(DIGITS))), items, tasks];
  if (!cell.every(Number.isFinite)) throw new Error(`a cell without a number: ${cell.join(', ')}`);
  return cell.map((value) => value + 0); // −0 is 0
}
