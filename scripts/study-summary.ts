// What a finished study has found, in a few lines under its rows: the page's own finding, and a table of the conditions.
import { findingOf, fixed, scopeOf } from '../src/figures/index.ts';
import { wordingOfRecipe } from '../src/lab/run-wording.ts';
import {
  CONDITIONS,
  FIRST_CONDITIONS,
  itemMeasures,
  parseItemSet,
  summarise,
  type ConditionName,
  type ProbeSummary,
} from '../src/probe/index.ts';
import type { RunRecord } from '../src/records/index.ts';
import { FINAL_DRAWS, PUBLISHED_SEED, type Estimate, type Share } from '../src/statistics/index.ts';
import { PAPER_WORDING } from '../src/transcript/index.ts';
import { inColumns } from './in-columns.ts';

const HEAD = [
  ...['condition', 'G, nats: mean [95 %]', 'G of the right call', 'cases', 'tasks'],
  ...['would repeat', 'would be right'],
];
/** The failed and the right call, before the failure and under another condition, are what a case is made of. */
const NO_CASE = 'no G: no item has both its failed and its right call scored under pre and another condition';

/** Lines to be read. `itemsJsonl`: the file of items, of which the record's run may have asked the first only. */
export function studySummary(record: RunRecord, itemsJsonl: string): readonly string[] {
  const read = parseItemSet(itemsJsonl, record.itemSet.name);
  if (!read.ok) return [`${read.error.happened} ${read.error.details}`];
  const items = read.value.slice(0, record.itemSet.items);
  const wording = wordingOfRecipe(record.recipe.wording);
  if (!wording.ok) return [wording.error.happened];
  const named: readonly string[] = record.recipe.conditions ?? FIRST_CONDITIONS;
  const asked = CONDITIONS.filter((name) => named.includes(name));
  const measures = itemMeasures(items, record.rows, wording.value ?? PAPER_WORDING);
  const summed = summarise(measures, asked, { draws: FINAL_DRAWS, seed: PUBLISHED_SEED });
  if (!summed.ok) return [`${summed.error.happened} ${summed.error.details}`];
  const summary = summed.value;
  if (summary.conditions.length === 0) return [NO_CASE];
  const { headline, chances, gain, scope } = findingOf({
    checkpoint: record.provenance.checkpointName,
    summary,
    allCases: items.length,
    // Each was named when it was refused; here they are among those not scored.
    refusedCases: 0,
    isRunning: false,
    scope: scopeOf(
      items.map(({ env }) => env),
      record.provenance.parameters,
    ),
  });
  const sentences = [headline, chances, gain].filter((sentence) => sentence !== null);
  return [...sentences, ...table(summary), scope];
}

function table(summary: ProbeSummary): readonly string[] {
  return inColumns([
    HEAD,
    [
      'pre' satisfies ConditionName,
      '',
      '',
      '',
      '',
      ofAll(summary.repeatsBefore),
      ofAll(summary.rightCallsBefore),
    ],
    ...summary.conditions.map(({ condition, gain, rightGain, repeats, rightCalls }) => [
      condition,
      within(gain),
      rightGain === null ? '' : within(rightGain),
      String(gain.n),
      String(gain.clusters),
      ofAll(repeats),
      ofAll(rightCalls),
    ]),
  ]);
}

const within = ({ value, interval }: Estimate): string =>
  `${fixed(value, 2)}${interval === null ? '' : ` [${fixed(interval.low, 2)} to ${fixed(interval.high, 2)}]`}`;

const ofAll = ({ k, n }: Share): string => `${k} of ${n}`;
