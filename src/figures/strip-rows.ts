import type { ConditionName, ConditionSummary, ProbeSummary } from '../probe/index.ts';
import type { Interval } from '../statistics/index.ts';
import { inGroups } from './condition-style.ts';

/** A value of the paper: a mean over its items, whole calls, nats. */
export interface Published {
  readonly valueNats: number;
  readonly interval: Interval;
}

/** A condition of a recorded run. Its cases may be left out: then only their mean is drawn. */
export type RecordedCondition = Pick<
  ConditionSummary,
  'condition' | 'gains' | 'toward' | 'repeats' | 'rightCalls'
> & { readonly gain: Pick<ConditionSummary['gain'], 'value' | 'interval' | 'n'> };

/** What the strip says of a recorded run: the part of a summary that is kept of one. */
export type RecordedSummary = Pick<
  ProbeSummary,
  'view' | 'draws' | 'subject' | 'cases' | 'casesLeftOut' | 'toward' | 'away' | 'repeatsAfter'
> & {
  readonly gain: RecordedCondition['gain'] | null;
  readonly conditions: readonly RecordedCondition[];
};

/** A run that was recorded earlier, as a second layer. */
export interface Recorded {
  /** What it is: checkpoint with its weights, and wording. */
  readonly name: string;
  readonly summary: RecordedSummary;
}

/** What the strip is made of. Null as summary: nothing was run here yet. */
export interface StripLayers {
  readonly summary: ProbeSummary | null;
  readonly published?: Readonly<Partial<Record<ConditionName, Published>>>;
  readonly recorded?: Recorded;
}

/** One row of the strip. */
export interface StripRow {
  readonly condition: ConditionName;
  readonly live: ConditionSummary | null;
  readonly recorded: RecordedCondition | null;
  readonly published: Published | null;
}

export interface StripGroup {
  readonly title: string;
  readonly rows: readonly StripRow[];
}

/**
 * Rows in two groups. Other layers stand only beside numbers of their own kind: the paper's are means of whole calls,
 * and a recorded run has the view in which it was summed up.
 */
export function stripGroups({ summary, published = {}, recorded }: StripLayers): readonly StripGroup[] {
  const view = (summary ?? recorded?.summary)?.view;
  const isPaperKind = view === undefined || (view.scale === 'whole-call' && view.statistic === 'mean');
  const before =
    recorded?.summary.view.scale === view?.scale && recorded?.summary.view.statistic === view?.statistic
      ? (recorded?.summary.conditions ?? [])
      : [];
  const names = new Set([
    ...(summary?.conditions ?? []).map(({ condition }) => condition),
    // What was not asked here would only push down what was.
    ...(summary === null || summary.conditions.length === 0
      ? [...before.map(({ condition }) => condition), ...(Object.keys(published) as ConditionName[])]
      : []),
  ]);
  const find = <T extends RecordedCondition>(from: readonly T[], condition: ConditionName): T | null =>
    from.find((one) => one.condition === condition) ?? null;
  return inGroups(
    [...names].map((condition) => ({
      condition,
      live: find(summary?.conditions ?? [], condition),
      recorded: find(before, condition),
      published: isPaperKind ? (published[condition] ?? null) : null,
    })),
  );
}
