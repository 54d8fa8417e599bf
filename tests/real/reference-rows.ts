/** Scores that PyTorch gave (oracle/reference_scores.py), and which were to be asked (oracle/draw_cells.py). */
import { readFileSync } from 'node:fs';

export const CHECKPOINT = 'smollm2-135m-instruct-q4_1';

export interface Cell {
  readonly item_id: string;
  readonly condition: string;
  readonly candidate: string;
}

/** One row of static-probes/reference-scores. */
export interface ReferenceRow extends Cell {
  readonly hidden: string | null;
  readonly spans: readonly (readonly [number, number])[];
  /** Of the context's ids, joined by commas. */
  readonly contextSha256: string;
  readonly ctx_tokens: number;
  readonly candidateIds: readonly number[];
  readonly logprob: number;
  readonly logprobsNats: readonly number[];
  readonly gaps: readonly number[];
  readonly endOfTurnLogprobNats: number | null;
}

const DRAWN = 'toolshed-paper-2026-drawn-100';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(`static-probes/reference-scores/${name}.json`, 'utf8'));

/** The 100 drawn from the two ToolShed runs before any was computed. */
export const drawnCells = (): readonly Cell[] => (read(`${DRAWN}.cells`) as { cells: Cell[] }).cells;

export const referenceRows = (set: string): readonly ReferenceRow[] =>
  (read(`${set}.${CHECKPOINT}`) as { rows: ReferenceRow[] }).rows;

/** PyTorch's scores of these, in the same order. */
export const drawnRows = (): readonly ReferenceRow[] => referenceRows(DRAWN);
