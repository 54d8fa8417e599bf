import { str } from './literal.ts';
import type { SyntaxBreak } from './syntax-break.ts';
import type { TokenContent } from './token.ts';

/** A prefix, if any, and the opening quotes. */
export const STRING_BEGINS = /(?:[rubf]|br|rb|fr|rf)?('''|"""|'|")/iy;

/** The piece of string whose prefix and opening quotes end at `inside`, and where it ends. */
export function stringToken(
  source: string,
  opening: string,
  quotes: string,
  inside: number,
): { readonly content: TokenContent; readonly end: number } | SyntaxBreak {
  const closing = placeOfClosing(source, quotes, inside);
  if (closing === null) return 'unterminated-string';
  const end = closing + quotes.length;
  const prefix = opening.slice(0, -quotes.length).toLowerCase();
  if (/[bf]/.test(prefix)) return { content: { kind: 'foreign' }, end };
  const written = source.slice(inside, closing);
  const value = prefix === 'r' ? written : unescaped(written);
  return value === null ? 'malformed-escape' : { content: { kind: 'literal', literal: str(value) }, end };
}

function placeOfClosing(source: string, quotes: string, from: number): number | null {
  for (let at = from; at < source.length; at += 1) {
    if (source.startsWith(quotes, at)) return at;
    if (source[at] === '\\') at += 1;
    else if (source[at] === '\n' && quotes.length === 1) return null;
  }
  return null;
}

const ESCAPE = /\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[^])/gu;
const ONE_CHARACTER: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * The characters that escapes stand for; an unknown escape stands for itself, as in Python. Null for one that
 * breaks off. A character by its name (`\N{BULLET}`) counts as broken too: the names are a table of a megabyte.
 */
function unescaped(written: string): string | null {
  const codes = [...written.matchAll(ESCAPE)].map(([, code = '']) => code);
  if (codes.some(isBroken)) return null;
  return written.replace(ESCAPE, (escape, code: string) => {
    const one = ONE_CHARACTER[code];
    if (one !== undefined) return one;
    if (/^[0-7]/.test(code)) return String.fromCodePoint(parseInt(code, 8));
    return /^[xuU]/.test(code) ? String.fromCodePoint(pointOf(code)) : escape;
  });
}

const isBroken = (code: string): boolean =>
  /^[xuUN]$/.test(code) || (code.startsWith('U') && pointOf(code) > 0x10ffff);

/** The code point that the hexadecimal digits behind `x`, `u` or `U` name. */
const pointOf = (code: string): number => parseInt(code.slice(1), 16);
