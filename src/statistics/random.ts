import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A stream of random numbers that is the same for the same seed, everywhere. */
export interface Random {
  /** A whole number from 0 to below − 1, each equally likely; `below` is at least 1. */
  readonly below: (below: number) => number;
}

/** A fresh stream (xoroshiro128+) from a 32-bit seed. */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  return { below: (below) => uniformInt(generator, 0, below - 1) };
}
