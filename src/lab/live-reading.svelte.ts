import {
  PAPER_VIEW,
  type ConditionName,
  type ItemMeasures,
  type ProbeItem,
  type ProbeSummary,
  type View,
} from '../probe/index.ts';
import type { LabError, ScoreRow } from '../records/index.ts';
import { FINAL_DRAWS, LIVE_DRAWS } from '../statistics/index.ts';
import { PAPER_WORDING, type Wording } from '../transcript/index.ts';
import { DeskClient } from './desk-client.ts';

/** Redraws a second, at most. */
const REDRAWS_PER_SECOND = 5;

/** What rows are read as: which items, under which conditions, in which wording (the paper's unless said). */
export interface Reading {
  readonly items: readonly ProbeItem[];
  readonly conditions: readonly ConditionName[];
  readonly wording?: Wording;
}

/**
 * Rows of a run and what they say, while they arrive. Measures and summary are always of the same rows; both are made
 * in the desk worker, one answer at a time, so that the page stays awake and the newest rows win.
 */
export class LiveReading {
  /** Rows of the run, knockouts of opened items included. */
  rows = $state.raw<readonly ScoreRow[]>([]);
  measures = $state.raw<readonly ItemMeasures[]>([]);
  /** Says itself which view it follows: a new one is there as soon as it is reckoned. */
  summary = $state.raw<ProbeSummary | null>(null);
  /** Why the newest rows cannot be summed up; the summary then stays that of earlier ones. */
  fault = $state.raw<LabError | null>(null);
  /** How the run is looked at; change it by `show`. */
  view = $state.raw<View>(PAPER_VIEW);

  readonly #desk = new DeskClient(() => this.#rowsByName.values());
  readonly #asked: () => Reading;
  readonly #rowsByName = new Map<string, ScoreRow>();
  #unitsDone = 0;
  #hasNewRows = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #generation = 0;
  /** Draws of the bootstrap: few while rows arrive, many once a run is settled, and then for good. */
  #draws = LIVE_DRAWS;
  #isStale = false;
  #reading: Promise<void> = Promise.resolve();
  #isReading = false;

  constructor(asked: () => Reading) {
    this.#asked = asked;
  }

  /** Units that have a row by now, without those with something hidden. */
  get unitsDone(): number {
    return this.#unitsDone;
  }

  /** Takes rows over; they are read soon. */
  add(rows: readonly ScoreRow[]): void {
    for (const row of rows) {
      const name = [row.item_id, row.condition, row.candidate, row.hidden ?? ''].join('\n');
      // What an opened item adds changes no statistic.
      if (row.hidden === null && !this.#rowsByName.has(name)) {
        this.#draws = LIVE_DRAWS;
        this.#unitsDone += 1;
      }
      this.#rowsByName.set(name, row);
    }
    this.#hasNewRows = true;
    this.#desk.add(rows);
    this.#timer ??= setTimeout(() => void this.read(), 1000 / REDRAWS_PER_SECOND);
  }

  /** The run is over: from now on with the final number of draws. Resolves when everything has been read. */
  settle(): Promise<void> {
    this.#draws = FINAL_DRAWS;
    return this.read();
  }

  /** Looks at the run in another way. Resolves when the summary follows. */
  show(view: View): Promise<void> {
    this.view = view;
    return this.read();
  }

  /** Reads what is there now. Resolves when it, and whatever came meanwhile, has been read. */
  read(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#hasNewRows) this.rows = [...this.#rowsByName.values()];
    this.#hasNewRows = false;
    this.#isStale = true;
    if (!this.#isReading) this.#reading = this.#readAll();
    return this.#reading;
  }

  /** Forgets all rows at once. */
  clear(): void {
    this.#generation += 1;
    this.#rowsByName.clear();
    this.#unitsDone = 0;
    this.#hasNewRows = true;
    this.#desk.forget();
    this.measures = [];
    this.summary = null;
    this.fault = null;
    this.#draws = LIVE_DRAWS;
    void this.read();
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#isStale) {
      this.#isStale = false;
      // The desk and its script are not fetched before there is something to sum up.
      if (this.#rowsByName.size === 0) continue;
      const generation = this.#generation;
      const { items, conditions, wording = PAPER_WORDING } = this.#asked();
      const question = { items, wording, conditions, draws: this.#draws, view: this.view };
      const answer = await this.#desk.read(question);
      if (generation !== this.#generation) continue;
      this.fault = answer.ok ? null : answer.error;
      if (!answer.ok) continue;
      this.measures = answer.value.measures;
      this.summary = answer.value.summary;
    }
    this.#isReading = false;
  }
}
