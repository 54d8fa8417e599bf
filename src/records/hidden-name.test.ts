import { expect, test } from 'vitest';
import { readHiddenName, rowsFromJsonl, rowsToJsonl } from './index.ts';
import { aRow } from './sample-row.ts';

test('names of parts, words, messages and controls', () => {
  expect(readHiddenName('error')).toEqual({ kind: 'part', part: 'error' });
  expect(readHiddenName('error:12-17')).toEqual({ kind: 'word', place: 'error', start: 12, end: 17 });
  expect(readHiddenName('message-3:0-5')).toEqual({ kind: 'word', place: 'message-3', start: 0, end: 5 });
  expect(readHiddenName('control:error:12-17')).toEqual({
    kind: 'control',
    place: 'error',
    start: 12,
    end: 17,
  });
});

test.each([
  '',
  'Error',
  'error:5-5',
  'error:6-5',
  'error:-1-5',
  'error:1-',
  'a:b:1-2',
  ' error',
  'error\n',
  'x:1-9999999999',
])('%j names nothing', (name) => {
  expect(readHiddenName(name)).toBeNull();
});

test('rows of words come back; a row that names nothing is named by its line', () => {
  const rows = ['call', 'error:0-3', 'control:error:0-3', null].map((hidden) => ({ ...aRow, hidden }));
  expect(rowsFromJsonl(rowsToJsonl(rows)).rows).toEqual(rows);
  const { rows: read, findings } = rowsFromJsonl(rowsToJsonl([{ ...aRow, hidden: '<b>' }]));
  expect(read).toEqual([]);
  expect(findings).toMatchObject([{ line: 1, field: 'hidden' }]);
});
