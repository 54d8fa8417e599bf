/**
 * A value that can be written as a Python literal. `kind` is the name Python gives to the value's type, so that an
 * error can say what it received. Strings hold UTF-16 as everywhere in JavaScript; a pair of surrogates written as
 * two escapes is one character here and two in Python.
 */
export type Literal =
  | { readonly kind: 'str'; readonly value: string }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'NoneType' }
  | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly Literal[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [key: Literal, value: Literal])[] };

export const str = (value: string): Literal => ({ kind: 'str', value });
/** `value` is whole; a number that is not throws a RangeError. */
export const int = (value: number | bigint): Literal => ({ kind: 'int', value: BigInt(value) });
export const float = (value: number): Literal => ({ kind: 'float', value });
export const list = (items: readonly Literal[]): Literal => ({ kind: 'list', items });
/** A dict with string keys, in the order given. */
export const dict = (entries: readonly (readonly [key: string, value: Literal])[]): Literal => ({
  kind: 'dict',
  entries: entries.map(([key, value]) => [str(key), value]),
});
