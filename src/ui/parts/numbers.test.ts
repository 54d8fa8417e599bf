import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytes, change, duration, signed, spoken } from './numbers.ts';

describe('numbers for eye and ear', () => {
  it('uses a true minus and never writes minus zero', () => {
    expect(signed(-23.92)).toBe('\u221223.9');
    expect(signed(-0.04)).toBe('0.0');
    expect(change(-0.04)).toBe('0.0');
    expect(change(0.04)).toBe('0.0');
    expect(change(9.46)).toBe('+9.5');
    expect(spoken(-7.9)).toBe('minus 7.9');
  });

  it('reads back as the rounded number', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
        const back = Number(signed(value, 2).replace('\u2212', '-'));
        expect(Math.abs(back - value)).toBeLessThanOrEqual(0.00500001);
      }),
    );
  });

  it('gives durations and sizes a grain that fits', () => {
    expect(duration(400)).toBe('1 s');
    expect(duration(43_000)).toBe('45 s');
    expect(duration(110_000)).toBe('1 min 50 s');
    expect(duration(119_000)).toBe('2 min');
    expect(duration(1_500_000)).toBe('25 min');
    expect(bytes(269_060_552)).toBe('269 MB');
    expect(bytes(2_470_000_000)).toBe('2.5 GB');
  });
});
