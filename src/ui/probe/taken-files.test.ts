import { expect, test } from 'vitest';
import type { ImportReport } from '../../lab/index.ts';
import { fail, ok, type LabError } from '../../records/index.ts';
import { notOpened, takenFiles, turnedAwayWords } from './taken-files.ts';

const report: ImportReport = { fileName: 'rows.jsonl', parts: [], remarks: [], findings: [] };
const error: LabError = {
  kind: 'rows-not-imported',
  happened: 'notes.txt was not taken in: no line of it is a row.',
  stillWorks: 'Everything.',
  cure: 'Choose rows.',
  details: 'line 1: it is not JSON',
};

test('one file has its own answer', () => {
  expect(takenFiles([{ name: 'rows.jsonl', read: ok(report) }])).toEqual({
    reports: [report],
    refused: null,
  });
  expect(takenFiles([{ name: 'notes.txt', read: fail(error) }])).toEqual({ reports: [], refused: error });
});

test('of several, every refused one is named with its reason and cure', () => {
  const nameless = { ...error, happened: 'The items are not here.', cure: 'Open them.', details: 'sha256' };
  const { reports, refused } = takenFiles([
    { name: 'notes.txt', read: fail(error) },
    { name: 'rows.jsonl', read: ok(report) },
    { name: 'run.json', read: fail(nameless) },
    { name: 'more.txt', read: fail({ ...error, happened: 'more.txt was not taken in.' }) },
  ]);
  expect(reports).toEqual([report]);
  expect(refused).toMatchObject({
    happened: '3 of 4 files were not taken in: notes.txt, run.json, more.txt.',
    cure: 'Choose rows. Open them.',
  });
  for (const said of ['no line of it is a row', 'run.json: The items are not here.', 'more.txt was not'])
    expect(refused?.details).toContain(said);
});

test('one refused among several keeps its own sentence', () => {
  const { refused } = takenFiles([
    { name: 'rows.jsonl', read: ok(report) },
    { name: 'notes.txt', read: fail(error) },
  ]);
  expect(refused?.happened).toBe(error.happened);
});

test('item files that were not opened are named, many of them counted', () => {
  expect(notOpened([])).toEqual([]);
  expect(notOpened(['b', 'c'])).toEqual(['One item file at a time. Not opened: b, c.']);
  expect(notOpened(['1', '2', '3', '4', '5', '6', '7'])).toEqual([
    expect.stringMatching(/1, 2, 3, 4, 5 and 2 more\.$/),
  ]);
});

test.each([
  ['files', true, ['The files were not opened, as a run is on: drop them again after the run.']],
  ['files', false, ['The files were not opened, as a run was on: drop them again now.']],
  ['link', true, ['The link was not followed, as a run is on: open it again after the run.']],
  ['link', false, ['The link was not followed, as a run was on: open it again now.']],
  [null, true, []],
] as const)('what was turned away during a run: %s, the run being on: %s', (what, isBusy, said) => {
  expect(turnedAwayWords(what, isBusy)).toEqual(said);
});
