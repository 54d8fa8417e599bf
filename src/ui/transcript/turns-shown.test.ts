import { expect, test } from 'vitest';
import { stretchesOf } from './turns-shown.ts';

const NOTHING_MORE = { earlier: 0, between: 0, later: 0 };

test('call and result are always among the turns shown, and the others are within the log', () => {
  for (const [call, result] of [
    [0, 1],
    [5, 6],
    [5, 500],
    [998, 999],
  ] as const) {
    const stretches = stretchesOf(1000, { call, result }, NOTHING_MORE);
    for (const turn of [call, result])
      expect(stretches.filter(({ from, to }) => from <= turn && turn < to)).toHaveLength(1);
    expect(stretches[0]?.from).toBeGreaterThanOrEqual(0);
    expect(stretches.at(-1)?.to).toBeLessThanOrEqual(1000);
    expect(stretches.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(30);
  }
});

test('a gap between call and result closes as more is asked for', () => {
  const failed = { call: 10, result: 50 };
  expect(stretchesOf(100, failed, NOTHING_MORE)).toHaveLength(2);
  expect(stretchesOf(100, failed, { ...NOTHING_MORE, between: 20 })).toHaveLength(2);
  expect(stretchesOf(100, failed, { ...NOTHING_MORE, between: 40 })).toEqual([{ from: 7, to: 56 }]);
});

test('without a failed call the log is shown from its beginning', () => {
  expect(stretchesOf(7, null, NOTHING_MORE)).toEqual([{ from: 0, to: 7 }]);
  expect(stretchesOf(700, null, { ...NOTHING_MORE, later: 20 })).toEqual([{ from: 0, to: 40 }]);
});
