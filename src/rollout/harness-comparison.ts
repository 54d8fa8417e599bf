import { ok, type Result } from '../records/index.ts';
import {
  contrast,
  holm,
  itemTable,
  mean,
  signTest,
  type ResampledEstimate,
  type Resampling,
} from '../statistics/index.ts';
import { isComplete, isSolvedInStepOne, type RolloutCounts } from './rollout-counts.ts';
import { measureOf, type RolloutMeasure } from './rollout-measures.ts';

/** How often one harness did better and how often worse, where they differ; p of the exact sign test. */
export interface Signs {
  readonly more: number;
  readonly less: number;
  readonly p: number | null;
}

/** One harness against the reference, task by task. */
export interface HarnessContrast {
  readonly harness: string;
  /** Harness minus reference on the same task; mean over tasks, interval drawn by kind of task. Null of nothing. */
  readonly change: ResampledEstimate | null;
  /** After Holm's correction over the harnesses compared; null where there is no p. */
  readonly holmP: number | null;
  /** Tasks that differ, and kinds of task that do: near-copies of a task are one kind. */
  readonly tasks: Signs;
  readonly kinds: Signs;
  /** Tasks solved in step one under both: they cannot tell the two apart. */
  readonly stepOneInBoth: number;
  /**
   * Tasks solved in step one under one of the two only. What decided them happened before any failure, so they are no
   * reaction to how failures are shown; for a harness that changes the system prompt they are the finding.
   */
  readonly stepOneInOne: readonly { readonly taskId: string; readonly harness: string }[];
}

export interface ComparisonChoice {
  /** The published contrasts keep the tasks that were solved in step one. */
  readonly keepStepOne?: boolean;
}

/**
 * Every harness against the reference in one measure. Rollouts are paired by task and seed; a task's value is the mean
 * over its seeds; pairs of which one did not run its course or has no value are left out.
 */
export function compareHarnesses(
  rollouts: readonly RolloutCounts[],
  measure: RolloutMeasure,
  reference: string,
  resampling: Resampling,
  { keepStepOne = false }: ComparisonChoice = {},
): Result<readonly HarnessContrast[]> {
  const complete = rollouts.filter(isComplete);
  const names = [...new Set(complete.map(({ harness }) => harness))].filter((name) => name !== reference);
  const made: HarnessContrast[] = [];
  for (const harness of names) {
    const pairs = pairsOf(complete, harness, reference);
    const isInStepOne = (pair: Pair): boolean => isSolvedInStepOne(pair.one) || isSolvedInStepOne(pair.other);
    const found = contrastOf(
      harness,
      pairs.filter((pair) => keepStepOne || !isInStepOne(pair)),
      measure,
      resampling,
    );
    if (!found.ok) return found;
    made.push({ ...found.value, ...stepOneOf(pairs, harness, reference) });
  }
  const corrected = holm(made.map(({ change }) => change?.p ?? null).filter((p) => p !== null));
  if (!corrected.ok) return corrected;
  const queue = [...corrected.value];
  return ok(
    made.map((one) => ({ ...one, holmP: (one.change?.p ?? null) === null ? null : (queue.shift() ?? null) })),
  );
}

interface Pair {
  readonly one: RolloutCounts;
  readonly other: RolloutCounts;
}

function pairsOf(rollouts: readonly RolloutCounts[], harness: string, reference: string): readonly Pair[] {
  const keyOf = ({ taskId, seed }: RolloutCounts): string => `${taskId}, seed ${seed}`;
  const others = new Map(
    rollouts.filter((counts) => counts.harness === reference).map((counts) => [keyOf(counts), counts]),
  );
  return rollouts
    .filter((counts) => counts.harness === harness)
    .flatMap((one) => {
      const other = others.get(keyOf(one));
      return other === undefined ? [] : [{ one, other }];
    });
}

function contrastOf(
  harness: string,
  pairs: readonly Pair[],
  measure: RolloutMeasure,
  resampling: Resampling,
): Result<Pick<HarnessContrast, 'harness' | 'change' | 'holmP' | 'tasks' | 'kinds'>> {
  const valued = pairs.flatMap(({ one, other }) => {
    const here = measureOf(measure, one);
    const there = measureOf(measure, other);
    return here === null || there === null ? [] : [{ task: one.taskId, kind: one.template, here, there }];
  });
  const grouped = [...groupedBy(valued, ({ task }) => task)].map(([task, values]) => ({
    item: task,
    cluster: values[0]?.kind ?? '',
    labels: {},
    values: { here: mean(values.map(({ here }) => here)), there: mean(values.map(({ there }) => there)) },
  }));
  const table = itemTable<'here' | 'there', never>(grouped);
  if (!table.ok) return table;
  const changes = grouped.map(({ cluster, values }) => ({
    kind: cluster,
    change: (values.here ?? 0) - (values.there ?? 0),
  }));
  const kinds = [...groupedBy(changes, ({ kind }) => kind).values()].map(
    (ofKind) => mean(ofKind.map(({ change }) => change)) ?? 0,
  );
  return ok({
    harness,
    change: contrast(table.value, 'here', 'there', resampling),
    holmP: null,
    tasks: signsOf(changes.map(({ change }) => change)),
    kinds: signsOf(kinds),
  });
}

function groupedBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}

function signsOf(changes: readonly number[]): Signs {
  const more = changes.filter((change) => change > 0).length;
  const less = changes.filter((change) => change < 0).length;
  return { more, less, p: signTest(more, less) };
}

function stepOneOf(
  pairs: readonly Pair[],
  harness: string,
  reference: string,
): Pick<HarnessContrast, 'stepOneInBoth' | 'stepOneInOne'> {
  const both = new Set<string>();
  const inOne = new Map<string, { readonly taskId: string; readonly harness: string }>();
  for (const { one, other } of pairs) {
    const here = isSolvedInStepOne(one);
    const there = isSolvedInStepOne(other);
    const by = here ? harness : reference;
    if (here && there) both.add(one.taskId);
    else if (here || there) inOne.set(`${one.taskId} ${by}`, { taskId: one.taskId, harness: by });
  }
  return { stepOneInBoth: both.size, stepOneInOne: [...inOne.values()] };
}
