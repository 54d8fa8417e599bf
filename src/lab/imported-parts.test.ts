import { expect, test } from 'vitest';
import { knockoutUnits, probeUnits, wordUnits, type ConditionName, type Showing } from '../probe/index.ts';
import type { Provenance, ScoreRow } from '../records/index.ts';
import { aProvenance } from '../records/sample-row.ts';
import { MENDED_WORDING } from '../transcript/index.ts';
import { partsOfRows } from './imported-parts.ts';
import { paperShowing as paper, sampleItems as items, sampleRowsOf } from './sample-rows.ts';

const mended: Showing = { ...paper, wording: MENDED_WORDING };
const later: Provenance = { ...aProvenance, engineVersion: '2' };
const ASKED: readonly ConditionName[] = ['pre', 'fail', 'abstract'];

const rowsBy = (by: Provenance, showing = paper, asked = ASKED): readonly ScoreRow[] =>
  sampleRowsOf(probeUnits(items, asked, showing), by);

const partsOf = (rows: readonly ScoreRow[], known: readonly Provenance[]) =>
  partsOfRows({ rows, lines: rows.map((_, index) => index + 1) }, items, [paper, mended], known);

test('rows of two engine versions and of a stranger are three parts, none is lost', async () => {
  const one = rowsBy(aProvenance).slice(0, 20);
  const two = rowsBy(later).slice(20, 35);
  const stranger = rowsBy({ ...aProvenance, checkpointSha256: 'other' }).slice(35, 40);
  const mixed = [one, two, stranger].flat().toSorted((a, b) => (a.unit_key < b.unit_key ? -1 : 1));
  const { parts, findings } = await partsOf(mixed, [aProvenance, later]);
  expect(findings).toEqual([]);
  const sizes = new Map(
    parts.map(({ provenance, rows }) => [provenance?.engineVersion ?? null, rows.length]),
  );
  expect(sizes).toEqual(
    new Map([
      ['1', 20],
      ['2', 15],
      [null, 5],
    ]),
  );
});

test('the texts are recognised by the rows’ own names; other texts are named by line', async () => {
  const rows = rowsBy(aProvenance, mended);
  const { parts } = await partsOf(rows, [aProvenance]);
  expect(parts).toHaveLength(1);
  expect(parts[0]).toMatchObject({ showing: mended, conditions: ASKED, scope: 'published', unitsAll: 60 });
  const own = { ...MENDED_WORDING, note: 'Oh no.' };
  const foreign = rowsBy(aProvenance, { ...paper, wording: own }, ['abstract']).slice(0, 2);
  const { findings } = await partsOf([...rows, ...foreign], [aProvenance]);
  expect(findings.map(({ line, field }) => [line, field])).toEqual([
    [rows.length + 1, 'condition'],
    [rows.length + 2, 'condition'],
  ]);
});

test('padded texts that nobody kept: such rows stay with the others of their run', async () => {
  const padded = new Map(items.map(({ item_id }) => [item_id, 'Noted. entry=1']));
  const rows = rowsBy(aProvenance, { ...paper, padded }, ['neut_pad', 'pre']);
  const { parts } = await partsOf(rows, [aProvenance]);
  expect(parts.map(({ provenance, rows: own }) => [provenance, own.length])).toEqual([
    [aProvenance, rows.length],
  ]);
});

test('rows about other items are named and left out', async () => {
  const [row] = rowsBy(aProvenance);
  if (row === undefined) throw new Error('no row');
  const { parts, findings } = await partsOf([{ ...row, item_id: 'nobody' }], [aProvenance]);
  expect(parts).toEqual([]);
  expect(findings).toEqual([{ line: 1, field: 'item_id', what: 'nobody is not among the items chosen' }]);
});

test('a row that stands twice is named; the first is used', async () => {
  const [row] = rowsBy(aProvenance);
  if (row === undefined) throw new Error('no row');
  const { parts, findings } = await partsOf([row, { ...row, unit_key: 'other' }], [aProvenance]);
  expect(parts.map(({ rows }) => rows)).toEqual([[row]]);
  expect(findings).toEqual([{ line: 2, field: null, what: 'is about the same as line 1, which is used' }]);
});

test('rows with parts and words hidden come back with the others; a word that no item shows is named', async () => {
  const [item] = items;
  if (item === undefined) throw new Error('no items');
  const hidden = sampleRowsOf(
    [...knockoutUnits(item), ...wordUnits(item, { condition: 'fail', part: 'error' })],
    aProvenance,
  );
  const rows = [...rowsBy(aProvenance), ...hidden];
  const { parts, findings } = await partsOf(rows, [aProvenance, later]);
  expect(findings).toEqual([]);
  expect(parts).toHaveLength(1);
  expect(parts[0]).toMatchObject({ provenance: aProvenance, rows });

  const strange = ['error:0-9999', 'message-40:0-1', 'something'].map((name, index) => ({
    ...(hidden[0] ?? rows[0]),
    hidden: name,
    unit_key: `strange ${index}`,
  })) as ScoreRow[];
  const told = await partsOf([...rows, ...strange], [aProvenance]);
  expect(told.findings.map(({ line, field }) => [line - rows.length, field])).toEqual([
    [1, 'hidden'],
    [2, 'hidden'],
  ]);
});
