import type { Literal } from './literal.ts';

/** A piece of Python source, with its place in it (UTF-16 units). */
export type Token = TokenContent & { readonly start: number; readonly end: number };

export type TokenContent =
  /** A word. Its name is in the compatibility form (NFKC) that Python compares. */
  | { readonly kind: 'name'; readonly name: string; readonly reserved: boolean }
  /** A number or one piece of string. */
  | { readonly kind: 'literal'; readonly literal: Literal }
  /** What is a value for Python and none for the office: bytes, f-strings, imaginary numbers. */
  | { readonly kind: 'foreign' }
  /** A bracket, comma or operator. */
  | { readonly kind: 'mark'; readonly mark: string }
  /** The end of a line, where it is not inside brackets. */
  | { readonly kind: 'newline' };

export const isMark = (token: Token | undefined, mark: string): boolean =>
  token?.kind === 'mark' && token.mark === mark;
