import { ok, type Result } from '../records/index.ts';
import {
  breakdown,
  contrasts,
  estimate,
  itemTable,
  mean,
  median,
  resampling as resamplingOf,
  type BootstrapOptions,
  type Estimate,
  type FamilyContrast,
  type Group,
  type ResampledEstimate,
  type Resampling,
  type Share,
} from '../statistics/index.ts';
import { completeParts } from './complete.ts';
import { conditionSummary, shareOf, type ConditionSummary } from './condition-summary.ts';
import { presentationOf, type ConditionName } from './conditions.ts';
import { decompose, type Decomposition } from './decomposition.ts';
import { dependence, type Dependence } from './dependence.ts';
import type { ItemLabel, MeasureName } from './item-values.ts';
import type { ItemMeasures } from './measures.ts';
import { noveltyReader } from './novelty.ts';
import { inView, PAPER_VIEW, viewedItem, type View, type ViewedTable, type ViewLabel } from './view.ts';

/** A condition against the standard error on the same cases; above zero, the failed call is likelier than after it. */
export interface Manipulation extends FamilyContrast<MeasureName> {
  readonly condition: ConditionName;
  /** Cases to which both show the very same text. */
  readonly sameAsError: number;
}

/** A probe run in numbers. Every part names its own n, so a partial run is never read as a whole one. */
export interface ProbeSummary {
  /** How the run is looked at: everything below follows it. */
  readonly view: View;
  /** Draws of the bootstrap behind every interval and p. */
  readonly draws: number;
  /** The condition that "after" stands for below: the error where it was asked, else the first other one. */
  readonly subject: ConditionName;
  /** Cases complete before and after (failed and right call): the n of everything but `conditions`. */
  readonly cases: number;
  /** Such cases that the view leaves out. */
  readonly casesLeftOut: number;
  /** Failed call likelier after (G < 0), less likely (G > 0), exactly as likely. */
  readonly toward: number;
  readonly away: number;
  readonly unmoved: number;
  readonly gain: ResampledEstimate | null;
  /** Of the right call, with the sign of G; and the cases in which it became likelier. */
  readonly rightGain: ResampledEstimate | null;
  readonly rightToward: number;
  readonly repeatsBefore: Share;
  readonly repeatsAfter: Share;
  readonly rightCallsBefore: Share;
  readonly rightCallsAfter: Share;
  /** Medians over the cases of log p of the whole failed call, nats, on every scale. */
  readonly medianBeforeNats: number | null;
  readonly medianAfterNats: number | null;
  /** The same of the right call. */
  readonly medianRightBeforeNats: number | null;
  readonly medianRightAfterNats: number | null;
  /** Mean over the cases of the failed call's tokens. */
  readonly meanCallTokens: number | null;
  /** Mean share of the failed call among the item's candidates, 0…1. */
  readonly repeatShareBefore: Estimate | null;
  readonly repeatShareAfter: Estimate | null;
  /** In the order given, without `pre`. */
  readonly conditions: readonly ConditionSummary[];
  readonly decomposition: Decomposition | null;
  readonly dependence: Dependence;
  /** G after, and the share of cases that would repeat the call, by the value of a label, in the order of the values. */
  readonly breakdowns: Readonly<Record<ItemLabel, readonly Group<BrokenDown>[]>>;
  /** Every condition asked for against the standard error, with p corrected over all of them. Empty without it. */
  readonly manipulations: readonly Manipulation[];
  /** Every measure that some case in view has. */
  readonly estimates: Readonly<Partial<Record<MeasureName, ResampledEstimate>>>;
}

type BrokenDown = `${'G' | 'repeats'} of ${ConditionName}`;

const BROKEN_DOWN_BY = ['operator', 'error', 'depth', 'template'] as const satisfies readonly ItemLabel[];

/**
 * Statistics of a run so far, as seen in a view. `conditions` are summed up in the order given; `pre` is skipped as the
 * base. A score that is not a number, or an item that is there twice: an error.
 */
export function summarise(
  arrived: readonly ItemMeasures[],
  conditions: readonly ConditionName[],
  options: BootstrapOptions,
  view: View = PAPER_VIEW,
): Result<ProbeSummary> {
  const subject = subjectOf(conditions);
  const complete = completeParts(arrived);
  const novelty = noveltyReader();
  const whole = itemTable<MeasureName, ViewLabel>(
    complete.map((item) => viewedItem(item, view.scale, novelty)),
  );
  if (!whole.ok) return whole;
  const table = inView(whole.value, view, `G of ${subject}`);
  const kept = new Set(table.items.map(({ item }) => item));
  const measures = complete.filter(({ item }) => kept.has(item.item_id));
  const resampling = resamplingOf(options);
  const shown = conditions.filter((condition) => condition !== 'pre');
  const summaries = shown.flatMap(
    (condition) => conditionSummary(measures, table, condition, resampling, view) ?? [],
  );
  const manipulations = manipulationsOf(table, summaries, resampling, view);
  if (!manipulations.ok) return manipulations;
  const isCase = ({ under }: ItemMeasures): boolean => under[subject].failedNats !== null;
  const cases = measures.filter(isCase);
  const after = summaries.find(({ condition }) => condition === subject);
  const share = (of: (item: ItemMeasures) => boolean | null): Share => shareOf(cases, of);
  const known = (of: (item: ItemMeasures) => number | null): readonly number[] =>
    cases.map(of).filter((value) => value !== null);
  const caseTable: ViewedTable = {
    items: table.items.filter(({ item }) => cases.some((measured) => measured.item.item_id === item)),
  };
  return ok({
    view,
    draws: resampling.draws,
    subject,
    cases: cases.length,
    casesLeftOut: complete.filter(isCase).length - cases.length,
    toward: after?.toward ?? 0,
    away: after?.away ?? 0,
    unmoved: after?.unmoved ?? 0,
    gain: after?.gain ?? null,
    rightGain: after?.rightGain ?? null,
    rightToward: after?.rightToward ?? 0,
    repeatsBefore: share(({ under }) => under.pre.repeats),
    repeatsAfter: share(({ under }) => under[subject].repeats),
    rightCallsBefore: share(({ under }) => under.pre.rightCall),
    rightCallsAfter: share(({ under }) => under[subject].rightCall),
    medianBeforeNats: median(known(({ under }) => under.pre.failedNats)),
    medianAfterNats: median(known(({ under }) => under[subject].failedNats)),
    medianRightBeforeNats: median(known(({ under }) => under.pre.goldNats)),
    medianRightAfterNats: median(known(({ under }) => under[subject].goldNats)),
    meanCallTokens: mean(known(({ failedTokens }) => failedTokens)),
    repeatShareBefore: estimate(caseTable, 'p_rep of pre', resampling),
    repeatShareAfter: estimate(caseTable, `p_rep of ${subject}`, resampling),
    conditions: summaries,
    decomposition: decompose(table, resampling),
    dependence: dependence(table, subject, resampling),
    breakdowns: Object.fromEntries(
      BROKEN_DOWN_BY.map((label) => [label, groupsBy(caseTable, label, subject, resampling, view)]),
    ) as Record<ItemLabel, readonly Group<BrokenDown>[]>, // fromEntries forgets the keys
    manipulations: manipulations.value,
    estimates: estimatesOf(table, resampling, view),
  });
}

function groupsBy(
  table: ViewedTable,
  label: ItemLabel,
  subject: ConditionName,
  resampling: Resampling,
  view: View,
): readonly Group<BrokenDown>[] {
  const gains = breakdown(table, label, [`G of ${subject}` as const], resampling, view);
  const repeats = breakdown(table, label, [`repeats of ${subject}` as const], resampling);
  return gains.map((group, at) => ({
    ...group,
    estimates: { ...group.estimates, ...repeats[at]?.estimates },
  })) as readonly Group<BrokenDown>[]; // those of the subject are there
}

/** A way to show the failure comes before what is there for comparison. */
function subjectOf(conditions: readonly ConditionName[]): ConditionName {
  const shown = conditions.filter((condition) => condition !== 'pre');
  if (shown.includes('fail')) return 'fail';
  return shown.find((name) => presentationOf(name).purpose === 'way-to-show') ?? shown[0] ?? 'fail';
}

function manipulationsOf(
  table: ViewedTable,
  summaries: readonly ConditionSummary[],
  resampling: Resampling,
  view: View,
): Result<readonly Manipulation[]> {
  const against = summaries.some(({ condition }) => condition === 'fail')
    ? summaries.filter(({ condition }) => condition !== 'fail')
    : [];
  const family = contrasts<MeasureName>(
    table,
    against.map(({ condition }) => `L of ${condition}` as const),
    'L of fail',
    resampling,
    view,
  );
  if (!family.ok) return family;
  return ok(
    against.flatMap(({ condition, sameAsError }, at) => {
      const member = family.value[at];
      return member === undefined ? [] : [{ ...member, condition, sameAsError }];
    }),
  );
}

/** Shares of cases and of candidates are always means; the share of cases moved toward the call is held against ½. */
function estimatesOf(
  table: ViewedTable,
  resampling: Resampling,
  { statistic }: View,
): Readonly<Partial<Record<MeasureName, ResampledEstimate>>> {
  const names = Object.keys(table.items[0]?.values ?? {}) as MeasureName[]; // every item has the same
  return Object.fromEntries(
    names.flatMap((name) => {
      const isShare = /^(?:p_rep|repeats|right_call|G_negative)/.test(name);
      const whole = estimate(table, name, resampling, {
        statistic: isShare ? 'mean' : statistic,
        against: name === 'G_negative' ? 0.5 : 0,
      });
      return whole === null ? [] : [[name, whole] as const];
    }),
  );
}
