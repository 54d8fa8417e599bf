import { expect, test } from 'vitest';
import {
  DEFAULT_RECIPE,
  recipeWording,
  RUN_RECORD_KIND,
  RUN_RECORD_VERSION,
  runRecordOfJson,
  runRecordToJson,
  type RunRecord,
} from './index.ts';
import { aProvenance, aRow } from './sample-row.ts';

const record: RunRecord = {
  kind: RUN_RECORD_KIND,
  version: RUN_RECORD_VERSION,
  recipe: {
    ...DEFAULT_RECIPE,
    checkpoint: 'tiny',
    itemSet: { name: 'first-eight-1', sha256: null },
    conditions: ['pre', 'fail'],
    wording: recipeWording({ note: 'Tried: {call}' }),
  },
  provenance: aProvenance,
  itemSet: { name: 'first-eight-1', sha256: 'h', items: 8 },
  padded: { 'i-0': 'Noted. entry=1' },
  outcome: 'partial',
  rows: [aRow],
  refused: [{ id: 'x', error: { kind: 'k', happened: 'h', stillWorks: 's', cure: 'c', details: 'd' } }],
  timing: {
    startedAt: '2026-01-01T00:00:00Z',
    elapsedMs: 5,
    computedTokens: 1,
    perCandidateTokens: 2,
    perContextTokens: 2,
  },
};

test('a run comes back as it was', () => {
  expect(runRecordOfJson(runRecordToJson(record))).toEqual({ ok: true, value: record });
});

test.each([
  ['cut off', runRecordToJson(record).slice(0, -10), /complete JSON/, /./],
  ['another kind', runRecordToJson(record).replace(RUN_RECORD_KIND, 'shopping list'), /not a run/, /kind/],
  ['another version', runRecordToJson(record).replace('"version": 2', '"version": 3'), /version/, /version/],
  ['a damaged row', runRecordToJson(record).replace('-0.75', '-0.5'), /Row 1/, /logprob/],
  ['a changed text', runRecordToJson(record).replace('Tried', 'Made'), /not a run/, /do not have this hash/],
  ['a missing part', runRecordToJson(record).replace('"outcome": "partial",', ''), /not a run/, /outcome/],
])('%s is refused with its place', (_, json, happened, details) => {
  const read = runRecordOfJson(json);
  expect(read.ok).toBe(false);
  if (read.ok) return;
  expect(read.error.happened).toMatch(happened);
  expect(read.error.details).toMatch(details);
});

test('a record of version 1 is opened, without what it did not know', () => {
  const { padded, recipe, ...rest } = record;
  const { checkpoint, itemSet, conditions, view, item } = recipe;
  const old = { ...rest, version: 1, recipe: { checkpoint, itemSet, conditions, view, item } };
  expect(Object.keys(padded)).toHaveLength(1);
  expect(runRecordOfJson(JSON.stringify(old))).toEqual({
    ok: true,
    value: { ...record, padded: {}, recipe: { ...record.recipe, wording: null } },
  });
});
