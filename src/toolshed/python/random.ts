import { mersenneFromState } from 'pure-rand/generator/mersenne';

/**
 * The stream of Python's `random.Random` (3.11), draw for draw (toolshed §1.2). Each call moves the stream on.
 * Asking for what cannot be drawn (an item of an empty list, a number below 0) is a mistake of the caller and
 * throws a RangeError.
 */
export interface PythonRandom {
  /** Python's `random()`: a float in [0, 1) of 53 random bits. */
  readonly float: () => number;
  /** Python's `getrandbits(count)`: a whole number of `count` random bits, `count` at least 0. */
  readonly bits: (count: number) => bigint;
  /** Python's `randrange(below)`: a whole number from 0 to below − 1, each equally likely; below ≤ 2⁵³ − 1. */
  readonly below: (below: number) => number;
  /** Python's `randint(low, high)`: a whole number from low to high, both included. */
  readonly between: (low: number, high: number) => number;
  /** Python's `choice(items)`. */
  readonly choice: <T>(items: readonly T[]) => T;
  /** Python's `sample(items, count)`: `count` different places of the list, in the order drawn. */
  readonly sample: <T>(items: readonly T[], count: number) => T[];
  /** What Python's `shuffle(items)` would leave, as a new list. */
  readonly shuffled: <T>(items: readonly T[]) => T[];
}

/** A fresh stream, as after `random.Random(seed)`; the seed is any whole number, its sign does not count. */
export function pythonRandom(seed: number | bigint): PythonRandom {
  const generator = mersenneFromState([0, ...stateOfSeed(seed)]);
  // The generator takes the state for one that has been twisted; it is after each of its words has been used once.
  for (let word = 0; word < STATE_WORDS; word += 1) generator.next();
  const word = (): number => generator.next() >>> 0;

  const bits = (count: number): bigint => {
    demand(Number.isInteger(count) && count >= 0, `${count} random bits`);
    let value = 0n;
    for (let drawn = 0; drawn < count; drawn += 32) {
      const part = word() >>> Math.max(0, 32 - (count - drawn));
      value |= BigInt(part) << BigInt(drawn);
    }
    return value;
  };
  const below = (limit: number): number => {
    demand(Number.isSafeInteger(limit) && limit > 0, `a whole number below ${limit}`);
    const bitLength = limit.toString(2).length;
    for (;;) {
      const value = Number(bits(bitLength));
      if (value < limit) return value;
    }
  };
  const sample = <T>(items: readonly T[], count: number): T[] => {
    demand(
      Number.isInteger(count) && count >= 0 && count <= items.length,
      `${count} of ${items.length} items`,
    );
    return placesOfSample(items.length, count, below).map((place) => items[place] as T);
  };
  return {
    float: () => ((word() >>> 5) * 0x400_0000 + (word() >>> 6)) / 2 ** 53,
    bits,
    below,
    between: (low, high) => low + below(high - low + 1),
    choice: <T>(items: readonly T[]) => items[below(items.length)] as T,
    sample,
    shuffled: (items) => {
      const order = [...items];
      for (let at = order.length - 1; at > 0; at -= 1) swap(order, at, below(at + 1));
      return order;
    },
  };
}

/** Python's two ways to draw a sample: by a shrinking pool, or, few out of many, by drawing again on a double. */
function placesOfSample(from: number, count: number, below: (limit: number) => number): number[] {
  const poolPays = 21 + (count > 5 ? 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 0);
  if (from <= poolPays) {
    const pool = Array.from({ length: from }, (_, place) => place);
    return Array.from({ length: count }, (_, drawn) => {
      const last = from - drawn - 1;
      const at = below(last + 1);
      swap(pool, at, last);
      return pool[last] as number;
    });
  }
  const places = new Set<number>();
  while (places.size < count) places.add(below(from));
  return [...places];
}

function swap(list: unknown[], a: number, b: number): void {
  [list[a], list[b]] = [list[b], list[a]];
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(`Nothing can draw ${what}`);
}

const STATE_WORDS = 624;

/** The Mersenne Twister's `init_by_array` over the seed's 32-bit words, lowest first. */
function stateOfSeed(seed: number | bigint): Uint32Array {
  const key = wordsOf(seed);
  const state = stateOfWord(19_650_218);
  const at = (index: number): number => state[index] ?? 0;
  let place = 1;
  const mix = (factor: number, addend: number): void => {
    const before = at(place - 1);
    state[place] = (at(place) ^ Math.imul(before ^ (before >>> 30), factor)) + addend;
    place += 1;
    if (place === STATE_WORDS) {
      state[0] = at(STATE_WORDS - 1);
      place = 1;
    }
  };
  for (let step = 0; step < Math.max(STATE_WORDS, key.length); step += 1) {
    const used = step % key.length;
    mix(1_664_525, (key[used] ?? 0) + used);
  }
  for (let step = 1; step < STATE_WORDS; step += 1) mix(1_566_083_941, -place);
  state[0] = 0x8000_0000;
  return state;
}

/** The Mersenne Twister's `init_genrand`. */
function stateOfWord(seed: number): Uint32Array {
  const state = new Uint32Array(STATE_WORDS);
  state[0] = seed;
  for (let index = 1; index < STATE_WORDS; index += 1) {
    const before = state[index - 1] ?? 0;
    state[index] = Math.imul(before ^ (before >>> 30), 1_812_433_253) + index;
  }
  return state;
}

function wordsOf(seed: number | bigint): number[] {
  const words: number[] = [];
  let rest = BigInt(seed);
  if (rest < 0n) rest = -rest;
  do {
    words.push(Number(rest & 0xffff_ffffn));
    rest >>= 32n;
  } while (rest > 0n);
  return words;
}
