import { wilsonInterval } from '../statistics/index.ts';
import { isAdvisable, isUsable, type NextCall, type WayName } from '../transcript/index.ts';
import type { WayResult, WrittenTurn } from './way-results.ts';

/** A value with the ends of what goes with it: a 95 % interval, or the range over wordings. */
export interface Spread {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** One way over its wordings. */
export interface WaySummary {
  readonly way: WayName;
  readonly isAdvisable: boolean;
  readonly wordings: number;
  /** Sampled turns. Greedy ones are no draws: they are in no share and are counted apart. */
  readonly turns: number;
  /** How many sampled turns are of each sort. */
  readonly sorted: Readonly<Record<NextCall, number>>;
  /** How many greedy turns are of each sort. */
  readonly greedy: Readonly<Record<NextCall, number>>;
  /** Share of sampled turns that an agent's program could use, with Wilson's 95 % interval; null: none was written. */
  readonly usableShare: Spread | null;
  /** Share of sampled turns that make the same call again, likewise. */
  readonly sameShare: Spread | null;
  /** The usable share in single wordings: their mean, the lowest and the highest. */
  readonly usableOverWordings: Spread | null;
  /** log p of the same call over the wordings: mean, lowest, highest. */
  readonly sameNats: Spread;
  /** The same of the right call; null: none was given. */
  readonly rightNats: Spread | null;
}

/**
 * Ways over their wordings, the best first: by share of usable turns, then by log p of the same call, lowest first.
 * The interval of a share takes the draws of all wordings for independent draws of one kind; what wordings do is
 * shown apart, as a range.
 */
export function waySummaries(results: readonly WayResult[]): readonly WaySummary[] {
  const ways = [...new Set(results.map(({ way }) => way))];
  return ways
    .map((way) =>
      summaryOf(
        way,
        results.filter((result) => result.way === way),
      ),
    )
    .toSorted(
      (one, other) =>
        (other.usableShare?.mean ?? -1) - (one.usableShare?.mean ?? -1) ||
        one.sameNats.mean - other.sameNats.mean,
    );
}

function summaryOf(way: WayName, results: readonly WayResult[]): WaySummary {
  const drawn = results.map(({ written }) => written.filter(({ greedy }) => !greedy));
  const all = drawn.flat();
  const rights = results.flatMap(({ rightNats }) => rightNats ?? []);
  return {
    way,
    isAdvisable: isAdvisable(way),
    wordings: results.length,
    turns: all.length,
    sorted: countsOf(all),
    greedy: countsOf(results.flatMap(({ written }) => written.filter(({ greedy }) => greedy))),
    usableShare: shareOf(all, ({ next }) => isUsable(next)),
    sameShare: shareOf(all, ({ next }) => next === 'same-call'),
    usableOverWordings: rangeOf(
      drawn.flatMap((turns) => shareOf(turns, ({ next }) => isUsable(next))?.mean ?? []),
    ),
    sameNats: rangeOf(results.map(({ sameNats }) => sameNats)) ?? NOWHERE,
    rightNats: rangeOf(rights),
  };
}

const NOWHERE: Spread = { mean: NaN, low: NaN, high: NaN };

function countsOf(turns: readonly WrittenTurn[]): Record<NextCall, number> {
  const counts = { 'same-call': 0, 'right-call': 0, 'other-call': 0, 'unusable-call': 0, words: 0 };
  for (const { next } of turns) counts[next] += 1;
  return counts;
}

function shareOf(turns: readonly WrittenTurn[], is: (turn: WrittenTurn) => boolean): Spread | null {
  const k = turns.filter(is).length;
  const n = turns.length;
  const interval = wilsonInterval({ k, n });
  return interval === null ? null : { mean: k / n, ...interval };
}

function rangeOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, low: Math.min(...values), high: Math.max(...values) };
}
