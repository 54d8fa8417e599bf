import { describe, expect, it } from 'vitest';
import python from '../../../tests/fixtures/python/randomness.json' with { type: 'json' };
import { pythonRandom, subSeed } from './index.ts';

describe('subSeed', () => {
  it('gives the published sub-seeds', () => {
    expect(subSeed(20260808, 'toolshed-world-0')).toBe(1354703366);
    expect(subSeed(20260808, 'toolshed-world-1')).toBe(430868272);
    expect(subSeed(20260808, 'toolshed-task-0')).toBe(22865634);
    expect(subSeed(20260808, 'agent-task-0')).toBe(539064969);
    expect(subSeed(7, 'a')).toBe(215520984);
  });

  it.each(python.subSeeds as [number, string, number][])('%i, %j, as in Python', (base, label, seed) => {
    expect(subSeed(base, label)).toBe(seed);
  });
});

describe('pythonRandom', () => {
  it.each([
    [1354703366, [882508025, 3927277371, 2282480967]],
    [20260808, [2750719949, 2316572890, 145126398]],
  ])('gives the published 32-bit words of seed %i', (seed, words) => {
    const random = pythonRandom(seed);
    expect(words.map(() => Number(random.bits(32)))).toEqual(words);
  });

  it.each(python.streams.map((stream) => [stream.seed.slice(0, 20), stream] as const))(
    'draws what Python draws from seed %s…',
    (_, stream) => {
      const random = pythonRandom(bigIntOf(stream.seed));
      const upTo = (length: number): number[] => Array.from({ length }, (_, index) => index);
      for (const value of stream.float) expect(random.float()).toBe(value);
      for (const [count, value] of stream.bits as [number, string][]) {
        expect(random.bits(count)).toBe(BigInt(value));
      }
      for (const [below, value] of stream.below as [number, number][])
        expect(random.below(below)).toBe(value);
      for (const [low, high, value] of stream.between as [number, number, number][]) {
        expect(random.between(low, high)).toBe(value);
      }
      for (const letter of stream.choice) expect(random.choice(LETTERS)).toBe(letter);
      for (const [from, count, sample] of stream.sample as [number, number, number[]][]) {
        expect(random.sample(upTo(from), count)).toEqual(sample);
      }
      for (const [length, order] of stream.shuffled as [number, number[]][]) {
        expect(random.shuffled(upTo(length))).toEqual(order);
      }
      expect(random.bits(32)).toBe(BigInt(stream.afterwards));
      for (let word = 1; word < 2000; word += 1) random.bits(32);
      expect(random.bits(32)).toBe(BigInt(stream.muchLater));
    },
  );

  it('leaves a shuffled list as it was', () => {
    const items = Object.freeze([1, 2, 3]);
    expect(pythonRandom(1).shuffled(items).sort()).toEqual([1, 2, 3]);
  });

  it('refuses what cannot be drawn', () => {
    const random = pythonRandom(0);
    for (const below of [0, -1, 1.5, NaN, 2 ** 53]) expect(() => random.below(below)).toThrow(RangeError);
    expect(() => random.choice([])).toThrow(RangeError);
    expect(() => random.between(2, 1)).toThrow(RangeError);
    expect(() => random.sample([1, 2], 3)).toThrow(RangeError);
    expect(() => random.bits(-1)).toThrow(RangeError);
    expect(() => pythonRandom(0.5)).toThrow(RangeError);
  });
});

const LETTERS = Array.from('abcdefghijklmnop');

const bigIntOf = (hex: string): bigint => (hex.startsWith('-') ? -BigInt(hex.slice(1)) : BigInt(hex));
