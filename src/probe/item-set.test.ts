import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseItemSet, readItems } from './index.ts';
import { sampleItem } from './sample-item.ts';

const line = (change: object = {}) => JSON.stringify({ ...sampleItem, ...change });

test.each([
  ['first-eight-1', 8],
  ['outside-four-1', 4],
])('the frozen set %s reads whole, and its documentation ranges hold what they should', (name, count) => {
  const jsonl = readFileSync(new URL(`../../static-probes/${name}.jsonl`, import.meta.url), 'utf8');
  const read = parseItemSet(jsonl, name);
  expect(read.ok).toBe(true);
  if (!read.ok) return;
  expect(read.value).toHaveLength(count);
  for (const item of read.value) {
    const [start, end] = item.meta.documentation ?? [0, 0];
    const tool = item.gold_action.slice(0, item.gold_action.indexOf('('));
    expect(item.system_prompt.slice(start, end)).toMatch(new RegExp(`^\\W*${tool}\\(`));
  }
});

test.each<[string, string, string | null, RegExp]>([
  ['not JSON', 'nonsense', null, /not JSON/],
  ['a list', '[]', null, /not a list/],
  ['a number', '7', null, /./],
  ['cut off', line().slice(0, 50), null, /cut off/],
  ['a field missing', JSON.stringify({ ...sampleItem, goal: undefined }), 'goal', /missing/],
  ['a field too many', line({ extra: 1 }), 'extra', /not a field/],
  ['a number for a text', line({ goal: 7 }), 'goal', /text/],
  ['an empty text', line({ goal: '' }), 'goal', /empty/],
  ['half a character', line({ goal: '\ud800' }), 'goal', /surrogate/],
  ['white space around a call', line({ gold_action: ' a()' }), 'gold_action', /white space/],
  ['lists of unequal length', line({ prefix_observations: [] }), 'prefix_observations', /0 entries/],
  ['a wrong step', line({ step_index: 2 }), 'step_index', /has 1 entries/],
  ['a negative step', line({ step_index: -1 }), 'step_index', /negative/],
  ['gold equal to failed', line({ gold_action: sampleItem.failed_action }), 'gold_action', /failed_action/],
  [
    'a distractor equal to gold',
    line({ distractors: ['x()', sampleItem.gold_action] }),
    'distractors.1',
    /gold/,
  ],
  ['three distractors', line({ distractors: ['a()', 'b()', 'c()'] }), 'distractors', /at most two/],
  ['an error that quotes', line({ obs_fail: `bad: ${sampleItem.failed_action}` }), 'obs_fail', /quote/],
  ['an echo that does not', line({ obs_fail_echo: 'bad' }), 'obs_fail_echo', /quote/],
  ['an error without its call', line({ distractors: [] }), 'obs_fail_other', /empty/],
  ['a range outside', line({ meta: { documentation: [0, 999] } }), 'meta.documentation', /range/],
  ['an empty range', line({ meta: { documentation: [3, 3] } }), 'meta.documentation', /range/],
  ['a range of three', line({ meta: { documentation: [0, 1, 2] } }), null, /./],
  ['a flag that is a text', line({ meta: { traceback_quotes_source: 'yes' } }), null, /true or false/],
  ['the same id again', line(), 'item_id', /line 1 has already/],
])('%s is found with line and field; its neighbours are read', (_, bad, field, what) => {
  const { items, findings } = readItems(`${line()}\n${bad}\n${line({ item_id: 'other' })}\n`);
  expect(items.map(({ item_id }) => item_id)).toEqual([sampleItem.item_id, 'other']);
  expect(findings).toHaveLength(1);
  expect(findings[0]?.line).toBe(2);
  if (field !== null) expect(findings[0]?.field).toBe(field);
  expect(findings[0]?.what).toMatch(what);
});

test('one bad line refuses the set and says where, what still works, and what to do', () => {
  const read = parseItemSet(`${line()}\n${line({ item_id: 'b', goal: '' })}\n`, 'mine.jsonl');
  expect(read.ok).toBe(false);
  if (read.ok) return;
  expect(read.error.happened).toBe('mine.jsonl, line 2, field goal: must not be empty.');
  expect(read.error.cure).toMatch(/^Correct this line/);
  expect(parseItemSet('', 'empty.jsonl').ok).toBe(false);
});

test('keys of meta that the lab does not know are kept', () => {
  const { items } = readItems(line({ meta: { n_tests: 3, own: 'x' } }));
  expect(items[0]?.meta).toEqual({ n_tests: 3, own: 'x' });
});

test('a file is read by its bytes: lines that are no text are named beside the others that are bad', () => {
  const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
  const [start, end] = line({ item_id: 'latin', goal: 'SPOT' }).split('SPOT').map(utf8);
  const bytes = Uint8Array.from([
    ...utf8(`${line()}\r\n`),
    ...(start ?? []),
    ...[0x63, 0x61, 0x66, 0xe9],
    ...(end ?? []),
    ...utf8(`\nnonsense\n${line({ item_id: 'o', goal: 'dos cafés, 今日は' })}`),
  ]);
  const read = parseItemSet(bytes, 'mine.jsonl');
  expect(!read.ok && read.error.details.split('\n')).toEqual([
    'mine.jsonl, line 2: holds bytes that are not UTF-8 text',
    'mine.jsonl, line 3: it is not JSON',
  ]);
  expect(parseItemSet(Uint8Array.from(utf8(`${line()}\r\n`)), 'mine.jsonl').ok).toBe(true);
});

test('a byte order mark at the head is passed over, in bytes and in a text; anywhere else it is a fault', () => {
  const plain = parseItemSet(line(), 'mine.jsonl');
  for (const file of [`\ufeff${line()}`, new TextEncoder().encode(`\ufeff${line()}\r\n`)])
    expect(parseItemSet(file, 'mine.jsonl')).toEqual(plain);
  expect(plain.ok).toBe(true);
  const twice = parseItemSet(`\ufeff${line()}\n\ufeff${line({ item_id: 'o' })}`, 'mine.jsonl');
  expect(!twice.ok && twice.error.happened).toMatch(/^mine\.jsonl, line 2: .*byte order mark/);
});

test('what is told of a broken file stays readable, however much is broken', () => {
  const read = parseItemSet('x\n'.repeat(1500) + line({ ['y'.repeat(5000)]: 1 }), 'mine.jsonl');
  if (read.ok) throw new Error('a broken file was read');
  expect(read.error.happened).toBe('mine.jsonl, line 1: it is not JSON (and 1500 more bad lines).');
  expect(read.error.details.split('\n')).toHaveLength(1001);
  expect(read.error.details).toMatch(/^and 501 more findings$/m);
  const long = parseItemSet(line({ ['y'.repeat(5000)]: 1 }), 'mine.jsonl');
  expect(!long.ok && long.error.happened).toMatch(
    /^mine\.jsonl, line 1, field y{200}…: is not a field of an item\.$/,
  );
});
