import { expect, test } from 'vitest';
import { toCsv } from './index.ts';

test('quotes, commas, line breaks and empty cells', () => {
  expect(
    toCsv(
      ['a', 'b, c'],
      [
        ['say "hi"', -3.25],
        ['two\nlines', null],
      ],
    ),
  ).toBe('a,"b, c"\r\n"say ""hi""",-3.25\r\n"two\nlines",\r\n');
});

test('a text never becomes a formula, a number never becomes a text', () => {
  expect(toCsv(['x'], [["='"], ['+1'], ['@a'], ['-2'], [-2]])).toBe(
    "x\r\n'='\r\n'+1\r\n'@a\r\n'-2\r\n-2\r\n",
  );
});
