import { textOfView, type ConditionName, type ConditionSummary, type ProbeSummary } from '../probe/index.ts';
import type { Estimate, Interval } from '../statistics/index.ts';
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
> & {
  readonly gain: Estimate;
  /** Null: the recorded run does not keep it. */
  readonly rightGain: Estimate | null;
};

/** What the strip says of a recorded run: the part of a summary that is kept of one. */
export type RecordedSummary = Pick<
  ProbeSummary,
  'view' | 'draws' | 'subject' | 'cases' | 'casesLeftOut' | 'toward' | 'away' | 'repeatsAfter'
> & {
  readonly gain: Estimate | null;
  readonly rightGain: Estimate | null;
  readonly conditions: readonly RecordedCondition[];
};

/** A run that was recorded earlier, as a second layer. */
export interface Recorded {
  /** What it is: checkpoint with its weights, and wording. */
  readonly name: string;
  readonly summary: RecordedSummary;
}

/** A condition that was asked for and of which no case could be scored, and why not, in a sentence. */
export interface UnscoredCondition {
  readonly condition: ConditionName;
  readonly why: string;
}

/** What the strip is made of. Null as summary: nothing was run here yet. */
export interface StripLayers {
  readonly summary: ProbeSummary | null;
  readonly published?: Readonly<Partial<Record<ConditionName, Published>>>;
  readonly recorded?: Recorded;
  readonly unscored?: readonly UnscoredCondition[];
}

/** One row of the strip. */
export interface StripRow {
  readonly condition: ConditionName;
  readonly live: ConditionSummary | null;
  readonly recorded: RecordedCondition | null;
  readonly published: Published | null;
  /** Why nothing of it could be scored; null: something was, or it is not known yet. */
  readonly unscored: string | null;
}

export interface StripGroup {
  readonly title: string;
  readonly rows: readonly StripRow[];
}

/**
 * Whether the other layers stand beside the run's numbers: the paper's values and a recorded run are means over all
 * their cases, of whole calls, so that beside any other view they would stand for something else.
 */
export const showsOthers = ({ summary }: StripLayers): boolean =>
  summary === null || textOfView(summary.view) === null;

/** Whether any row of the run has its ring and bar: a mean of fewer cases is left to their dots. */
export const hasRings = (groups: readonly StripGroup[]): boolean =>
  groups.some(({ rows }) => rows.some(({ live }) => live !== null && live.gain.interval !== null));

/** Rows in two groups. */
export function stripGroups(layers: StripLayers): readonly StripGroup[] {
  const { summary, unscored = [] } = layers;
  const published = showsOthers(layers) ? (layers.published ?? {}) : {};
  const before = showsOthers(layers) ? (layers.recorded?.summary.conditions ?? []) : [];
  const names = new Set([
    ...(summary?.conditions ?? []).map(({ condition }) => condition),
    ...unscored.map(({ condition }) => condition),
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
      published: published[condition] ?? null,
      unscored: unscored.find((one) => one.condition === condition)?.why ?? null,
    })),
  );
}
