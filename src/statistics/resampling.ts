import { seededRandom } from './random.ts';

export interface BootstrapOptions {
  readonly draws: number;
  /** 32-bit. Every number of clusters starts a fresh stream, as every cell of the published tables does. */
  readonly seed: number;
}

/** The paper's seed (analysis §3.1). */
export const PUBLISHED_SEED = 20260808;
/** Enough for a figure that is redrawn while rows arrive. */
export const LIVE_DRAWS = 1000;
/** For the figures of a run that is finished. */
export const FINAL_DRAWS = 10_000;

/**
 * Clusters drawn with replacement, once for every number of clusters: all statistics over equally many clusters see
 * the same draws, in whatever order they are asked for.
 */
export interface Resampling extends BootstrapOptions {
  /** How often each of `clusters` clusters is in each draw: draw d at [d · clusters, (d + 1) · clusters). */
  readonly timesDrawn: (clusters: number) => Uint16Array;
}

/**
 * Draws as numpy's `default_rng(seed).integers(0, clusters, (draws, clusters))` makes them. With the published seed
 * this is the published stream: the same values in the same order of clusters give the same digits.
 */
export function resampling({ draws, seed }: BootstrapOptions): Resampling {
  if (latest?.draws !== draws || latest.seed !== seed) latest = newResampling(draws, seed);
  return latest;
}

/** The last one asked for is kept: redraws of a figure ask for the same again and again. */
let latest: Resampling | null = null;

function newResampling(draws: number, seed: number): Resampling {
  const known = new Map<number, Uint16Array>();
  return {
    draws,
    seed,
    timesDrawn: (clusters) => {
      const times = known.get(clusters) ?? drawClusters(clusters, draws, seed);
      known.set(clusters, times);
      return times;
    },
  };
}

function drawClusters(clusters: number, draws: number, seed: number): Uint16Array {
  const random = seededRandom(seed);
  const times = new Uint16Array(draws * clusters);
  for (let from = 0; from < times.length; from += clusters) {
    for (let pick = 0; pick < clusters; pick += 1) {
      const at = from + random.below(clusters);
      times[at] = (times[at] ?? 0) + 1;
    }
  }
  return times;
}
