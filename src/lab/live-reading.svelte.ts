import {
  itemMeasures,
  type ConditionName,
  type ItemMeasures,
  type ProbeItem,
  type ProbeSummary,
} from '../probe/index.ts';
import type { ScoreRow } from '../records/index.ts';
import { LIVE_DRAWS } from '../statistics/index.ts';
import { DeskClient } from './desk-client.ts';

/** Redraws a second, at most. */
const REDRAWS_PER_SECOND = 5;

/** What rows are read as: which items, under which conditions. */
export interface Reading {
  readonly items: readonly ProbeItem[];
  readonly conditions: readonly ConditionName[];
}

/**
 * Rows of a run and what they say, while they arrive. Measures and summary are always of the same rows; the
 * bootstrap runs in the desk worker, one at a time, so that the page stays awake and the newest rows win.
 */
export class LiveReading {
  /** Rows of the run, knockouts of opened items included. */
  rows = $state.raw<readonly ScoreRow[]>([]);
  measures = $state.raw<readonly ItemMeasures[]>([]);
  summary = $state.raw<ProbeSummary | null>(null);

  readonly #desk = new DeskClient();
  readonly #asked: () => Reading;
  readonly #rowsByName = new Map<string, ScoreRow>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #generation = 0;
  #isReading = false;
  #nextDraws: number | null = null;

  constructor(asked: () => Reading) {
    this.#asked = asked;
  }

  /** Units that have a row by now, without those with something hidden. */
  get unitsDone(): number {
    let count = 0;
    for (const { hidden } of this.#rowsByName.values()) if (hidden === null) count += 1;
    return count;
  }

  /** Takes rows over; they are read soon. */
  add(rows: readonly ScoreRow[]): void {
    for (const row of rows)
      this.#rowsByName.set([row.item_id, row.condition, row.candidate, row.hidden ?? ''].join('\n'), row);
    this.#timer ??= setTimeout(() => {
      this.read(LIVE_DRAWS);
    }, 1000 / REDRAWS_PER_SECOND);
  }

  /** Reads what is there now, with so many draws of the bootstrap. */
  read(draws: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.rows = [...this.#rowsByName.values()];
    this.#nextDraws = draws;
    if (!this.#isReading) void this.#readAll();
  }

  /** Forgets all rows at once. */
  clear(): void {
    this.#generation += 1;
    this.#rowsByName.clear();
    this.measures = [];
    this.summary = null;
    this.read(LIVE_DRAWS);
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#nextDraws !== null) {
      const draws = this.#nextDraws;
      this.#nextDraws = null;
      const generation = this.#generation;
      const { items, conditions } = this.#asked();
      const measures = itemMeasures(items, this.rows);
      const summary = await this.#desk.summarise(measures, conditions, draws);
      if (generation !== this.#generation) continue;
      this.measures = measures;
      this.summary = summary;
    }
    this.#isReading = false;
  }
}
