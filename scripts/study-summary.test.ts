import { expect, test } from 'vitest';
import { rowConditionOf, type ConditionName } from '../src/probe/index.ts';
import { sampleItem, sampleRow } from '../src/probe/sample-item.ts';
import { DEFAULT_RECIPE, recipeWording, type RunRecord, type ScoreRow } from '../src/records/index.ts';
import { aProvenance } from '../src/records/sample-row.ts';
import { checkWording, PAPER_WORDING } from '../src/transcript/index.ts';
import { studySummary } from './study-summary.ts';

/** Six items of six tasks; item i is scored −10 before, −4 − i after the error, the right call −8 and −7. */
const items = Array.from({ length: 6 }, (_, i) => ({
  ...sampleItem,
  env: 'toolshed',
  item_id: `item-${i}`,
  task_id: `task-${i}`,
}));
const jsonl = items.map((item) => `${JSON.stringify(item)}\n`).join('');
const rows = items.flatMap(({ item_id }, i) => [
  sampleRow({ item_id, condition: 'pre', candidate: 'failed' }, -10, 2),
  sampleRow({ item_id, condition: 'pre', candidate: 'gold' }, -8, 2),
  sampleRow({ item_id, condition: 'fail', candidate: 'failed' }, -4 - i, 2, i === 0 ? 0 : 1),
  sampleRow({ item_id, condition: 'fail', candidate: 'gold' }, -7, 2, i < 2 ? 0 : 1),
]);
const record = (
  rowsOf: readonly ScoreRow[],
  conditions: readonly ConditionName[] = ['pre', 'fail'],
): RunRecord => ({
  kind: 'backfire-lab probe run',
  version: 2,
  recipe: { ...DEFAULT_RECIPE, conditions },
  provenance: { ...aProvenance, checkpointName: 'Tiny' },
  itemSet: { name: 'a-set-1', sha256: 'a'.repeat(64), items: items.length },
  padded: {},
  outcome: 'finished',
  rows: rowsOf,
  refused: [],
  timing: { startedAt: '', elapsedMs: 0, computedTokens: 0, perCandidateTokens: 0, perContextTokens: 0 },
});

test('headline, conditions, scope', () => {
  const lines = studySummary(record(rows), jsonl);
  // The words are the page's own; src/figures tests them.
  expect(lines[0]).toMatch(
    /^Shown its mistake and the error, Tiny gave .* word for word in 1 of 6 \(before: 0\)/,
  );
  for (const says of [/1 in 22,000 before, 1 in 670 after/, /^Mean G: −3\.5 nats .* \(1 nat = 2\.7 times/])
    expect(lines.filter((line) => says.test(line))).toHaveLength(1);
  // G = −10 − (−4 − i) = i − 6, over i = 0…5.
  expect(lines.slice(-4)).toEqual([
    expect.stringMatching(
      /^condition {2}G, nats: mean \[95 %\] +G of the right call +cases {2}tasks {2}would repeat {2}would be right$/,
    ),
    expect.stringMatching(/^pre {8} +0 of 6 {8}0 of 6$/),
    expect.stringMatching(
      /^fail {7}−3\.50 \[−\d\.\d\d to −\d\.\d\d\] +−1\.00 \[−1\.00 to −1\.00\] +6 {6}6 {6}1 of 6 {8}2 of 6$/,
    ),
    expect.stringMatching(/Scripted mistakes, simulated office, one small model\.$/),
  ]);
});

test('items without scores are told of', () => {
  const lines = studySummary(record(rows.filter(({ item_id }) => item_id !== 'item-5')), jsonl);
  expect(lines.at(-1)).toMatch(/^5 of 6 cases done, 1 not scored\./);
});

test('rows of texts of one’s own are read by the wording of the record', () => {
  const own = checkWording({ ...PAPER_WORDING, instruction: 'Do not do that again.' });
  if (!own.ok) throw new Error(own.error.details);
  const name = rowConditionOf('fail_instr', own.value);
  expect(name).not.toBe('fail_instr');
  const renamed = rows.map((row) => (row.condition === 'fail' ? { ...row, condition: name } : row));
  const asked = record(renamed, ['pre', 'fail_instr']);
  expect(studySummary(asked, jsonl)).toHaveLength(1);
  const recipe = { ...asked.recipe, wording: recipeWording({ ...own.value }) };
  const lines = studySummary({ ...asked, recipe }, jsonl);
  expect(lines.filter((line) => /^fail_instr +−3\.50 /.test(line))).toHaveLength(1);
});

test('without the right call, or nothing but the start, there is no G', () => {
  const failedOnly = rows.filter(({ candidate }) => candidate === 'failed');
  const before = rows.filter(({ condition }) => condition === 'pre');
  for (const lines of [studySummary(record(failedOnly), jsonl), studySummary(record(before, ['pre']), jsonl)])
    expect(lines).toEqual([expect.stringMatching(/^no G: /)]);
});
