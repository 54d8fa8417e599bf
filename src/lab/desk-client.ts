import type { Remote } from 'comlink';
import type { DeskDoor } from '../../workers/desk-door.ts';
import {
  growingReading,
  withNews,
  type ConditionName,
  type GrowingReading,
  type ItemMeasures,
  type ProbeItem,
  type ProbeSummary,
  type ReadingNews,
  type View,
} from '../probe/index.ts';
import { ok, type Result, type ScoreRow } from '../records/index.ts';
import { PUBLISHED_SEED } from '../statistics/index.ts';
import type { Wording } from '../transcript/index.ts';
import { DeskWorker } from './desk-worker.ts';

/** What rows are read as, and how they are looked at. */
export interface DeskQuestion {
  readonly items: readonly ProbeItem[];
  readonly wording: Wording;
  readonly conditions: readonly ConditionName[];
  /** Of the bootstrap. */
  readonly draws: number;
  readonly view: View;
}

/** Both of the same rows: all that had been added when the answer was made. */
export interface DeskAnswer {
  readonly measures: readonly ItemMeasures[];
  readonly summary: ProbeSummary;
}

/** What the desk was given, and what it told. */
interface Reading extends Pick<DeskQuestion, 'items' | 'wording'> {
  readonly itemOf: ReadonlyMap<string, ProbeItem>;
  /** By item id. */
  told: ReadonlyMap<string, ItemMeasures>;
  measures: readonly ItemMeasures[];
}

/** A message is copied in one go: so many rows take a few milliseconds. */
const ROWS_A_MESSAGE = 500;

/**
 * The page's desk worker, started when first needed. It is given every row once, and tells what that changed. Where the
 * worker cannot work, the page reckons itself: slower, no less. One question at a time.
 */
export class DeskClient {
  readonly #allRows: () => Iterable<ScoreRow>;
  readonly #desk = new DeskWorker();
  #reading: Reading | null = null;
  /** Where the worker cannot work: its part of the reading. */
  #here: GrowingReading | null = null;
  /** Rows of the reading that were not handed over yet. */
  #waiting: ScoreRow[] = [];

  /** `allRows`: every row of the run, in the order of arrival; asked when a reading begins. */
  constructor(allRows: () => Iterable<ScoreRow>) {
    this.#allRows = allRows;
  }

  /** New rows, and those that take an earlier one's place. */
  add(rows: readonly ScoreRow[]): void {
    if (this.#reading !== null) this.#waiting.push(...rows);
  }

  /** What was added is not asked for again. */
  forget(): void {
    this.#reading = null;
    this.#waiting = [];
  }

  /** Measures and statistics of all rows so far. An error leaves the last answer's measures as they were. */
  async read(question: DeskQuestion): Promise<Result<DeskAnswer>> {
    const [reading, news] = (await this.#newsOfDesk(question)) ?? this.#newsMadeHere(question);
    if (!news.ok) return news;
    const { changed, summary } = news.value;
    if (changed.length > 0) {
      reading.told = withNews(reading.told, changed, (id) => reading.itemOf.get(id));
      reading.measures = [...reading.told.values()];
    }
    return ok({ measures: reading.measures, summary });
  }

  /** Null: the worker cannot work. */
  async #newsOfDesk(question: DeskQuestion): Promise<readonly [Reading, Result<ReadingNews>] | null> {
    if (this.#desk.hasFailed) return null;
    const news = await this.#desk.ask((door) => this.#ask(door, question));
    // What it was told is lost with it.
    if (news === null) this.forget();
    return news;
  }

  async #ask(
    door: Remote<DeskDoor>,
    question: DeskQuestion,
  ): Promise<readonly [Reading, Result<ReadingNews>]> {
    const { items, wording, conditions, draws, view } = question;
    const [reading, isNew] = this.#readingFor(question);
    if (isNew) await door.begin(items, wording);
    // Each is answered before the next is sent: the page has its turn in between.
    while (this.#waiting.length > 0) await door.add(this.#waiting.splice(0, ROWS_A_MESSAGE));
    return [reading, await door.read(conditions, draws, view)];
  }

  #newsMadeHere(question: DeskQuestion): readonly [Reading, Result<ReadingNews>] {
    const { items, wording, conditions, draws, view } = question;
    const [reading, isNew] = this.#readingFor(question);
    if (isNew || this.#here === null) this.#here = growingReading(items, wording);
    this.#here.add(this.#waiting.splice(0));
    return [reading, this.#here.read(conditions, { draws, seed: PUBLISHED_SEED }, view)];
  }

  /** The reading that is on, or a new one with every row waiting. */
  #readingFor({ items, wording }: DeskQuestion): readonly [Reading, boolean] {
    const known = this.#reading;
    if (known?.items === items && known.wording === wording) return [known, false];
    const reading: Reading = {
      items,
      wording,
      itemOf: new Map(items.map((item) => [item.item_id, item])),
      told: new Map(),
      measures: [],
    };
    this.#reading = reading;
    this.#waiting = [...this.#allRows()];
    return [reading, true];
  }
}
