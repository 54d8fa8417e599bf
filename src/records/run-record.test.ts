import { expect, test } from 'vitest';
import {
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
    checkpoint: 'tiny',
    itemSet: { name: 'first-eight-1', sha256: null },
    conditions: ['pre', 'fail'],
    view: null,
    item: null,
  },
  provenance: aProvenance,
  itemSet: { name: 'first-eight-1', sha256: 'h', items: 8 },
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
  ['another version', runRecordToJson(record).replace('"version": 1', '"version": 2'), /version/, /version/],
  ['a damaged row', runRecordToJson(record).replace('-0.75', '-0.5'), /Row 1/, /logprob/],
  ['a missing part', runRecordToJson(record).replace('"outcome": "partial",', ''), /not a run/, /outcome/],
])('%s is refused with its place', (_, json, happened, details) => {
  const read = runRecordOfJson(json);
  expect(read.ok).toBe(false);
  if (read.ok) return;
  expect(read.error.happened).toMatch(happened);
  expect(read.error.details).toMatch(details);
});
