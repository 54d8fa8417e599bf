import { expect, test } from 'vitest';
import { shortened, shownName } from './shown-name.ts';

test('a name that is long keeps its beginning and end', () => {
  expect(shortened('abcdefghij', 10)).toBe('abcdefghij');
  expect(shortened('abcdefghijk', 10)).toBe('abcde…hijk');
  expect([...shortened('🦙'.repeat(300), 60)]).toHaveLength(60);
});

test('what turns the rest of the line is spelled out', () => {
  expect(shownName('a\u202eb', 60)).toBe('aU+202Eb');
});
