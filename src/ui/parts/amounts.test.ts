import { describe, expect, it } from 'vitest';
import { bytes, duration } from './amounts.ts';

describe('durations and sizes', () => {
  it('have a grain that fits', () => {
    expect(duration(400)).toBe('1 s');
    expect(duration(43_000)).toBe('45 s');
    expect(duration(110_000)).toBe('1 min 50 s');
    expect(duration(119_000)).toBe('2 min');
    expect(duration(1_500_000)).toBe('25 min');
    expect(bytes(2_204_000)).toBe('2.2 MB');
    expect(bytes(269_060_552)).toBe('269 MB');
    expect(bytes(2_470_000_000)).toBe('2.5 GB');
  });
});
