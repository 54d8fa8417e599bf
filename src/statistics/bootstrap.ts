import { quantileOfSorted } from './average.ts';
import type { Interval } from './interval.ts';
import { seededRandom } from './random.ts';

/** One item's numbers, with the cluster (task) it belongs to. */
export interface ClusteredSample {
  readonly cluster: string;
  readonly values: readonly number[];
}

export interface BootstrapOptions {
  readonly draws: number;
  /** 32-bit. Every call starts a fresh stream, so that calls over the same clusters see the same draws. */
  readonly seed: number;
}

/** The paper's seed (analysis §3.1). */
export const PUBLISHED_SEED = 20260808;
/** Enough for a figure that is redrawn while rows arrive. */
export const LIVE_DRAWS = 1000;
/** For the figures of a run that is finished. */
export const FINAL_DRAWS = 10_000;
/** Below this no interval is claimed. */
export const FEWEST_ITEMS = 5;

/**
 * 95 % percentile interval of a statistic of the column means, by cluster bootstrap (analysis §3.1): as many
 * clusters as there are, drawn with replacement, each with all its items; then the statistic of the means over
 * the items drawn.
 *
 * Null when no honest interval exists: fewer than FEWEST_ITEMS items, a single cluster (every draw would be the
 * same), a value or a drawn statistic that is not finite.
 */
export function clusterBootstrap(
  samples: readonly ClusteredSample[],
  statistic: (means: readonly number[]) => number,
  options: BootstrapOptions,
): Interval | null {
  const clusters = sumsByCluster(samples);
  const count = clusters.length;
  if (samples.length < FEWEST_ITEMS || count < 2) return null;
  const columns = (samples[0]?.values ?? []).map((_, column) =>
    Float64Array.from(clusters, ({ sums }) => sums[column] ?? NaN),
  );
  const sizes = Float64Array.from(clusters, ({ items }) => items);
  const picks = clusterPicks(count, options);
  const drawn = new Float64Array(options.draws);
  for (let draw = 0; draw < options.draws; draw += 1) {
    const from = draw * count;
    const items = sumOfPicks(sizes, picks, from);
    const value = statistic(columns.map((column) => sumOfPicks(column, picks, from) / items));
    if (!Number.isFinite(value)) return null;
    drawn[draw] = value;
  }
  drawn.sort();
  const low = quantileOfSorted(drawn, 0.025);
  const high = quantileOfSorted(drawn, 0.975);
  return low === null || high === null ? null : { low, high };
}

function sumOfPicks(values: Float64Array, picks: Uint32Array, from: number): number {
  let sum = 0;
  for (let at = from; at < from + values.length; at += 1) sum += values[picks[at] ?? 0] ?? NaN;
  return sum;
}

/** The last draws made: the dozen intervals of one summary are over the same clusters and see the same draws. */
let latest: { readonly key: string; readonly picks: Uint32Array } = { key: '', picks: new Uint32Array() };

/** For each draw, `count` cluster numbers drawn with replacement; draw d lies at [d · count, (d + 1) · count). */
function clusterPicks(count: number, { draws, seed }: BootstrapOptions): Uint32Array {
  const key = `${count} ${draws} ${seed}`;
  if (latest.key !== key) {
    const random = seededRandom(seed);
    latest = { key, picks: Uint32Array.from({ length: draws * count }, () => random.below(count)) };
  }
  return latest.picks;
}

/** Clusters in the order of their names: the interval does not depend on the order in which items arrive. */
function sumsByCluster(
  samples: readonly ClusteredSample[],
): readonly { readonly items: number; readonly sums: readonly number[] }[] {
  const members = new Map<string, ClusteredSample[]>();
  for (const sample of samples) {
    const known = members.get(sample.cluster);
    if (known === undefined) members.set(sample.cluster, [sample]);
    else known.push(sample);
  }
  return [...members]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, items]) => ({
      items: items.length,
      sums: (items[0]?.values ?? []).map((_, column) =>
        items.reduce((sum, { values }) => sum + (values[column] ?? NaN), 0),
      ),
    }));
}
