import { expect, test } from 'vitest';
import { signTest } from './index.ts';

test.each([
  // 2 · (1/16), the study's four tasks that all point one way (analysis §7).
  [4, 0, 0.125],
  [0, 4, 0.125],
  // 2 · (1 + 5)/32
  [4, 1, 0.375],
  // 2 · (1 + 10 + 45)/1024
  [8, 2, 0.109375],
  // More than half lies at or beyond an even split.
  [3, 3, 1],
  [1, 0, 1],
])('%i up, %i down: p = %d', (up, down, p) => {
  expect(signTest(up, down)).toBeCloseTo(p, 12);
});

test('nothing to tell apart: no p', () => {
  expect(signTest(0, 0)).toBe(null);
});
