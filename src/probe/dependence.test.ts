import { expect, test } from 'vitest';
import { HARDLY, kindOfInterval } from './dependence.ts';

test.each([
  // All of it so near to 0 or to 1 that the rest is no matter.
  [-0.2, 0.2, 'hardly'],
  [0.05, 0.2, 'hardly'],
  [0.8, 1.2, 'alike'],
  // Both are left out, with what lies beyond them.
  [0.1, 0.9, 'partly'],
  [Number.MIN_VALUE, 1 - Number.EPSILON, 'partly'],
  // It depends, but that it does so only in part is not shown.
  [0.3, 1.5, 'surely'],
  [0.3, 1, 'surely'],
  [1.1, 2, 'surely'],
  [-0.9, -0.3, 'surely'],
  // Zero is among what may be, and so is more than hardly.
  [-2.15, 1.22, 'untold'],
  [0, 1, 'untold'],
  [-0.3, 0.6, 'untold'],
  [-0.6, 0, 'untold'],
  [-HARDLY, HARDLY, 'untold'],
] as const)('a slope between %d and %d: %s', (low, high, kind) => {
  expect(kindOfInterval({ low, high })).toBe(kind);
});
