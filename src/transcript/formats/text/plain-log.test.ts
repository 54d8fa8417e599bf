import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholePaste } from '../source-text.ts';
import { plainLog } from './plain-log.ts';

const plain = (...lines: readonly string[]) => plainLog(wholePaste(lines.join('\n'))).text;

describe('what stands before every line', () => {
  test.each([
    ['times', ['[09:14:07] a', '[09:14:08] b', '[09:14:08] c'], 'a\nb\nc'],
    [
      'dates, times and levels',
      ['2026-03-02 09:14:07,120 INFO a', '2026-03-02T09:14:08Z ERROR b', '2026-03-02 09:14:09 INFO c'],
      'a\nb\nc',
    ],
    ['loggers', ['INFO:agent:a', 'INFO:agent:b', 'DEBUG:agent:c'], 'a\nb\nc'],
    ['a name', ['[Agent] a', '[Agent] b', '[Agent]   c'], 'a\nb\n  c'],
    [
      'containers, then times',
      ['agent-1  | 09:14:07 a', 'agent-1  | 09:14:08 b', 'agent-1  | 09:14:08 c'],
      'a\nb\nc',
    ],
    ['comment signs', ["# {'a': 1}", '#', '# b'], "{'a': 1}\n\nb"],
    ['quotation marks', ['> a', '> b', '> c'], 'a\nb\nc'],
    ['events of a stream', ['data: a', 'data: b', 'data: c'], 'a\nb\nc'],
  ])('%s', (_, lines, text) => {
    expect(plain(...lines)).toBe(text);
  });
  test('on fewer than six lines of ten it is no prefix', () => {
    const lines = ['[09:14:07] a', '[09:14:08] b', 'c', 'd'];
    expect(plain(...lines)).toBe(lines.join('\n'));
    expect(plain('[09:14:07] a', '[09:14:08] b', '[09:14:08] c', 'd', 'e')).toBe('a\nb\nc\nd\ne');
  });
  test('different names in brackets are no prefix', () => {
    const lines = ['[Ann] a', '[Ben] b', '[Cy] c'];
    expect(plain(...lines)).toBe(lines.join('\n'));
  });
});

describe('colour codes', () => {
  test('with their escape sign, and without it where copying lost it', () => {
    expect(plain('\u001b[31mError\u001b[0m: \u001b]0;title\u0007x')).toBe('Error: x');
    expect(plain('[32;1mThought:[0m go')).toBe('Thought: go');
  });
  test('brackets that are none stay', () => {
    expect(plain('a[5m] and [0] and m[1m')).toBe('a[5m] and [0] and m[1m');
  });
});

test('every character keeps its place', () => {
  const piece = fc.constantFrom(
    '\u001b[31m',
    '\u001b[0m',
    '[09:14:07] ',
    'INFO ',
    'Action: f',
    '\n',
    '\r\n',
    'é😀',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const pasted = pieces.join('');
      const { text, spanOf, removed } = plainLog(wholePaste(pasted));
      for (let at = 0; at < text.length; at += 1) {
        const { start, end } = spanOf(at, at + 1);
        expect(pasted.slice(start, end)).toBe(text.charAt(at));
      }
      const taken = removed.reduce((sum, { span }) => sum + span.end - span.start, 0);
      expect(text.length + taken).toBe(pasted.length);
    }),
  );
});
