import { fixed } from './number-words.ts';

/** A probability in plain words. */
export interface Chance {
  /** '1 in 480 billion', 'about 9 in 10'. */
  readonly text: string;
  /** The same without signs that a voice would stumble over. */
  readonly spoken: string;
}

/** From here on, powers of ten are clearer than names of numbers. */
const LARGEST_NAMED = 1e18;
const NAMES: readonly (readonly [size: number, name: string])[] = [
  [1e15, 'quadrillion'],
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
];

/** Chance of something whose natural-log probability is given. Two significant digits, as a feeling for size. */
export function chance(logprobNats: number): Chance {
  const probability = Math.exp(Math.min(logprobNats, 0));
  if (!Number.isFinite(logprobNats)) return { text: 'unknown', spoken: 'unknown' };
  if (probability > 0.9995) return plain('more than 999 in 1,000');
  if (probability > 0.995) return plain(`about ${Math.round(probability * 1000)} in 1,000`);
  if (probability > 0.95) return plain(`about ${Math.round(probability * 100)} in 100`);
  if (probability > 1 / 6.5) return plain(`about ${Math.round(probability * 10)} in 10`);
  return oneIn(-logprobNats);
}

const plain = (text: string): Chance => ({ text, spoken: text });

function oneIn(nats: number): Chance {
  const count = roundedTo2(Math.exp(nats));
  if (count >= LARGEST_NAMED) {
    // exp overflows beyond 709 nats; the exponent itself does not.
    const exponent = Math.round(nats / Math.LN10);
    return { text: `1 in 10${raised(exponent)}`, spoken: `1 in 10 to the power of ${exponent}` };
  }
  const named = NAMES.find(([size]) => count >= size);
  if (named === undefined) return plain(`1 in ${fixed(count, 0)}`);
  const [size, name] = named;
  const amount = count / size;
  return plain(`1 in ${fixed(amount, amount < 10 && !Number.isInteger(roundedTo2(amount)) ? 1 : 0)} ${name}`);
}

function roundedTo2(value: number): number {
  return Number(value.toPrecision(2));
}

const raised = (exponent: number): string =>
  String(exponent).replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
