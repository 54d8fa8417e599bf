import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPython } from './python-literal.ts';
import { pythonField, pythonValue } from './python-value.ts';

const value = (text: string) => {
  const node = readPython(text, 0);
  return node === null ? undefined : pythonValue(node, text);
};

describe('what Python prints', () => {
  test.each<[string, unknown]>([
    ["'it''s'", 'its'],
    [String.raw`'don\'t \\ \n \t \x41 é \U0001F600 \101 \q'`, "don't \\ \n \t A é 😀 A \\q"],
    ['"a\'b"', "a'b"],
    [`'''two\nlines'''`, 'two\nlines'],
    [String.raw`r'\n'`, String.raw`\n`],
    ["b'x'", 'x'],
    ["('a' 'b', )", ['ab']],
    ['[1, -2.5, 1e3, 1_000, None, True, False]', [1, -2.5, 1000, 1000, null, true, false]],
    ["{'a': {'b': ()}, 3: 'c',}", { a: { b: [] }, '3': 'c' }],
    ["{'a', 'b'}", ['a', 'b']],
    ['{}', {}],
    ['nan', 'nan'],
    ['...', '...'],
    ['datetime.datetime(2026, 1, 2, tzinfo=UTC)', 'datetime.datetime(2026, 1, 2, tzinfo=UTC)'],
    ['[<Kind.A: 1>, <object at 0x7f>]', ['<Kind.A: 1>', '<object at 0x7f>']],
    ["{'__proto__': 1}", JSON.parse('{"__proto__": 1}')],
  ])('%s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });
  test.each(["'open", "['a'", "{'a' 1", '{', "f('a'", ')', '', "'''a'", '[1 2]'])('%j is none', (text) => {
    expect(readPython(text, 0)).toBeNull();
  });
  test('fields keep their places', () => {
    const text = "x AIMessage(content='hi', tool_calls=[{'args': {'q': 'a'}}])";
    const node = readPython(text, 2) ?? undefined;
    const calls = pythonField(node, 'tool_calls');
    expect(text.slice(calls?.start, calls?.end)).toBe("[{'args': {'q': 'a'}}]");
    expect(node?.end).toBe(text.length);
  });
  test('very deep nesting is refused and does not overflow', () => {
    for (const sign of ['[', '(', '{', 'f(', "{'a':"]) expect(readPython(sign.repeat(100_000), 0)).toBeNull();
  });
  test('any JSON without control characters is read as JSON reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary-ascii' }), (json) => {
        expect(value(JSON.stringify(json))).toEqual(JSON.parse(JSON.stringify(json)));
      }),
    );
  });
  test('any text is read or refused', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '\\',
      '[',
      ']',
      '{',
      '}',
      '(',
      ')',
      ':',
      ',',
      '=',
      'a',
      '1',
      '.',
      ' ',
      '\n',
      '<',
      '>',
      "r'",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const node = readPython(pieces.join(''), 0);
        expect(node === null || node.end <= pieces.join('').length).toBe(true);
      }),
    );
  });
});
