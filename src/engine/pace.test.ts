import { describe, expect, test } from 'vitest';
import { Pace } from './pace.ts';

/** Runs passes of the size the pace asks for on a machine that takes a + b·n milliseconds. */
function settle(
  overheadMs: number,
  msPerToken: number,
  targetMs: number,
  passes = 12,
): { pace: Pace; sizes: number[] } {
  const pace = new Pace();
  const sizes: number[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    const tokens = pace.tokensFor(targetMs);
    sizes.push(tokens);
    pace.observe(tokens, overheadMs + msPerToken * tokens);
  }
  return { pace, sizes };
}

describe('the pace', () => {
  test('finds the pass that takes the target time', () => {
    const { pace, sizes } = settle(0, 5, 1000);
    expect(sizes.at(-1)).toBeCloseTo(200, -1);
    expect(pace.expectedMs(100)).toBeCloseTo(500, 0);
  });

  test('tells the fixed part from the part per token', () => {
    const { pace } = settle(100, 2, 1000);
    expect(pace.expectedMs(0)).toBeCloseTo(100, -1);
    expect(pace.expectedMs(400)).toBeCloseTo(900, -1);
  });

  test('gives up the target rather than spend more than a fifth of a pass on the fixed part', () => {
    const { sizes } = settle(4000, 10, 1000);
    const last = sizes.at(-1) ?? 0;
    expect(4000 / (4000 + 10 * last)).toBeLessThan(0.21);
    expect(last).toBeLessThan(1800);
  });

  test('grows step by step, and not beyond what is useful', () => {
    const { sizes } = settle(0, 0, 1000);
    sizes.slice(1).forEach((size, index) => {
      expect(size).toBeLessThanOrEqual((sizes[index] ?? 0) * 4);
    });
    expect(sizes.at(-1)).toBe(1200);
  });

  test('asks for one token at least, and follows a machine that slows down', () => {
    expect(settle(0, 5000, 1000).sizes.at(-1)).toBe(1);
    const { pace } = settle(0, 5, 1000);
    for (let pass = 0; pass < 20; pass += 1) pace.observe(pace.tokensFor(1000), pace.tokensFor(1000) * 20);
    expect(pace.tokensFor(1000)).toBeLessThan(75);
  });
});
