import * as v from 'valibot';
import type { ConditionName, MeasureName } from '../../probe/index.ts';
import type { Interval } from '../../statistics/index.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const number = v.pipe(v.number(), v.finite());
const text = v.pipe(v.string(), v.minLength(1));
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** Mean, both ends of its interval (null: too few items or tasks to claim one), items, tasks. */
const cell = v.strictTuple([number, v.nullable(number), v.nullable(number), count, count]);
const cells = v.record(text, cell);

const schema = v.pipe(
  v.strictObject({
    kind: v.literal('backfire-lab recorded run'),
    version: v.literal(1),
    itemSet: v.strictObject({
      name: text,
      sha256,
      items: count,
      wording: v.picklist(['paper', 'mended']),
    }),
    rows: v.strictObject({ sha256, count }),
    /** As the engine gave it (src/records/provenance.ts); what the page reads of it is checked. */
    provenance: v.looseObject({
      checkpointName: text,
      checkpointId: text,
      checkpointSha256: text,
      parameters: count,
      architecture: text,
      engineVersion: text,
      ortVersion: text,
      threads: count,
    }),
    conditions: v.array(text),
    interval: v.strictObject({
      level: v.literal(0.95),
      ends: v.literal('percentile'),
      cluster: v.literal('task'),
      draws: count,
      seed: count,
    }),
    cell: v.tuple([
      v.literal('mean'),
      v.literal('low'),
      v.literal('high'),
      v.literal('items'),
      v.literal('tasks'),
    ]),
    wholeCall: cells,
    perToken: cells,
    changes: cells,
    items: v.strictObject({ ids: v.array(text), values: v.record(text, v.array(v.nullable(number))) }),
  }),
  v.check(
    ({ items }) => Object.values(items.values).every(({ length }) => length === items.ids.length),
    'a column of items.values is not as long as items.ids',
  ),
);

/**
 * A run of ours in numbers, for the page to show before anything is run; static-probes/recorded/README.md says what the
 * fields mean. The rows it was made from are known by their hash.
 */
export type RecordedRun = v.InferOutput<typeof schema>;
export type RecordedCell = v.InferOutput<typeof cell>;

/** Throws on anything but a recorded run; the file is ours, and its hash is checked. */
export const readRecordedRun = (json: unknown): RecordedRun => v.parse(schema, json);

/** One of our recorded values, in the unit of its measure. */
export interface RecordedEstimate {
  readonly value: number;
  readonly interval: Interval | null;
  readonly items: number;
  readonly tasks: number;
}

/** A measure of the recorded run. Null: its condition was not run. */
export const recordedMeasure = (
  run: RecordedRun,
  measure: MeasureName,
  scale: 'whole-call' | 'per-token' = 'whole-call',
): RecordedEstimate | null => estimateOf((scale === 'per-token' ? run.perToken : run.wholeCall)[measure]);

/** Paired change of log p of the failed call against the standard error, nats; above zero: likelier. */
export const recordedChange = (run: RecordedRun, condition: ConditionName): RecordedEstimate | null =>
  estimateOf(run.changes[condition]);

/** One value an item (null: not scored), such as `G of neut`. Empty: the run does not keep that measure by item. */
export const recordedValues = (
  { items: { ids, values } }: RecordedRun,
  measure: MeasureName,
): readonly { readonly itemId: string; readonly value: number | null }[] =>
  (values[measure] ?? []).map((value, index) => ({ itemId: ids[index] ?? '', value }));

/**
 * What was run, in words that must stand beside its numbers: the weights, that the items are not the paper's own, and
 * how many were scored if not all: 'SmolLM2-135M-Instruct, Q4_1 weights; item wording rebuilt'.
 */
export function recordedWords(run: RecordedRun): string {
  const { provenance, itemSet } = run;
  const scored = recordedMeasure(run, 'G')?.items ?? 0;
  const wording = itemSet.wording === 'mended' ? 'item wording rebuilt and mended' : 'item wording rebuilt';
  const part = scored < itemSet.items ? [`${scored} of ${itemSet.items} items`] : [];
  return [provenance.checkpointName, wording, ...part].join('; ');
}

function estimateOf(tuple: RecordedCell | undefined): RecordedEstimate | null {
  if (tuple === undefined) return null;
  const [value, low, high, items, tasks] = tuple;
  return { value, interval: low === null || high === null ? null : { low, high }, items, tasks };
}
