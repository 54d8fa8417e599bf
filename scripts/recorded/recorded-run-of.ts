import {
  CONDITIONS,
  CORE_CONDITIONS,
  itemMeasures,
  itemValues,
  type ConditionName,
  type ItemLabel,
  type MeasureName,
  type ProbeItem,
  type Scale,
} from '../../src/probe/index.ts';
import type { ScoreRow } from '../../src/records/index.ts';
import {
  contrast,
  estimate,
  FINAL_DRAWS,
  itemTable,
  PUBLISHED_SEED,
  resampling,
  type ItemTable,
  type ResampledEstimate,
} from '../../src/statistics/index.ts';
import { MENDED_WORDING, PAPER_WORDING } from '../../src/transcript/index.ts';
import { readRecordedRun, type RecordedCell, type RecordedRun } from '../../src/ui/probe/recorded-run.ts';

export interface StudyOutput {
  readonly itemSet: Omit<RecordedRun['itemSet'], 'items'>;
  readonly items: readonly ProbeItem[];
  readonly rows: readonly ScoreRow[];
  /** Of the rows' file, as it was read. */
  readonly rowsSha256: string;
  /** What the study said about who computed. */
  readonly provenance: unknown;
}

/** Ten-thousandths: far below every interval. */
const DIGITS = 4;

/**
 * A study's rows as a recorded run. Throws on rows of several models, of items that are not in the set, and where no
 * item was scored both before and after the error: a record that says less than it seems to is worse than none.
 */
export function recordedRunOf({ itemSet, items, rows, rowsSha256, provenance }: StudyOutput): RecordedRun {
  const strange = rows.find((row) => !items.some(({ item_id }) => item_id === row.item_id));
  if (strange !== undefined) throw new Error(`the item ${strange.item_id} is not in ${itemSet.name}`);
  const models = new Set(rows.map(({ model }) => model));
  if (models.size > 1) throw new Error(`rows of several models: ${[...models].join(', ')}`);

  const measures = itemMeasures(
    items,
    rows,
    itemSet.wording === 'mended' ? MENDED_WORDING : PAPER_WORDING,
  ).toSorted((one, other) => (one.item.item_id < other.item.item_id ? -1 : 1));
  const scored = CONDITIONS.filter((name) => measures.some(({ under }) => under[name].failedNats !== null));
  const tableOn = (scale: Scale): ItemTable<MeasureName, ItemLabel> => {
    const table = itemTable(measures.map((one) => itemValues(one, scale)));
    if (!table.ok) throw new Error(`${table.error.happened} ${table.error.details}`);
    return table.value;
  };
  const table = tableOn('whole-call');
  const names = Object.keys(table.items[0]?.values ?? {}) as MeasureName[]; // the keys of a record of measures
  const wholeCall = cellsOf(table, names);
  if (wholeCall['G'] === undefined)
    throw new Error('no item of the set was scored both before and after the error');

  return readRecordedRun({
    kind: 'backfire-lab recorded run',
    version: 1,
    itemSet: { ...itemSet, items: items.length },
    rows: { sha256: rowsSha256, count: rows.length },
    provenance,
    conditions: scored,
    interval: {
      level: 0.95,
      ends: 'percentile',
      cluster: 'task',
      draws: FINAL_DRAWS,
      seed: PUBLISHED_SEED,
    },
    cell: ['mean', 'low', 'high', 'items', 'tasks'],
    wholeCall,
    perToken: cellsOf(tableOn('per-token'), ['G', 'copy', 'sem']),
    changes: changesOf(table, scored),
    items: {
      ids: table.items.map(({ item }) => item),
      values: Object.fromEntries(
        measuresByItem(scored).map((name) => [
          name,
          table.items.map(({ values }) => (values[name] === null ? null : rounded(values[name]))),
        ]),
      ),
    },
  } satisfies Record<keyof RecordedRun, unknown>);
}

const draws = (): ReturnType<typeof resampling> => resampling({ draws: FINAL_DRAWS, seed: PUBLISHED_SEED });

/** A cell for every measure that some item has. */
const cellsOf = (
  table: ItemTable<MeasureName, ItemLabel>,
  names: readonly MeasureName[],
): Record<string, RecordedCell> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const found = estimate(table, name, draws());
      return found === null ? [] : [[name, cellOf(found)]];
    }),
  );

const changesOf = (
  table: ItemTable<MeasureName, ItemLabel>,
  conditions: readonly ConditionName[],
): Record<string, RecordedCell> =>
  Object.fromEntries(
    conditions.flatMap((condition) => {
      if (condition === 'pre' || condition === 'fail') return [];
      const found = contrast<MeasureName>(table, `L of ${condition}`, 'L of fail', draws());
      return found === null ? [] : [[condition, cellOf(found)]];
    }),
  );

/** What the strip, the picture of after against before and checkpoints side by side need of the core conditions. */
const measuresByItem = (scored: readonly ConditionName[]): readonly MeasureName[] => [
  'L of pre',
  'repeats of pre',
  'right_call of pre',
  ...CORE_CONDITIONS.filter((name) => name !== 'pre' && scored.includes(name)).flatMap(
    (name) => [`G of ${name}`, `repeats of ${name}`, `right_call of ${name}`] as const,
  ),
];

const cellOf = ({ value, interval, n, clusters }: ResampledEstimate): RecordedCell => [
  rounded(value),
  interval && rounded(interval.low),
  interval && rounded(interval.high),
  n,
  clusters,
];

const rounded = (value: number): number => Number(value.toFixed(DIGITS)) + 0; // −0 is 0

/** The record as the text of a file: columns and cells on one line each. */
export const recordedRunText = (run: RecordedRun): string =>
  `${JSON.stringify(run, null, 1).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, list: string) => `[${list.replace(/\s*\n\s*/g, ' ')}]`)}\n`;
