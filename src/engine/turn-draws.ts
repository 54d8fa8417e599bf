import { sha256 } from '@noble/hashes/sha2.js';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/**
 * The numbers that one turn of a rollout draws: a stream of its own for each seed, which may be made of several parts
 * (task, seed of the rollout, step). So a step draws the same whatever was drawn before it: a rollout taken up again in
 * the middle needs no state, and two harnesses draw alike as long as they are at the same step.
 */
export function turnDraws(...seed: readonly (string | number)[]): () => number {
  const digest = sha256(new TextEncoder().encode(JSON.stringify(seed)));
  const words = new DataView(digest.buffer, digest.byteOffset);
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((at) => words.getInt32(at)));
  return () => ((generator.next() >>> 5) * 2 ** 26 + (generator.next() >>> 6)) / 2 ** 53;
}
