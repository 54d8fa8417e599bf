import { FEW_CLUSTERS, slope, type Interval, type Resampling, type Slope } from '../statistics/index.ts';
import type { ConditionName } from './conditions.ts';
import type { ViewedTable } from './view.ts';

/** Log-probability of the failed call before the failure and under a condition, nats on the view's scale. */
export interface BeforeAndAfter {
  readonly beforeNats: number;
  readonly afterNats: number;
}

/**
 * How the score after follows the score before:
 *
 * - 'hardly': the whole 95 % interval of the slope lies within ± HARDLY. Whatever the call was worth before, it is
 *   worth much the same after, so that G = before − after mostly says how unlikely the call was at first.
 * - 'alike': the whole interval lies within HARDLY of 1: all calls are moved by about the same.
 * - 'partly': the whole interval lies between 0 and 1, and is neither of these.
 * - 'surely': the interval leaves 0 out, and either holds 1 or lies beyond what lies between the two.
 * - 'untold': the interval holds 0 and is too wide for 'hardly'. That the score after depends on the one before is not
 *   shown, nor that it hardly does; where the interval holds 1 as well, anything between the two may be.
 *
 * Null where the slope has no interval, or comes from FEW_CLUSTERS tasks or fewer, where intervals are too short.
 */
export type DependenceKind = 'hardly' | 'alike' | 'partly' | 'surely' | 'untold';

/** A nat more before goes with less than this much more after. */
export const HARDLY = 0.25;

export interface Dependence {
  /** By item id, in the order in which the items arrived. */
  readonly cases: ReadonlyMap<string, BeforeAndAfter>;
  /** Least squares of after on before; null for fewer than two different scores before. */
  readonly slope: Slope | null;
  readonly kind: DependenceKind | null;
}

export function dependence(table: ViewedTable, condition: ConditionName, resampling: Resampling): Dependence {
  const line = slope(table, { of: `L of ${condition}`, on: 'L of pre' }, resampling);
  const cases = table.items.flatMap(({ item, values }) => {
    const beforeNats = values['L of pre'];
    const afterNats = values[`L of ${condition}`];
    return beforeNats === null || afterNats === null ? [] : [[item, { beforeNats, afterNats }] as const];
  });
  return { cases: new Map(cases), slope: line, kind: kindOf(line) };
}

function kindOf(line: Slope | null): DependenceKind | null {
  if (line?.interval == null || line.clusters <= FEW_CLUSTERS) return null;
  return kindOfInterval(line.interval);
}

/** What the 95 % interval of a slope says; an end that is 0 or 1 belongs to it. */
export function kindOfInterval({ low, high }: Interval): DependenceKind {
  const isWithin = (centre: number): boolean => low > centre - HARDLY && high < centre + HARDLY;
  if (isWithin(0)) return 'hardly';
  if (isWithin(1)) return 'alike';
  if (low <= 0 && high >= 0) return 'untold';
  return low > 0 && high < 1 ? 'partly' : 'surely';
}
