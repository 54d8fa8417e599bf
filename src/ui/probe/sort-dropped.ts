import { isCsvOfRows } from '../../lab/index.ts';

/** Files dropped on the page, each where it belongs; a checkpoint takes all files of a drop. */
export interface DroppedFiles {
  readonly checkpoint: readonly File[];
  /** Rows, run records, and the CSV of rows, of which their door says what it is. */
  readonly rows: readonly File[];
  readonly items: readonly File[];
}

/** A first line of rows or of a record is shorter than this up to the keys that tell it. */
const TELLING_BYTES = 64_000;

/**
 * Tells what was dropped by names and first lines. A text that is none of them counts as items: their door says line
 * by line what is wrong with it.
 */
export async function sortDropped(files: readonly File[]): Promise<DroppedFiles> {
  if (files.some(({ name }) => name.endsWith('.safetensors') || name === 'config.json'))
    return { checkpoint: files, rows: [], items: [] };
  const rows: File[] = [];
  const items: File[] = [];
  for (const file of files) ((await isOfRows(file)) ? rows : items).push(file);
  return { checkpoint: [], rows, items };
}

async function isOfRows(file: File): Promise<boolean> {
  const text = await file.slice(0, TELLING_BYTES).text();
  const isRecord = /^\s*\{\s*"kind"\s*:/u.test(text);
  const isRow = /"unit_key"\s*:|"token_logprobs"\s*:/u.test(text);
  return isRecord || isRow || isCsvOfRows(text);
}
