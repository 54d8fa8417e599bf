import { describe, expect, it } from 'vitest';
import { sampleItem, sampleRow } from '../../src/probe/sample-item.ts';
import { casesUnder, itemMeasures } from '../../src/probe/index.ts';
import { aProvenance } from '../../src/records/sample-row.ts';
import {
  readRecordedRun,
  recordedChange,
  recordedMeasure,
  recordedValues,
  recordedWords,
} from '../../src/ui/probe/recorded-run.ts';
import { recordedCases } from '../../src/ui/training-data/recorded-cases.ts';
import { recordedRunOf, recordedRunText, type StudyOutput } from './recorded-run-of.ts';

/** Six items of three tasks; item i is scored −10 before, −4 − i after, −7 after the neutral text. */
const items = Array.from({ length: 6 }, (_, i) => ({
  ...sampleItem,
  item_id: `item-${i}`,
  task_id: `task-${i % 3}`,
}));
const rows = items.flatMap(({ item_id }, i) => [
  sampleRow({ item_id, condition: 'pre', candidate: 'failed' }, -10, 2),
  sampleRow({ item_id, condition: 'pre', candidate: 'gold' }, -8, 2),
  sampleRow({ item_id, condition: 'fail', candidate: 'failed' }, -4 - i, 2, i === 0 ? 0 : 1),
  sampleRow({ item_id, condition: 'fail', candidate: 'gold' }, -8, 2),
  ...(i === 5 ? [] : [sampleRow({ item_id, condition: 'neut', candidate: 'failed' }, -7, 2)]),
]);
const study: StudyOutput = {
  itemSet: { name: 'a-set-1', sha256: 'a'.repeat(64), wording: 'paper' },
  items,
  rows,
  rowsSha256: 'b'.repeat(64),
  provenance: { ...aProvenance, checkpointName: 'Tiny, Q4_1 weights' },
};
const run = recordedRunOf(study);

describe('recordedRunOf', () => {
  it('gives means, intervals and n of what was scored, and nothing of what was not', () => {
    // G = −10 − (−4 − i) = i − 6, over i = 0…5.
    expect(recordedMeasure(run, 'G')).toMatchObject({ value: -3.5, items: 6, tasks: 3 });
    expect(recordedMeasure(run, 'G', 'per-token')?.value).toBe(-1.75);
    expect(recordedMeasure(run, 'repeats of fail')?.value).toBeCloseTo(1 / 6, 4);
    expect(recordedMeasure(run, 'copy')).toMatchObject({ value: 3, items: 5, interval: { low: 3, high: 3 } });
    // L(neut) − L(fail) = −7 + 4 + i = i − 3, over i = 0…4.
    expect(recordedChange(run, 'neut')).toMatchObject({ value: -1, items: 5 });
    expect(recordedMeasure(run, 'G of succ')).toBeNull();
    expect(recordedChange(run, 'abstract')).toBeNull();
    expect(run.conditions).toEqual(['pre', 'fail', 'neut']);
  });

  it('keeps G item by item, whatever the order of the rows', () => {
    expect(recordedValues(run, 'G of fail').map(({ value }) => value)).toEqual([-6, -5, -4, -3, -2, -1]);
    expect(recordedValues(run, 'G of neut').at(-1)).toEqual({ itemId: 'item-5', value: null });
    expect(recordedRunOf({ ...study, rows: rows.toReversed() })).toEqual(run);
  });

  it('keeps the very cases that the rows give, before and after', () => {
    const live = casesUnder(itemMeasures(items, rows), 'fail');
    expect(live).toHaveLength(6);
    expect(recordedCases(run, items, 'fail')).toEqual(
      live.map((one) => ({ ...one, rightBeforeNats: null, rightAfterNats: null })),
    );
    // Nothing was asked under it, or only of one call.
    expect(recordedCases(run, items, 'abstract')).toEqual([]);
    // A record of an earlier kind, without what was so before.
    const earlier = structuredClone(run);
    delete earlier.items.values['repeats of pre'];
    expect(recordedCases(earlier, items, 'fail')).toEqual([]);
  });

  it('survives its file', () => {
    expect(readRecordedRun(JSON.parse(recordedRunText(run)))).toEqual(run);
  });

  it('says in words what was run on what', () => {
    expect(recordedWords(run)).toBe('Tiny, Q4_1 weights; item wording rebuilt');
    const part = recordedRunOf({ ...study, rows: rows.filter(({ item_id }) => item_id < 'item-4') });
    expect(recordedWords(part)).toBe('Tiny, Q4_1 weights; item wording rebuilt; 4 of 6 items');
    expect(run.provenance).toEqual(study.provenance);
  });

  it.each([
    ['an item that is not in the set', { items: items.slice(1) }, /item-0/],
    [
      'rows of two models',
      { rows: rows.map((row, i) => ({ ...row, model: `m${i % 2}` })) },
      /several models/,
    ],
    [
      'a run without the error',
      { rows: rows.filter(({ condition }) => condition !== 'fail') },
      /before and after/,
    ],
    ['no provenance', { provenance: null }, /Object/],
  ])('refuses %s', (_, change, message) => {
    expect(() => recordedRunOf({ ...study, ...change })).toThrow(message);
  });
});

describe('readRecordedRun', () => {
  it('refuses a column that is too short', () => {
    const cut = structuredClone(run);
    cut.items.values['G of fail']?.pop();
    expect(() => readRecordedRun(cut)).toThrow(/column/);
  });
});
