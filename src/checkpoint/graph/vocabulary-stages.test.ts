import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vocabularyStages } from './vocabulary-stages.ts';

describe('vocabularyStages', () => {
  it('cuts the vocabularies of the ladder near a square', () => {
    expect(vocabularyStages(49_152)).toEqual({ groups: 192, width: 256, padding: 0 });
    expect(vocabularyStages(151_936)).toEqual({ groups: 128, width: 1_187, padding: 0 });
    expect(vocabularyStages(128_256)).toEqual({ groups: 334, width: 384, padding: 0 });
    expect(vocabularyStages(509)).toEqual({ groups: 1, width: 509, padding: 0 });
  });

  it('pads a vocabulary without factors', () => {
    expect(vocabularyStages(49_157)).toEqual({ groups: 193, width: 256, padding: 251 });
  });

  it('covers every vocabulary exactly with short sums', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400_000 }), (size) => {
        const { groups, width, padding } = vocabularyStages(size);
        expect(groups * width - padding).toBe(size);
        expect(padding).toBeGreaterThanOrEqual(0);
        expect(padding).toBeLessThan(256);
        expect(Math.max(groups, width)).toBeLessThanOrEqual(2_048);
      }),
    );
  });

  it('loses less than 1e-5 nats in float32, where one long sum would not', () => {
    // Every term rounds down against a large sum: the worst case of adding one after the other.
    const size = 49_152;
    const term = Math.fround(1.000_000_1 / 3);
    const sumOf = (count: number, value: number): number => {
      let sum = 0;
      for (let i = 0; i < count; i++) sum = Math.fround(sum + value);
      return sum;
    };
    const { groups, width } = vocabularyStages(size);
    const exact = Math.log(size * term);
    expect(Math.abs(Math.log(sumOf(groups, sumOf(width, term))) - exact)).toBeLessThan(1e-5);
    expect(Math.abs(Math.log(sumOf(size, term)) - exact)).toBeGreaterThan(5e-5);
  });
});
