import { blake2b } from '@noble/hashes/blake2.js';

/**
 * The seed of one named stream of randomness: the first 8 bytes of BLAKE2b over `<baseSeed>:<label>` (UTF-8),
 * big-endian, modulo 2³¹ − 1 (toolshed §1.2).
 */
export function subSeed(baseSeed: number, label: string): number {
  const digest = blake2b(new TextEncoder().encode(`${baseSeed}:${label}`), { dkLen: 8 });
  const value = digest.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return Number(value % 0x7fff_ffffn);
}
