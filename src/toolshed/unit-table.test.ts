import { expect, test } from 'vitest';
import { convert, UNIT_PAIRS } from './unit-table.ts';

// Right-hand sides from Python 3.11's round(value * factor, 4).
test.each([
  [16611, 'km', 'mi', 10321.5937],
  [-764.1625926578779, 'mi', 'km', -1229.8005],
  [60898, 'kg', 'lb', 134257.1315],
  [-24.286686951704837, 'lb', 'kg', -11.0162],
  [55723, 'l', 'gal', 14720.4564],
  [90204, 'gal', 'l', 341459.304],
  [37, 'c', 'f', 98.6],
  [-40.1, 'c', 'f', -40.18000000000001],
])('%d %s in %s', (value, from, to, expected) => {
  expect(convert(value, from, to)).toBe(expected);
});

// These products are ties in binary: 1/32, 3/32, 5000000 + 5/32, −7/32, 31/32.
test.each([
  [0.0502920155591426, 'km', 'mi', 0.0312],
  [0.15087604667742782, 'km', 'mi', 0.0938],
  [8046722.740922894, 'km', 'mi', 5000000.1562],
  [-0.35204410891399823, 'km', 'mi', -0.2188],
  [0.6019533424799173, 'mi', 'km', 0.9688],
])('a tie goes to the even digit, as in Python: %d %s in %s', (value, from, to, expected) => {
  expect(convert(value, from, to)).toBe(expected);
});

test('degrees go one way only, and unknown pairs none', () => {
  expect(UNIT_PAIRS.map((pair) => pair.join('→')).join(' ')).toBe('km→mi mi→km kg→lb lb→kg c→f l→gal gal→l');
  expect(convert(1, 'f', 'c')).toBeNull();
  expect(convert(1, 'km', 'm')).toBeNull();
  expect(convert(1, 'km', 'km')).toBeNull();
});

test('what is not finite stays so', () => {
  expect(convert(Number.POSITIVE_INFINITY, 'km', 'mi')).toBe(Number.POSITIVE_INFINITY);
  expect(convert(Number.NaN, 'km', 'mi')).toBeNaN();
});
