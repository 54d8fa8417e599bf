import type { Showing } from '../probe/index.ts';
import {
  fail,
  MARK_PASSED_OVER,
  ok,
  rowsFromJsonl,
  runRecordOfJson,
  withoutMark,
  type LabError,
  type LineFinding,
  type Provenance,
  type ReadRows,
  type Result,
} from '../records/index.ts';
import { isCsvOfRows } from './csv-of-rows.ts';
import { freshId } from './fresh-id.ts';
import { partsOfRows } from './imported-parts.ts';
import type { ItemSet } from './item-sets.ts';
import { itemSetOf } from './open-run.ts';
import { nowIso } from './probe-record.ts';
import type { RowStore, StoredRun } from './row-store.ts';
import { wordingOfRecipe, wordingOfSet } from './run-wording.ts';

/** What lies on the desk when a file is imported: rows alone do not say which items they are about, nor who scored. */
export interface ImportedBeside {
  readonly itemSet: ItemSet | null;
  readonly showing: Showing;
  /** Of the checkpoint that is loaded or was last. */
  readonly provenance: Provenance | null;
}

/** One run of an imported file: the rows of one model by one scorer. */
export interface ImportedPart {
  readonly stored: StoredRun;
  readonly rows: number;
  /** Scores that a whole run of its conditions would have beside: above zero, it is a part and marked as one. */
  readonly missing: number;
  /**
   * Who scored: 'same', the checkpoint and engine that are loaded or were last; 'known', others that computed here
   * (`stored.opening.provenance`); 'unknown', a checkpoint, engine version, item text or wording that nothing here has.
   */
  readonly by: 'same' | 'known' | 'unknown';
}

export interface ImportReport {
  readonly fileName: string;
  readonly parts: readonly ImportedPart[];
  /** What was odd about the file and harmless, as sentences. */
  readonly remarks: readonly string[];
  /** Lines that were not taken over, and why; empty when all were. */
  readonly findings: readonly LineFinding[];
}

interface ReadImport extends ReadRows {
  readonly itemSet: ItemSet;
  readonly showings: readonly Showing[];
  readonly known: readonly Provenance[];
}

/** Takes in rows or a run record of the lab. Only a file without a single usable row is refused. */
export async function importRun(
  store: RowStore,
  file: File,
  beside: ImportedBeside,
): Promise<Result<ImportReport>> {
  let whole: string;
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch (thrown) {
    return fail(notRows(file.name, 'it is not UTF-8 text', String(thrown)));
  }
  const text = withoutMark(whole);
  if (isCsvOfRows(text)) return fail(csvNotRows(file.name));
  const read = /^\s*\{\s*"kind"/u.test(text)
    ? await readRecord(store, text, beside)
    : await readRowsFile(store, text, file.name, beside);
  if (!read.ok) return read;
  const { itemSet, showings, known, rows, lines } = read.value;
  const { parts, findings: more } = await partsOfRows({ rows, lines }, itemSet.items, showings, known);
  const findings = [...read.value.findings, ...more].sort((one, other) => one.line - other.line);
  if (parts.length === 0)
    return fail(notRows(file.name, 'no line of it is a row about the items chosen', wordsOf(findings)));
  const imported: ImportedPart[] = [];
  for (const part of parts) {
    const { rows: rowsOfPart, provenance, unitsAll, showing, model } = part;
    const plain = rowsOfPart.filter(({ hidden }) => hidden === null).length;
    const stored: StoredRun = {
      runId: freshId(),
      startedAt: nowIso(),
      title: `${model}, ${itemSet.title} (imported from ${file.name})`,
      fragment: '#/probe',
      checkpointSha256: provenance?.checkpointSha256 ?? '',
      unitsAll,
      unitsDone: Math.min(plain, unitsAll),
      state: plain < unitsAll ? 'open' : 'finished',
      opening: {
        recipe: part.recipeFor(itemSet),
        provenance,
        itemSet: { name: itemSet.name, sha256: itemSet.sha256 },
        padded: Object.fromEntries(showing.padded),
        origin: 'imported',
      },
    };
    await store.putRunApart(
      stored.runId,
      rowsOfPart,
      itemSet.ownBytes === null ? null : { sha256: itemSet.sha256, bytes: itemSet.ownBytes },
    );
    await store.putRun(stored);
    imported.push({
      stored,
      rows: rowsOfPart.length,
      missing: Math.max(0, unitsAll - plain),
      by: provenance === null ? 'unknown' : isSame(provenance, beside.provenance) ? 'same' : 'known',
    });
  }
  const remarks = text === whole ? [] : [MARK_PASSED_OVER];
  return ok({ fileName: file.name, parts: imported, remarks, findings });
}

async function readRecord(
  store: RowStore,
  text: string,
  beside: ImportedBeside,
): Promise<Result<ReadImport>> {
  const record = runRecordOfJson(text);
  if (!record.ok) return record;
  const { itemSet: named, rows, provenance, recipe, padded } = record.value;
  const itemSet =
    beside.itemSet?.sha256 === named.sha256 ? ok(beside.itemSet) : await itemSetOf(store, named);
  if (!itemSet.ok) return itemSet;
  const wording = wordingOfRecipe(recipe.wording);
  if (!wording.ok) return wording;
  const showing: Showing = {
    wording: wording.value ?? wordingOfSet(itemSet.value.wording),
    padded: new Map(Object.entries(padded)),
  };
  return ok({
    rows,
    lines: rows.map((_, index) => index + 1),
    findings: [],
    itemSet: itemSet.value,
    showings: [showing],
    known: [provenance],
  });
}

async function readRowsFile(
  store: RowStore,
  text: string,
  fileName: string,
  { itemSet, showing, provenance }: ImportedBeside,
): Promise<Result<ReadImport>> {
  const read = rowsFromJsonl(text);
  if (read.rows.length === 0)
    return fail(notRows(fileName, 'no line of it is a row', wordsOf(read.findings)));
  if (itemSet === null) return fail(notRows(fileName, 'no items are chosen that it could be about', ''));
  const earlier = (await store.runs()).flatMap(({ opening }) => opening?.provenance ?? []);
  const ownPadded = (await store.runs()).flatMap(({ opening }) =>
    opening !== undefined && opening.itemSet.sha256 === itemSet.sha256
      ? [new Map(Object.entries(opening.padded))]
      : [],
  );
  const padded =
    showing.padded.size > 0 ? showing.padded : (ownPadded.find(({ size }) => size > 0) ?? showing.padded);
  const wordings = [
    showing.wording,
    wordingOfSet(itemSet.wording),
    wordingOfSet('paper'),
    wordingOfSet('mended'),
  ];
  return ok({
    ...read,
    itemSet,
    showings: wordings.map((wording) => ({ wording, padded })),
    known: [...(provenance === null ? [] : [provenance]), ...earlier],
  });
}

const isSame = (one: Provenance, other: Provenance | null): boolean =>
  other !== null &&
  one.checkpointSha256 === other.checkpointSha256 &&
  one.tokenizerSha256 === other.tokenizerSha256 &&
  one.engineVersion === other.engineVersion;

const wordsOf = (findings: readonly LineFinding[]): string =>
  findings
    .map(({ line, field, what }) => `line ${line}${field === null ? '' : `, field ${field}`}: ${what}`)
    .join('\n');

const csvNotRows = (fileName: string): LabError => ({
  ...notRows(fileName, 'this is the CSV of the rows, which is for spreadsheets', ''),
  cure: 'Open the .jsonl of the same rows, or the run record (.json): they hold every token.',
});

const notRows = (fileName: string, why: string, details: string): LabError => ({
  kind: 'rows-not-imported',
  happened: `${fileName} was not taken in: ${why}.`,
  stillWorks: 'Everything that was here before.',
  cure: 'Choose the items that the rows are about, then a file of rows or a run record that this lab exported.',
  details: details === '' ? fileName : details,
});
