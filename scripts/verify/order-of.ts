// How a run of ours stands to the published one: signs and order, and where repeating breaks off.
import type { ScoreRow } from '../../src/records/index.ts';

/** Mean, ends of its interval, items, tasks: as in static-probes/published and static-probes/recorded. */
export type Cell = readonly [number, number | null, number | null, number, number];

export interface Compared {
  readonly name: string;
  readonly published: Cell;
  readonly ours: Cell;
  /** The two means lie on the same side of zero. */
  readonly sameSign: boolean;
  /** The interval leaves zero out. */
  readonly publishedIsClear: boolean;
  readonly oursIsClear: boolean;
  readonly intervalsOverlap: boolean;
}

export interface Pair {
  readonly above: string;
  readonly below: string;
  /** Published and ours: mean of `above` less mean of `below`, nats. */
  readonly published: number;
  readonly ours: number;
  /** In both studies the two intervals are disjoint. */
  readonly isClear: boolean;
}

export interface Order {
  readonly names: { readonly published: readonly string[]; readonly ours: readonly string[] };
  readonly pairs: number;
  /** Pairs that stand the other way round with us. */
  readonly turned: readonly Pair[];
  /** (pairs as published − pairs turned) / pairs: 1 the same order, −1 the reverse. */
  readonly kendallTau: number;
}

/** Cells that both sides have, in the published order. */
export function compare(
  published: Readonly<Record<string, Cell>>,
  ours: Readonly<Record<string, Cell>>,
): readonly Compared[] {
  return Object.entries(published).flatMap(([name, theirs]) => {
    const own = ours[name];
    if (own === undefined) return [];
    return [
      {
        name,
        published: theirs,
        ours: own,
        sameSign: Math.sign(theirs[0]) === Math.sign(own[0]),
        publishedIsClear: isClear(theirs),
        oursIsClear: isClear(own),
        intervalsOverlap: !disjoint(theirs, own),
      },
    ];
  });
}

/** The order of what both sides have, by mean, highest first. */
export function orderOf(
  published: Readonly<Record<string, Cell>>,
  ours: Readonly<Record<string, Cell>>,
): Order {
  const both = compare(published, ours);
  const sorted = both.toSorted((one, other) => other.published[0] - one.published[0]);
  const turned: Pair[] = [];
  let pairs = 0;
  for (const [place, above] of sorted.entries())
    for (const below of sorted.slice(place + 1)) {
      pairs += 1;
      if (above.ours[0] >= below.ours[0]) continue;
      turned.push({
        above: above.name,
        below: below.name,
        published: above.published[0] - below.published[0],
        ours: above.ours[0] - below.ours[0],
        isClear: disjoint(above.published, below.published) && disjoint(above.ours, below.ours),
      });
    }
  return {
    names: {
      published: sorted.map(({ name }) => name),
      ours: both.toSorted((one, other) => other.ours[0] - one.ours[0]).map(({ name }) => name),
    },
    pairs,
    turned,
    kendallTau: pairs === 0 ? 0 : (pairs - 2 * turned.length) / pairs,
  };
}

/** Where writing the failed call greedily leaves it, under one condition. */
export interface BreakOff {
  readonly condition: string;
  readonly items: number;
  /** Every token is the most likely one. */
  readonly repeats: number;
  /** The first token is not: something else than the call would be begun. */
  readonly atTheFirstToken: number;
  /** Only the first token is not: once begun, the call would be written to its end. */
  readonly atTheFirstTokenAlone: number;
  /** Mean nats of the first token, and of all that follow it. */
  readonly firstTokenNats: number;
  readonly restNats: number;
}

/** A group of rows of failed calls by condition. Rows without token gaps count as not scored. */
export function breakOffs(rows: readonly ScoreRow[]): readonly BreakOff[] {
  const failed = rows.filter((row) => row.candidate === 'failed' && row.hidden === null);
  return [...new Set(failed.map(({ condition }) => condition))].map((condition) => {
    const group = failed.filter((row) => row.condition === condition && row.token_gaps.length > 0);
    const missesOf = ({ token_gaps }: ScoreRow): number => token_gaps.filter((gap) => gap > 0).length;
    const first = group.filter(({ token_gaps }) => (token_gaps[0] ?? 0) > 0);
    return {
      condition,
      items: group.length,
      repeats: group.filter((row) => missesOf(row) === 0).length,
      atTheFirstToken: first.length,
      atTheFirstTokenAlone: first.filter((row) => missesOf(row) === 1).length,
      firstTokenNats: average(group.map(({ token_logprobs }) => token_logprobs[0] ?? 0)),
      restNats: average(group.map(({ logprob, token_logprobs }) => logprob - (token_logprobs[0] ?? 0))),
    };
  });
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const isClear = ([, low, high]: Cell): boolean => low !== null && high !== null && (low > 0 || high < 0);

const disjoint = ([, low, high]: Cell, [, otherLow, otherHigh]: Cell): boolean =>
  low !== null &&
  high !== null &&
  otherLow !== null &&
  otherHigh !== null &&
  (low > otherHigh || otherLow > high);
