import type { Literal } from './literal.ts';

/**
 * A text that two values share exactly if Python holds them equal (1, 1.0 and True are); null for what Python can
 * neither hash nor, therefore, keep in a set or use as a key: lists, dicts, sets, and tuples that hold one.
 */
export function equalityKey(literal: Literal): string | null {
  switch (literal.kind) {
    case 'str':
      return `text ${literal.value}`;
    case 'int':
      return `number ${literal.value}`;
    case 'bool':
      return `number ${Number(literal.value)}`;
    case 'float':
      return `number ${Number.isInteger(literal.value) ? BigInt(literal.value) : literal.value}`;
    case 'NoneType':
      return 'None';
    case 'tuple': {
      const keys = literal.items.map(equalityKey);
      // With their lengths, so that no text inside can imitate the joint of two keys.
      return keys.includes(null)
        ? null
        : `tuple ${keys.map((key) => `${key?.length ?? 0}:${key}`).join(' ')}`;
    }
    default:
      return null;
  }
}
