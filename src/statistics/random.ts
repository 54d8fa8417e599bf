import { pcg64 } from './pcg64.ts';

/** A stream of random numbers that is the same for the same seed, everywhere. */
export interface Random {
  /** A whole number from 0 to below − 1, each equally likely; `below` is from 1 to 2^21. */
  readonly below: (below: number) => number;
}

/**
 * A fresh stream from a 32-bit seed: whole numbers as numpy's `default_rng(seed).integers(0, below)` gives them,
 * one after the other (Lemire's multiplication, with rejection of the uneven rest).
 */
export function seededRandom(seed: number): Random {
  const next = pcg64(seed);
  return {
    below: (below) => {
      if (below === 1) return 0; // takes nothing from the stream
      const uneven = 2 ** 32 % below;
      while (true) {
        // The upper half of a 64-bit product; its lower half says whether the number was a fair one.
        const product = next() * below;
        const picked = Math.floor(product / 2 ** 32);
        if (product - picked * 2 ** 32 >= uneven) return picked;
      }
    },
  };
}
