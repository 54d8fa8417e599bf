/** Factor from the first unit to the second. °F → °C is missing on purpose: a call for it fails (toolshed §2). */
const FACTORS: readonly (readonly [from: string, to: string, factor: number])[] = [
  ['km', 'mi', 0.621371],
  ['mi', 'km', 1.609344],
  ['kg', 'lb', 2.204623],
  ['lb', 'kg', 0.453592],
  // A factor is not enough here; convert() knows how.
  ['c', 'f', Number.NaN],
  ['l', 'gal', 0.264172],
  ['gal', 'l', 3.785412],
];

/** The pairs that can be converted, in the order in which they are listed. */
export const UNIT_PAIRS: readonly (readonly [from: string, to: string])[] = FACTORS.map(([from, to]) => [
  from,
  to,
]);

/** The value in the other unit, rounded to 4 decimals except for degrees; null for a pair that is not in the table. */
export function convert(value: number, from: string, to: string): number | null {
  const pair = FACTORS.find(([a, b]) => a === from && b === to);
  if (pair === undefined) return null;
  if (from === 'c') return (value * 9) / 5 + 32;
  return roundedTo4Decimals(value * pair[2]);
}

/** As Python's round(x, 4): from the exact binary value, a tie to the even digit. */
function roundedTo4Decimals(x: number): number {
  // Half of a ten-thousandth is exact in binary only in odd numbers of 32nds; everything else has one nearest.
  if (Math.abs((x * 32) % 2) !== 1) return Number(x.toFixed(4));
  const whole = Math.floor(Math.abs(x));
  const below = Math.floor((Math.abs(x) - whole) * 1e4);
  const even = below % 2 === 0 ? below : below + 1;
  return Math.sign(x) * Number(`${whole}.${String(even).padStart(4, '0')}`);
}
