import type { Literal } from './literal.ts';

/**
 * A value's text as Python's `repr` writes it (toolshed §2.2). A set, whose order Python leaves open, is written in
 * the order of its items. Which characters are printable is up to the engine's Unicode version: Python 3.11 has 14.0,
 * and escapes the characters that are newer.
 */
export function repr(literal: Literal): string {
  switch (literal.kind) {
    case 'str':
      return reprOfString(literal.value);
    case 'int':
      return String(literal.value);
    case 'float':
      return reprOfFloat(literal.value);
    case 'bool':
      return literal.value ? 'True' : 'False';
    case 'NoneType':
      return 'None';
    case 'list':
      return `[${reprOfItems(literal.items)}]`;
    case 'tuple':
      return `(${reprOfItems(literal.items)}${literal.items.length === 1 ? ',' : ''})`;
    case 'set':
      return literal.items.length === 0 ? 'set()' : `{${reprOfItems(literal.items)}}`;
    case 'dict':
      return `{${literal.entries.map(([key, value]) => `${repr(key)}: ${repr(value)}`).join(', ')}}`;
  }
}

const reprOfItems = (items: readonly Literal[]): string => items.map(repr).join(', ');

function reprOfString(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const inner = [...value].map((character) => (character === quote ? `\\${quote}` : escaped(character)));
  return `${quote}${inner.join('')}${quote}`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Python's "not printable": control, format, surrogate, private, unassigned, and every separator but the blank. */
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

function escaped(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  if (character === ' ' || !UNPRINTABLE.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** The shortest digits that read back as the same number; with an exponent below 1e-4 and from 1e16 on. */
function reprOfFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  // Below 1e21 and from 1e-6 on JavaScript writes no exponent itself.
  const plain = String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}
