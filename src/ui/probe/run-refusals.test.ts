import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseItemSet } from '../../probe/index.ts';
import { refusedInFinding, runRefusals, unscoredConditions } from './run-refusals.ts';

const set = readFileSync(new URL('../../../static-probes/first-eight-1.jsonl', import.meta.url), 'utf8');
const read = parseItemSet(set, 'first-eight-1');
if (!read.ok) throw new Error(read.error.happened);
const items = read.value.slice(0, 2);
const [one = '', other = ''] = items.map(({ item_id }) => item_id);

test('refused scores are counted by item and condition; a text that could not be made stands for its calls', () => {
  const refusals = [
    `${one}/neut@0123456789ab/failed`,
    `${one}/neut@0123456789ab/gold`,
    `${other}/neut_pad`,
    // Neither is a score of the run.
    `${one}/fail/failed/without-goal`,
    `${one}/succ/failed`,
  ].map((requestId) => ({ requestId }));
  const { scores, conditionsOf } = runRefusals(
    refusals,
    items,
    ['pre', 'fail', 'neut', 'neut_pad'],
    'published',
  );
  expect(scores).toBe(4);
  expect([...conditionsOf].map(([id, names]) => [id, [...names]])).toEqual([
    [one, ['neut']],
    [other, ['neut_pad']],
  ]);
});

test('a finding tells of cases that lack a side, and of conditions without any score', () => {
  const requests = [`${one}/pre/failed`, `${one}/neut/gold`, `${other}/neut/gold`];
  const asked = ['pre', 'fail', 'neut'] as const;
  const refusals = runRefusals(
    requests.map((requestId) => ({ requestId })),
    items,
    asked,
  );
  const { refusedCases, refusedScores } = refusedInFinding(refusals, items, asked, 'fail');
  expect(refusedCases).toBe(1);
  expect(refusedScores).toMatchObject({ count: 3, unscored: ['neut'] });
});

test('a condition of which nothing could be scored comes with its first reason; one that lacks a few items does not', () => {
  const refused = (requestId: string, happened: string) => ({
    requestId,
    error: { kind: 'k', happened, stillWorks: '', cure: '', details: '' },
  });
  const asked = ['pre', 'fail', 'succ', 'neut_pad'] as const;
  const refusals = [
    // A word that could not be hidden is no reason.
    refused(`${one}/neut_pad/failed/error:1-2`, 'Not this.'),
    refused(`${one}/neut_pad`, 'It has no neutral text.'),
    refused(`${other}/neut_pad/failed`, 'Too long.'),
    refused(`${other}/neut_pad/gold`, 'Too long.'),
    refused(`${one}/succ/failed`, 'Too long.'),
  ];
  const found = runRefusals(refusals, items, asked);
  expect(unscoredConditions(refusals, found, items, asked)).toEqual([
    { condition: 'neut_pad', why: 'It has no neutral text.' },
  ]);
  expect(unscoredConditions([], runRefusals([], [], asked), [], asked)).toEqual([]);
});
