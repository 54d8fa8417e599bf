import * as v from 'valibot';

/** Half a surrogate pair is no character; a tokenizer would silently put another one in its place. */
const whole = v.check<string, string>(
  (value) => !/\p{Surrogate}/u.test(value),
  'holds half of a surrogate pair',
);
const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'), whole);
const action = v.pipe(
  text,
  v.check((value) => value.trim() === value, 'must not begin or end with white space'),
);
const named = (pattern: RegExp) => v.pipe(text, v.regex(pattern, `must match ${pattern.source}`));
const word = named(/^[A-Za-z0-9][A-Za-z0-9_-]*$/);
const id = named(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/);
const wholeNumber = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(0, 'must not be negative'),
);
const listOf = <T extends v.GenericSchema>(entry: T) => v.array(entry, 'must be a list');

/** static-probes/item.schema.json in code: one frozen decision point (measurement §0). */
export const itemSchema = v.strictObject({
  item_id: id,
  env: named(/^[a-z][a-z0-9-]*$/),
  task_id: id,
  template: word,
  step_index: wholeNumber,
  operator: word,
  error_type: word,
  system_prompt: text,
  goal: text,
  prefix_actions: listOf(text),
  prefix_observations: listOf(text),
  failed_action: action,
  gold_action: action,
  obs_fail: text,
  obs_fail_terse: text,
  obs_fail_verbose: text,
  obs_fail_echo: text,
  obs_success: text,
  obs_neutral: text,
  obs_fail_other: v.pipe(v.string('must be a text'), whole),
  distractors: v.pipe(listOf(action), v.maxLength(2, 'must have at most two entries')),
  tool: v.nullable(text),
  meta: v.looseObject({
    documentation: v.optional(v.strictTuple([wholeNumber, wholeNumber], 'must be two whole numbers')),
    traceback_quotes_source: v.optional(v.boolean('must be true or false')),
    tests_passed_before_failure: v.optional(wholeNumber),
    n_tests: v.optional(wholeNumber),
  }),
});

/** One moment at which an agent made a wrong call. Field names are the published ones. */
export type ProbeItem = Readonly<v.InferOutput<typeof itemSchema>>;

/** Something wrong with one field of one item. */
export interface ItemFault {
  readonly field: string | null;
  readonly what: string;
}

/** Checks a value that should be an item: unknown in, an item or its faults out. */
export function checkItem(value: unknown): {
  readonly item: ProbeItem | null;
  readonly faults: readonly ItemFault[];
} {
  // valibot takes a list for an object without fields.
  if (Array.isArray(value))
    return { item: null, faults: [{ field: null, what: 'must be an object, not a list' }] };
  const checked = v.safeParse(itemSchema, value);
  if (!checked.success) {
    return {
      item: null,
      faults: checked.issues.map((issue) => ({ field: v.getDotPath(issue), what: wordsOf(issue) })),
    };
  }
  const faults = [...faultsBetweenFields(checked.output)];
  return { item: faults.length === 0 ? checked.output : null, faults };
}

function wordsOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind !== 'schema' || issue.type === 'string') return issue.message;
  if (issue.expected === 'never') return 'is not a field of an item';
  if (issue.received === 'undefined') return 'is missing';
  return issue.message;
}

/** What no schema can say (README of static-probes). */
function* faultsBetweenFields(item: ProbeItem): Generator<ItemFault> {
  const steps = item.prefix_actions.length;
  if (item.prefix_observations.length !== steps) {
    const what = `has ${item.prefix_observations.length} entries, prefix_actions has ${steps}`;
    yield { field: 'prefix_observations', what };
  }
  if (item.step_index !== steps) {
    yield { field: 'step_index', what: `is ${item.step_index}, but prefix_actions has ${steps} entries` };
  }
  const calls = new Map([[item.failed_action, 'failed_action']]);
  const others = [
    ['gold_action', item.gold_action],
    ...item.distractors.map((call, index) => [`distractors.${index}`, call] as const),
  ] as const;
  for (const [field, call] of others) {
    const twin = calls.get(call);
    if (twin === undefined) calls.set(call, field);
    else yield { field, what: `is the same call as ${twin}` };
  }
  for (const field of ['obs_fail', 'obs_fail_terse', 'obs_fail_verbose'] as const) {
    if (item[field].includes(item.failed_action)) yield { field, what: 'must not quote the failed call' };
  }
  if (!item.obs_fail_echo.includes(item.failed_action)) {
    yield { field: 'obs_fail_echo', what: 'must quote the failed call' };
  }
  if (item.distractors.length === 0 && item.obs_fail_other !== '') {
    yield { field: 'obs_fail_other', what: 'must be empty, as there are no distractors' };
  }
  const [start, end] = item.meta.documentation ?? [0, 1];
  if (item.meta.documentation !== undefined && !(start < end && end <= item.system_prompt.length)) {
    const what = `must be a range within the ${item.system_prompt.length} units of system_prompt`;
    yield { field: 'meta.documentation', what };
  }
}
