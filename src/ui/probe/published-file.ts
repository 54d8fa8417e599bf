import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const number = v.pipe(v.number(), v.finite());
const text = v.pipe(v.string(), v.minLength(1));
/** Mean, both ends of its interval, items, tasks. */
const cell = v.pipe(
  v.strictTuple([number, number, number, count, count]),
  v.check(
    ([mean, low, high, items, tasks]) => low <= mean && mean <= high && tasks <= items,
    'not low ≤ mean ≤ high, or more tasks than items',
  ),
);
const cells = v.record(text, cell);
const groups = v.record(text, cells);

const schema = v.strictObject({
  kind: v.literal('backfire-lab published values'),
  version: v.literal(1),
  environment: v.literal('toolshed'),
  source: v.strictObject({
    title: text,
    author: text,
    year: count,
    repository: text,
    commits: v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/))),
    readOn: v.pipe(v.string(), v.isoDate()),
  }),
  interval: v.strictObject({
    level: v.literal(0.95),
    ends: v.literal('percentile'),
    cluster: v.literal('task'),
    draws: count,
    drawsInGroups: count,
  }),
  cell: v.tuple([
    v.literal('mean'),
    v.literal('low'),
    v.literal('high'),
    v.literal('items'),
    v.literal('tasks'),
  ]),
  units: v.record(text, v.picklist(['nats', 'probability', 'share of items'])),
  checkpoints: v.array(
    v.strictObject({
      key: text,
      name: text,
      hubId: v.pipe(v.string(), v.regex(/^[^/\s]+\/[^/\s]+$/)),
      parametersInBillions: number,
      status: v.picklist(['published', 'few-items']),
      wholeCall: cells,
      perToken: cells,
      changes: cells,
      groups: v.strictObject({ operator: groups, error: groups, template: groups, depth: groups }),
    }),
  ),
});

/** A file of static-probes/published/; its README says what the fields mean. */
export type PublishedValues = v.InferOutput<typeof schema>;
export type PublishedCheckpoint = PublishedValues['checkpoints'][number];
export type PublishedTuple = v.InferOutput<typeof cell>;

/** Throws on anything but a file of published values; the file is ours, and its hash is checked. */
export const readPublishedValues = (json: unknown): PublishedValues => v.parse(schema, json);
