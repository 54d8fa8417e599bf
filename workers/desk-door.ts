/** The desk worker's door: what is too slow for the main thread and needs no model. Types only. */
import type { ConditionName, ProbeItem, ReadingNews, View } from '../src/probe/index.ts';
import type { Result, ScoreRow } from '../src/records/index.ts';
import type { Wording } from '../src/transcript/index.ts';

/** One reading of a run that grows. Calls are answered in their order. */
export interface DeskDoor {
  /** A reading begins; the rows of the one before are forgotten. */
  begin(items: readonly ProbeItem[], wording: Wording): void;
  /** Rows of the reading, each once. */
  add(rows: readonly ScoreRow[]): void;
  /** What changed since the last answer, and the statistics of all rows, as seen in a view; `draws` of the bootstrap. */
  read(conditions: readonly ConditionName[], draws: number, view: View): Result<ReadingNews>;
}
