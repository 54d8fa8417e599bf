import { float, int } from './literal.ts';
import type { SyntaxBreak } from './syntax-break.ts';
import type { TokenContent } from './token.ts';

const DIGITS = '[0-9](?:_?[0-9])*';
const NUMBER = new RegExp(
  `0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|` +
    `(?:${DIGITS}\\.${DIGITS}|${DIGITS}\\.|\\.${DIGITS}|${DIGITS})(?:[eE][-+]?${DIGITS})?[jJ]?`,
  'y',
);
const WORD_CHARACTER = /\p{XID_Continue}/uy;
const BASED = /^0[xob]/i;
const FRACTION_OR_POWER = /[.e]/i;

/** Python reads no longer decimal integers, because that takes time that grows with the square of the length. */
const MOST_DIGITS = 4300;

/** Whether a number begins here: a digit, or a point and a digit. */
export const NUMBER_BEGINS = /\.?[0-9]/y;

/** The number that begins at `start`, and where it ends. */
export function numberToken(
  source: string,
  start: number,
): { readonly content: TokenContent; readonly end: number } | SyntaxBreak {
  NUMBER.lastIndex = start;
  const written = NUMBER.exec(source)?.[0] ?? '';
  const end = start + written.length;
  WORD_CHARACTER.lastIndex = end;
  if (WORD_CHARACTER.test(source)) return 'malformed-number';
  const digits = written.replaceAll('_', '');
  if (/j$/i.test(digits)) return { content: { kind: 'foreign' }, end };
  if (!BASED.test(digits)) {
    if (FRACTION_OR_POWER.test(digits))
      return { content: { kind: 'literal', literal: float(Number(digits)) }, end };
    if (/^0+[1-9]/.test(digits)) return 'malformed-number';
    if (digits.length > MOST_DIGITS && !digits.startsWith('0')) return 'malformed-number';
  }
  return { content: { kind: 'literal', literal: int(BigInt(digits)) }, end };
}
