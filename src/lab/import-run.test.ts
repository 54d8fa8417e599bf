import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseItemSet, probeUnits, workOf, type Showing } from '../probe/index.ts';
import { rowsToJsonl, toCsv, type ScoreRow } from '../records/index.ts';
import { aProvenance } from '../records/sample-row.ts';
import { PAPER_WORDING } from '../transcript/index.ts';
import { importRun, type ImportedBeside } from './import-run.ts';
import type { RowStore } from './row-store.ts';

const items = parseItemSet(
  readFileSync(new URL('../../static-probes/toolshed-paper-2026-class-6.jsonl', import.meta.url), 'utf8'),
  'class',
);
if (!items.ok) throw new Error(items.error.details);
const showing: Showing = { wording: PAPER_WORDING, padded: new Map() };
const beside: ImportedBeside = {
  itemSet: {
    name: 'class',
    title: 'Class',
    origin: '',
    sha256: '0',
    wording: 'paper',
    items: items.value,
    ownBytes: null,
  },
  showing,
  provenance: aProvenance,
};
const work = workOf(
  probeUnits(items.value, ['pre', 'fail'], showing),
  { model: 'm', identity: aProvenance },
  [],
);
const rows = work.requests.map((request): ScoreRow => {
  const row = work.rowOf({
    id: request.id,
    logprobsNats: [-1],
    gapsNats: [0],
    endOfTurnLogprobNats: null,
    endOfTurnGapNats: null,
    contextTokens: 9,
    candidateIds: [1],
    candidatePieces: ['x'],
    jointDiffers: false,
    hiddenTokens: 0,
  });
  if (!row.ok) throw new Error(row.error.details);
  return row.value;
});
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
