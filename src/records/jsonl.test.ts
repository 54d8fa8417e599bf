import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsFromJsonl, rowsToJsonl } from './index.ts';
import { aRow } from './sample-row.ts';

const whole = rowsToJsonl([aRow, { ...aRow, item_id: 'i-1' }, { ...aRow, hidden: 'call', hidden_tokens: 4 }]);

test('rows come back as they were', () => {
  const { rows, findings } = rowsFromJsonl(whole);
  expect(findings).toEqual([]);
  expect(rows).toEqual([aRow, { ...aRow, item_id: 'i-1' }, { ...aRow, hidden: 'call', hidden_tokens: 4 }]);
});

test('every cut loses nothing silently: complete lines are rows, the rest is one finding', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: whole.length - 1 }), (at) => {
      const cut = whole.slice(0, at);
      const complete = cut.split('\n').length - 1;
      const { rows, findings } = rowsFromJsonl(cut);
      const isClean = cut.endsWith('\n');
      const isWholeButUnended = whole[at] === '\n';
      expect(rows).toHaveLength(complete + (isWholeButUnended ? 1 : 0));
      expect(findings).toHaveLength(isClean || isWholeButUnended ? 0 : 1);
      if (findings[0] !== undefined) expect(findings[0].line).toBe(complete + 1);
    }),
  );
});

const line = JSON.stringify(aRow);
test.each([
  ['NaN', line.replace('-0.75', 'NaN'), null, /NaN/],
  ['glued', line + line, null, /two records/],
  ['glued to a fragment', line.slice(0, 40) + line, null, /cut off|not JSON/],
  ['empty', '', null, /empty/],
  ['byte order mark', `\ufeff${line}`, null, /byte order mark/],
  ['key twice', line.replace('"model":"m"', '"model":"m","model":"n"'), null, /“model” stands twice/],
  ['null score', line.replace('-0.75', 'null'), 'logprob', /./],
  ['field missing', line.replace('"model":"m",', ''), 'model', /./],
  ['unknown field', line.replace('{', '{"x":1,'), 'x', /./],
  ['sum differs', line.replace('-0.75', '-0.7'), 'logprob', /add up to -0.75/],
  ['token list short', line.replace('[5,6]', '[5]'), 'token_ids', /1 entries/],
  ['matches differ', line.replace('"n_argmax_match":1', '"n_argmax_match":2'), 'n_argmax_match', /1 gaps/],
  ['greedy differs', line.replace('"is_greedy":false', '"is_greedy":true'), 'is_greedy', /1 of 2/],
  ['number as text', line.replace('-0.75', '"-0.75"'), 'logprob', /./],
])('%s is found with its line and field, and its neighbours live', (_, bad, field, what) => {
  const { rows, lines, findings } = rowsFromJsonl(`${line}\n${bad}\n${line}\n`);
  expect(rows).toHaveLength(2);
  expect(lines).toEqual([1, 3]);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ line: 2, field });
  expect(findings[0]?.what).toMatch(what);
});

test('braces and NaN inside a text are text', () => {
  const odd = { ...aRow, token_pieces: ['}{', 'NaN "{['] };
  expect(rowsFromJsonl(rowsToJsonl([odd])).rows).toEqual([odd]);
});
