import { expect, test } from 'vitest';
import { probeUnits } from '../probe/index.ts';
import { rowsToJsonl, toCsv } from '../records/index.ts';
import { aProvenance } from '../records/sample-row.ts';
import { importRun, type ImportedBeside } from './import-run.ts';
import type { RowStore } from './row-store.ts';
import { paperShowing, sampleItems, sampleRowsOf } from './sample-rows.ts';

const beside: ImportedBeside = {
  itemSet: {
    name: 'class',
    title: 'Class',
    origin: '',
    sha256: '0',
    wording: 'paper',
    items: sampleItems,
    ownBytes: null,
  },
  showing: paperShowing,
  provenance: aProvenance,
};
const rows = sampleRowsOf(probeUnits(sampleItems, ['pre', 'fail'], paperShowing), aProvenance);
const jsonl = rowsToJsonl(rows);

const store = {
  runs: () => Promise.resolve([]),
  putRun: () => Promise.resolve(),
  putRunApart: () => Promise.resolve(),
} as unknown as RowStore;
const taken = (text: string, name = 'rows.jsonl') => importRun(store, new File([text], name), beside);

test('rows that another program saved again lose none: a byte order mark is passed over and told', async () => {
  const plain = await taken(jsonl);
  const again = await taken(`\ufeff${jsonl.replaceAll('\n', '\r\n')}`);
  if (!plain.ok || !again.ok) throw new Error('not taken in');
  expect(again.value.findings).toEqual([]);
  expect(again.value.parts.map((part) => part.rows)).toEqual([rows.length]);
  expect(again.value.remarks).toEqual([expect.stringContaining('byte order mark')]);
  expect(plain.value.remarks).toEqual([]);
});

test('the CSV of rows is called by its name, and what to open in its place', async () => {
  const columns = ['model', 'item_id', 'condition', 'candidate'] as const;
  const csv = toCsv(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  );
  for (const text of [csv, `\ufeff${csv.replaceAll(',', ';')}`]) {
    const read = await taken(text, 'rows.csv');
    expect(read).toMatchObject({ ok: false, error: { kind: 'rows-not-imported' } });
    if (read.ok) continue;
    expect(read.error.happened).toBe(
      'rows.csv was not taken in: this is the CSV of the rows, which is for spreadsheets.',
    );
    expect(read.error.cure).toContain('.jsonl');
  }
});
