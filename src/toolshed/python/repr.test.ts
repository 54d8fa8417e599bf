import { describe, expect, it } from 'vitest';
import python from '../../../tests/fixtures/python/values.json' with { type: 'json' };
import { dict, float, int, list, repr, str, type Literal } from './index.ts';

describe('repr', () => {
  it('writes floats, strings and characters of every kind as Python does', () => {
    const floats = python.floats as [number, string][];
    expect(floats.map(([value]) => [value, repr(float(value))])).toEqual(floats);
    const strings = python.strings as [string, string][];
    expect(strings.map(([value]) => [value, repr(str(value))])).toEqual(strings);
    const points = python.points as [number, string][];
    expect(points.map(([point]) => [point, repr(str(`a${String.fromCodePoint(point)}b`))])).toEqual(points);
  });

  it('writes the numbers that have no digits', () => {
    expect([Infinity, -Infinity, NaN].map((value) => repr(float(value)))).toEqual(['inf', '-inf', 'nan']);
  });

  it('writes collections', () => {
    const one: Literal = int(1);
    expect(repr(list([one, float(62), str('a')]))).toBe("[1, 62.0, 'a']");
    expect(
      repr(
        dict([
          ['name', str('Ann')],
          ['none', { kind: 'NoneType' }],
        ]),
      ),
    ).toBe("{'name': 'Ann', 'none': None}");
    expect(repr(list([]))).toBe('[]');
    expect(repr(dict([]))).toBe('{}');
    expect(repr({ kind: 'tuple', items: [] })).toBe('()');
    expect(repr({ kind: 'tuple', items: [one] })).toBe('(1,)');
    expect(repr({ kind: 'tuple', items: [one, { kind: 'bool', value: false }] })).toBe('(1, False)');
    expect(repr({ kind: 'set', items: [] })).toBe('set()');
    expect(repr({ kind: 'set', items: [one, str('b')] })).toBe("{1, 'b'}");
  });

  it('is told whole numbers from others', () => {
    expect(() => int(1.5)).toThrow(RangeError);
    expect(repr(int(-(10n ** 30n)))).toBe(`-1${'0'.repeat(30)}`);
  });
});
