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
  if (samples.length < FEWEST_ITEMS || clusters.length < 2) return null;
  const width = samples[0]?.values.length ?? 0;
  const random = seededRandom(options.seed);
  const drawn = new Float64Array(options.draws);
  for (let draw = 0; draw < options.draws; draw += 1) {
    const sums = new Array<number>(width).fill(0);
    let items = 0;
    for (let pick = 0; pick < clusters.length; pick += 1) {
      const cluster = clusters[random.below(clusters.length)];
      if (cluster === undefined) continue;
      items += cluster.items;
      for (let column = 0; column < width; column += 1) {
        sums[column] = (sums[column] ?? 0) + (cluster.sums[column] ?? NaN);
      }
    }
    const value = statistic(sums.map((sum) => sum / items));
    if (!Number.isFinite(value)) return null;
    drawn[draw] = value;
  }
  drawn.sort();
  const low = quantileOfSorted(drawn, 0.025);
  const high = quantileOfSorted(drawn, 0.975);
  return low === null || high === null ? null : { low, high };
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
