/** The desk worker's door: what is too slow for the main thread and needs no model. Types only. */
import type { ConditionName, ProbeItem, ReadingNews, View } from '../src/probe/index.ts';
import type { Result, ScoreRow, TraceRow } from '../src/records/index.ts';
import type { ReadingAsked, RolloutReading } from '../src/rollout/index.ts';
import type { LogChoice, LogReading, Wording } from '../src/transcript/index.ts';

/** One reading: of a run that grows, of rows or of traces, or of a pasted log. Calls are answered in their order. */
export interface DeskDoor {
  /** A reading begins; the rows of the one before are forgotten. */
  begin(items: readonly ProbeItem[], wording: Wording): void;
  /** Rows of the reading, each once. */
  add(rows: readonly ScoreRow[]): void;
  /** What changed since the last answer, and the statistics of all rows, as seen in a view; `draws` of the bootstrap. */
  read(conditions: readonly ConditionName[], draws: number, view: View): Result<ReadingNews>;
  /** A reading of traces begins; those of the one before are forgotten. */
  beginRollouts(): void;
  /** Traces of the reading, each once. */
  addRollouts(traces: readonly TraceRow[]): void;
  /** What the traces so far come to. */
  readRollouts(asked: ReadingAsked): Result<RolloutReading>;
  /** A pasted log; the one before is forgotten. */
  takeLog(pasted: string): void;
  /** What the log says without a model, read as was chosen. */
  readLog(choice: LogChoice): LogReading;
}
