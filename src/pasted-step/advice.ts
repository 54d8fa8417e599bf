import { wilsonInterval, type Share } from '../statistics/index.ts';
import { isUsable, type NextCall, type WayName } from '../transcript/index.ts';
import type { StepView } from './step-view.ts';
import { SAMPLES } from './way-results.ts';
import type { Spread, WaySummary } from './way-summary.ts';

/** What can be said after the ways were compared. */
export type Advice =
  | { readonly kind: 'none'; readonly why: 'cannot-stand-in' | 'too-few' | 'none-usable' | 'no-clear-winner' }
  | {
      readonly kind: 'way';
      readonly way: WayName;
      /** The second best, which it is clearly better than. */
      readonly over: WayName;
      /** Of the shares of usable turns, with its 95 % interval, which does not hold zero. */
      readonly difference: Spread;
    };

/**
 * The best way that can be advised, if it is clearly better than the second best: the 95 % interval of the difference of
 * their shares of usable turns lies above zero (Newcombe's, from the two Wilson intervals). Where the shares do not tell
 * them apart there is no clear winner, whatever p(same) says: a lower chance of the same call is not a higher chance of
 * a usable one. Left out, bare marker and neutral text are never advised. Nothing is advised by a checkpoint that would
 * not have made the call itself.
 */
export function adviceOn(view: StepView, summaries: readonly WaySummary[]): Advice {
  if (!view.standsIn) return { kind: 'none', why: 'cannot-stand-in' };
  const advisable = summaries.filter((one) => one.isAdvisable && one.turns >= SAMPLES);
  const [best, second] = advisable;
  if (best === undefined || second === undefined) return { kind: 'none', why: 'too-few' };
  if (advisable.every((one) => usable(one).k === 0)) return { kind: 'none', why: 'none-usable' };
  const difference = differenceOf(usable(best), usable(second));
  return difference.low > 0
    ? { kind: 'way', way: best.way, over: second.way, difference }
    : { kind: 'none', why: 'no-clear-winner' };
}

const usable = ({ sorted, turns }: WaySummary): Share => ({
  k: (Object.keys(sorted) as NextCall[]).reduce((sum, next) => sum + (isUsable(next) ? sorted[next] : 0), 0),
  n: turns,
});

/** Difference of two shares of independent draws, with Newcombe's 95 % interval. */
function differenceOf(one: Share, other: Share): Spread {
  const [p, q] = [one.k / one.n, other.k / other.n];
  const [first, second] = [wilsonInterval(one), wilsonInterval(other)];
  const mean = p - q;
  if (first === null || second === null) return { mean, low: -1, high: 1 };
  return {
    mean,
    low: mean - Math.hypot(p - first.low, second.high - q),
    high: mean + Math.hypot(first.high - p, q - second.low),
  };
}
