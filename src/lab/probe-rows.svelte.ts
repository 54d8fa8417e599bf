import {
  CONDITIONS,
  wordUnits,
  type CandidateScope,
  type ConditionName,
  type ItemMeasures,
  type ProbeItem,
  type ProbeSummary,
  type ProbeUnit,
  type View,
  type WordsAsked,
} from '../probe/index.ts';
import {
  ok,
  type LabError,
  type Provenance,
  type Result,
  type RunRecord,
  type ScoreRow,
} from '../records/index.ts';
import { checkWording, type Wording } from '../transcript/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import { ItemLooks } from './item-looks.svelte.ts';
import type { ItemSet } from './item-sets.ts';
import { LiveReading } from './live-reading.svelte.ts';
import type { OpenedRun } from './open-run.ts';
import { nowIso, probeRecord } from './probe-record.ts';
import { ProbeState } from './probe-state.svelte.ts';
import type { RowStore } from './row-store.ts';
import { rowsReadAlike } from './rows-read-alike.ts';
import { RunLog } from './run-log.ts';
import { storedRows } from './score-rows.ts';
import { UnitShelf } from './sliced-units.ts';
import { scorerOf, scorerOfOpened, scorerText } from './whose-rows.ts';

/**
 * The rows that are shown, and whose they are. They are of one choice and one scorer: another choice forgets them, or
 * finds again what is stored. ProbeRun brings new ones.
 */
export class ProbeRows extends ProbeState {
  protected readonly store: RowStore;
  protected readonly reading = new LiveReading(() => ({
    items: this.itemSet?.items ?? [],
    conditions: this.conditions,
    wording: this.showing.wording,
  }));
  protected readonly log: RunLog;
  protected readonly units = new UnitShelf();
  readonly looks = new ItemLooks();
  #startedAt: string | null = null;
  #runId = $state.raw<string | null>(null);
  /** Who scored the rows that are shown; null while there are none. */
  #rowsBy: string | null = null;

  constructor(store: RowStore) {
    super();
    this.store = store;
    this.log = new RunLog(store);
  }

  /** The run of the list that is shown; null: none was begun or opened. */
  get runId(): string | null {
    return this.#runId;
  }

  /** Rows of the run, knockouts of opened items included. */
  get rows(): readonly ScoreRow[] {
    return this.reading.rows;
  }

  /** Measures and summary are always of the same rows; they lag behind `rows` by one bootstrap. */
  get measures(): readonly ItemMeasures[] {
    return this.reading.measures;
  }

  get summary(): ProbeSummary | null {
    return this.reading.summary;
  }

  /** How the run is looked at; the summary follows it a moment later, and says which view it is of. */
  get view(): View {
    return this.reading.view;
  }

  /** Looks at the run in another way. Resolves when the summary follows. */
  lookThrough(view: View): Promise<void> {
    return this.reading.show(view);
  }

  /** Another item set or other conditions: what was computed is found again by its content. */
  chooseItemSet(itemSet: ItemSet | null): void {
    if (this.busy) return;
    this.itemSet = itemSet;
    this.#forgetResults();
  }

  chooseCheckpoint(choice: CheckpointChoice | null): void {
    if (this.busy) return;
    this.checkpoint = choice;
    this.slot.unload();
    this.notices = [];
    this.#forgetResults();
  }

  chooseConditions(conditions: readonly ConditionName[]): void {
    if (this.busy) return;
    this.conditions = CONDITIONS.filter((name) => conditions.includes(name));
    if (this.status.kind === 'finished') this.status = { kind: 'idle' };
    void this.reading.read();
  }

  /** Other calls under other conditions; what was computed stays. */
  chooseCandidates(scope: CandidateScope): void {
    if (this.busy) return;
    this.candidates = scope;
    if (this.status.kind === 'finished') this.status = { kind: 'idle' };
  }

  /**
   * Texts of one's own for the whole set, or null for the set's; refused by checkWording, nothing changes then. Rows of
   * conditions that read as before stay; those that were scored with the new texts earlier are found again.
   */
  chooseWording(wording: Wording | null): Result<Wording | null> {
    const checked = wording === null ? ok(null) : checkWording(wording);
    if (!checked.ok || this.busy) return checked;
    this.wording = checked.value;
    this.padded = new Map();
    // Rows that were imported are of nobody who could go on with other texts.
    const isOurs = this.opened?.opening.origin !== 'imported';
    this.#forgetResults(isOurs ? rowsReadAlike(this.rows, this.showing.wording) : []);
    const { items = [] } = this.itemSet ?? {};
    void this.#recall(() => this.units.unitsFor(items, this.conditions, this.showing, this.candidates));
    return checked;
  }

  /**
   * Shows an earlier run: its items, settings, texts and rows. Nothing is computed. Whoever goes on with it gives it to
   * `run`, which refuses another checkpoint than its own; without that, Run begins anew there.
   */
  show(opened: OpenedRun): void {
    if (this.busy) return;
    this.itemSet = opened.itemSet;
    this.conditions = opened.conditions;
    this.candidates = opened.candidates;
    this.wording = opened.wording;
    this.#forgetResults();
    this.padded = opened.padded;
    this.provenance = opened.opening.provenance;
    this.opened = opened;
    this.#startedAt = opened.stored.startedAt;
    this.#runId = opened.stored.runId;
    this.#rowsBy = scorerOfOpened(opened);
    this.reading.add(opened.rows);
    const done = opened.missing === 0 && opened.rows.length > 0;
    if (done) this.status = { kind: 'finished' };
    void (done ? this.reading.settle() : this.reading.read());
  }

  /** Finds the words of this part that were hidden before and are stored; nothing is computed. */
  async recallWords(item: ProbeItem, asked: WordsAsked): Promise<void> {
    await this.#recall(() => wordUnits(item, asked, this.showing));
  }

  /** The run as a record, complete or not; null before a checkpoint was loaded. */
  record(): RunRecord | null {
    const { provenance, itemSet, progress } = this;
    if (provenance === null || itemSet === null) return null;
    return probeRecord({
      recipe: this.recipe(null),
      provenance,
      itemSet,
      padded: this.padded,
      outcome: this.status.kind,
      rows: this.rows,
      refusals: this.refusals,
      startedAt: this.#startedAt ?? nowIso(),
      progress,
    });
  }

  /** Whether the rows that are shown were scored by somebody else. */
  protected areOfAnother(provenance: Provenance): boolean {
    return this.#rowsBy !== null && this.#rowsBy !== scorerText(provenance);
  }

  /** Rows of another scorer, or imported ones, are never mixed with those that come now. */
  protected beginRowsOf(provenance: Provenance): void {
    if (this.areOfAnother(provenance)) this.reading.clear();
    this.#rowsBy = scorerText(provenance);
    this.opened = null;
  }

  /** The run that begins gets its entry in the list. */
  protected async openRun(
    itemSet: ItemSet,
    provenance: Provenance,
    units: readonly ProbeUnit[],
  ): Promise<void> {
    const { padded } = this;
    const run = { recipe: this.recipe(null), provenance, itemSet, padded, units };
    const { startedAt, runId } = await this.log.begin(run);
    this.#startedAt = startedAt;
    this.#runId = runId;
    this.unfinished = null;
  }

  protected readonly take = (rows: readonly ScoreRow[]): void => {
    this.storageFault = this.store.storageFault;
    this.reading.add(rows);
    // A reload in mid-run must find how far it was.
    this.log.reached(this.reading.unitsDone);
  };

  protected readonly refuse = (requestId: string, error: LabError): void => {
    const others = this.refusals.filter((refusal) => refusal.requestId !== requestId);
    this.refusals = [...others, { requestId, error }];
  };

  /** Finds what of these units is stored by whoever scored the rows that are shown. */
  async #recall(unitsAsked: () => readonly ProbeUnit[] | Promise<readonly ProbeUnit[]>): Promise<void> {
    const { provenance, itemSet, wording } = this;
    const by = this.#rowsBy;
    if (provenance === null || by !== scorerText(provenance)) return;
    const rows = await storedRows(this.store, scorerOf(provenance), await unitsAsked());
    if (this.itemSet !== itemSet || this.wording !== wording || this.#rowsBy !== by) return;
    this.take(rows);
    if (!this.busy) await this.reading.settle();
  }

  /** What was found is gone, but for the rows that are kept, of the same scorer. */
  #forgetResults(kept: readonly ScoreRow[] = []): void {
    const by = kept.length === 0 ? null : this.#rowsBy;
    this.reading.clear();
    this.looks.forget();
    this.refusals = [];
    this.progress = null;
    this.notResumed = null;
    this.opened = null;
    this.#rowsBy = by;
    this.#runId = null;
    this.status = { kind: 'idle' };
    if (by === null && this.slot.client === null) this.provenance = null;
    if (kept.length > 0) this.reading.add(kept);
    void this.reading.read();
  }
}
