/**
 * The generator behind the published intervals: O'Neill's PCG64 (a 128-bit linear congruence, output by XSL-RR),
 * started from a seed as numpy's SeedSequence does it. Held against vectors of numpy itself.
 *
 * 128-bit numbers are four 32-bit limbs, the lowest first.
 */
interface Limbs {
  a0: number;
  a1: number;
  a2: number;
  a3: number;
}

/** 47026247687942121848144207491837523525, the multiplier of the 128-bit congruence. */
const M0 = 0x9fccf645;
const M1 = 0x4385df64;
const M2 = 0x1fc65da4;
const M3 = 0x2360ed05;

/** A fresh stream of 32-bit numbers (each 64-bit output gives its low half first) from a 32-bit seed. */
export function pcg64(seed: number): () => number {
  // The 64-bit words of the seed sequence are: start high, start low, stream high, stream low; low half first each.
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0, w6 = 0, w7 = 0] = seedWords(seed >>> 0, 8);
  const increment: Limbs = {
    a0: ((w6 << 1) | 1) >>> 0,
    a1: ((w7 << 1) | (w6 >>> 31)) >>> 0,
    a2: ((w4 << 1) | (w7 >>> 31)) >>> 0,
    a3: ((w5 << 1) | (w4 >>> 31)) >>> 0,
  };
  const state: Limbs = { ...increment }; // one step from zero
  add(state, { a0: w2, a1: w3, a2: w0, a3: w1 });
  step(state, increment);

  let highHalf = 0;
  let isHighHalfLeft = false;
  return () => {
    if (isHighHalfLeft) {
      isHighHalfLeft = false;
      return highHalf;
    }
    step(state, increment);
    const turn = state.a3 >>> 26;
    const bits = turn & 31;
    const isSwapped = turn >= 32;
    const one = state.a0 ^ state.a2;
    const other = state.a1 ^ state.a3;
    const low = isSwapped ? other : one;
    const high = isSwapped ? one : other;
    highHalf = (bits === 0 ? high : (high >>> bits) | (low << (32 - bits))) >>> 0;
    isHighHalfLeft = true;
    return (bits === 0 ? low : (low >>> bits) | (high << (32 - bits))) >>> 0;
  };
}

/** state · M + increment, modulo 2^128, in place. */
function step(state: Limbs, increment: Limbs): void {
  const { a0, a1, a2, a3 } = state;
  state.a0 = low(a0, M0);
  state.a1 = 0;
  state.a2 = 0;
  state.a3 = 0;
  // Every limb of the product is a sum of at most seven 32-bit parts: exact, and carried once.
  const r1 = high(a0, M0) + low(a0, M1) + low(a1, M0);
  const r2 = high(a0, M1) + high(a1, M0) + low(a0, M2) + low(a1, M1) + low(a2, M0);
  const r3 =
    high(a0, M2) + high(a1, M1) + high(a2, M0) + low(a0, M3) + low(a1, M2) + low(a2, M1) + low(a3, M0);
  addParts(state, increment, r1, r2, r3);
}

const add = (to: Limbs, what: Limbs): void => {
  addParts(to, what, 0, 0, 0);
};

/** to + what + (r1 · 2^32 + r2 · 2^64 + r3 · 2^96), modulo 2^128, in place. */
function addParts(to: Limbs, what: Limbs, r1: number, r2: number, r3: number): void {
  const s0 = to.a0 + what.a0;
  const s1 = to.a1 + what.a1 + r1 + Math.floor(s0 / 2 ** 32);
  const s2 = to.a2 + what.a2 + r2 + Math.floor(s1 / 2 ** 32);
  const s3 = to.a3 + what.a3 + r3 + Math.floor(s2 / 2 ** 32);
  to.a0 = s0 >>> 0;
  to.a1 = s1 >>> 0;
  to.a2 = s2 >>> 0;
  to.a3 = s3 >>> 0;
}

/** The lower 32 bits of the 64-bit product of two 32-bit numbers. */
const low = (a: number, b: number): number => Math.imul(a, b) >>> 0;

/** The upper 32 bits of it. */
function high(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  // At most 2^32 − 2^16 each, so that no sum leaves 32 bits.
  const middle = (aHigh * bLow + ((aLow * bLow) >>> 16)) >>> 0;
  const upper = (aLow * bHigh + (middle & 0xffff)) >>> 0;
  return aHigh * bHigh + (middle >>> 16) + (upper >>> 16);
}

/** numpy's SeedSequence of one 32-bit number: a pool of four words, hashed and mixed, then `count` words out of it. */
function seedWords(seed: number, count: number): Uint32Array {
  let factor = 0x43b0d7e5;
  const hashed = (value: number): number => {
    let word = value ^ factor;
    factor = Math.imul(factor, 0x931e8875);
    word = Math.imul(word, factor);
    return (word ^ (word >>> 16)) >>> 0;
  };
  const mixed = (one: number, other: number): number => {
    const word = Math.imul(one, 0xca01f9dd) - Math.imul(other, 0x4973f715);
    return (word ^ (word >>> 16)) >>> 0;
  };
  const pool = Uint32Array.from([seed, 0, 0, 0], hashed);
  for (let from = 0; from < 4; from += 1)
    for (let to = 0; to < 4; to += 1)
      if (from !== to) pool[to] = mixed(pool[to] ?? 0, hashed(pool[from] ?? 0));

  let outFactor = 0x8b51f9dd;
  return Uint32Array.from({ length: count }, (_, at) => {
    let word = (pool[at % 4] ?? 0) ^ outFactor;
    outFactor = Math.imul(outFactor, 0x58f38ded);
    word = Math.imul(word, outFactor);
    return word ^ (word >>> 16);
  });
}
