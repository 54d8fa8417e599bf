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
import type { LookAt } from './closer-look.ts';
import type { EngineClient } from './engine-client.ts';
import { EngineSlot } from './engine-slot.ts';
import { ItemLooks } from './item-looks.svelte.ts';
import type { ItemSet } from './item-sets.ts';
import { withKeptUnits } from './kept-units.ts';
import { LabFault, toLabError } from './lab-fault.ts';
import { LiveReading } from './live-reading.svelte.ts';
import type { OpenedRun } from './open-run.ts';
import { PaddingShelf } from './padding.ts';
import { nowIso, probeRecord } from './probe-record.ts';
import { ProbeState } from './probe-state.svelte.ts';
import type { RowStore } from './row-store.ts';
import { rowsReadAlike } from './rows-read-alike.ts';
import { RunLog } from './run-log.ts';
import { DEFAULT_SCORING, scoreRows, storedRows } from './score-rows.ts';
import { UnitShelf } from './sliced-units.ts';
import { ROWS_OF_ANOTHER, scorerOf, scorerOfOpened, scorerText } from './whose-rows.ts';

/** After this the engine is ended instead of waiting for the pass: the page must take a new command. */
const SOFT_CANCEL_MS = 1_200;

/** The Probe room's run: what is asked, where it stands, what was found so far. */
export class ProbeRun extends ProbeState {
  readonly #store: RowStore;
  readonly #reading = new LiveReading(() => ({
    items: this.itemSet?.items ?? [],
    conditions: this.conditions,
    wording: this.showing.wording,
  }));
  readonly #log: RunLog;
  readonly #slot = new EngineSlot();
  readonly #paddings = new PaddingShelf();
  readonly #units = new UnitShelf();
  readonly looks = new ItemLooks();
  #cancelled = false;
  /** Stops the job of the engine that is on, or about to begin, between two passes. */
  #stopper = new AbortController();
  #wake: (() => void) | null = null;
  #startedAt: string | null = null;
  #runId = $state.raw<string | null>(null);
  /** Who scored the rows that are shown; null while there are none. */
  #rowsBy: string | null = null;

  constructor(store: RowStore) {
    super();
    this.#store = store;
    this.#log = new RunLog(store);
  }

  /** The run of the list that is shown; null: none was begun or opened. */
  get runId(): string | null {
    return this.#runId;
  }

  /** Rows of the run, knockouts of opened items included. */
  get rows(): readonly ScoreRow[] {
    return this.#reading.rows;
  }

  /** Measures and summary are always of the same rows; they lag behind `rows` by one bootstrap. */
  get measures(): readonly ItemMeasures[] {
    return this.#reading.measures;
  }

  get summary(): ProbeSummary | null {
    return this.#reading.summary;
  }

  /** How the run is looked at; the summary follows it a moment later, and says which view it is of. */
  get view(): View {
    return this.#reading.view;
  }

  /** Looks at the run in another way. Resolves when the summary follows. */
  lookThrough(view: View): Promise<void> {
    return this.#reading.show(view);
  }

  /** Finds the newest unfinished run that may be offered, and how much of it is kept. */
  async lookForUnfinished(): Promise<void> {
    const newest = (await this.#store.runs()).find(
      ({ state, isDeclined, opening }) =>
        state === 'open' && isDeclined !== true && opening?.origin !== 'imported',
    );
    const [unfinished] = newest === undefined ? [] : await withKeptUnits(this.#store, [newest]);
    // Whoever pressed Run meanwhile is asked nothing.
    this.unfinished = this.busy ? null : (unfinished ?? null);
  }

  /** Offers the unfinished run no more. It stays among the earlier runs with its rows. */
  async declineUnfinished(): Promise<void> {
    const { unfinished } = this;
    this.unfinished = null;
    if (unfinished !== null) await this.#store.putRun({ ...unfinished, isDeclined: true });
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
    this.#slot.unload();
    this.notices = [];
    this.#forgetResults();
  }

  chooseConditions(conditions: readonly ConditionName[]): void {
    if (this.busy) return;
    this.conditions = CONDITIONS.filter((name) => conditions.includes(name));
    if (this.status.kind === 'finished') this.status = { kind: 'idle' };
    void this.#reading.read();
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
    void this.#recall(() => this.#units.unitsFor(items, this.conditions, this.showing, this.candidates));
    return checked;
  }

  /**
   * Shows an earlier run: its items, settings, texts and rows. Nothing is computed; Run goes on with it when it is of
   * the checkpoint chosen, and begins anew when it is not.
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
    this.#reading.add(opened.rows);
    const done = opened.missing === 0 && opened.rows.length > 0;
    if (done) this.status = { kind: 'finished' };
    void (done ? this.#reading.settle() : this.#reading.read());
  }

  /** Loads the checkpoint when it is not, then scores everything that is not stored. */
  async run(): Promise<void> {
    const { checkpoint, itemSet } = this;
    if (this.busy || checkpoint === null || itemSet === null) return;
    this.#cancelled = false;
    this.refusals = [];
    this.progress = null;
    try {
      const { client, provenance } = await this.#ready(checkpoint);
      this.status = { kind: 'running' };
      this.#beginRowsOf(provenance);
      const units = await this.#unitsFor(client, itemSet, provenance);
      if (units === null) {
        await this.#settle(null);
        return;
      }
      await this.#openRun(itemSet, provenance, units);
      await this.#scoreAll(client, units, provenance);
    } catch (thrown) {
      await this.#settle(toLabError(thrown, 'running the probe'));
    }
  }

  pause(): void {
    if (this.status.kind !== 'running') return;
    this.#slot.client?.pause();
    this.status = { kind: 'paused' };
  }

  resume(): void {
    if (this.status.kind !== 'paused') return;
    this.status = { kind: 'running' };
    this.#slot.client?.resume();
    this.#wake?.();
  }

  /** Soft between passes; while a session is being made, or a pass is long, the engine is ended. */
  cancel(): void {
    if (!this.busy || this.status.kind === 'cancelling') return;
    this.#cancelled = true;
    const hard = this.status.kind === 'loading';
    this.status = { kind: 'cancelling' };
    this.#wake?.();
    if (hard) {
      this.#slot.unload();
      return;
    }
    this.#stopper.abort();
    setTimeout(() => {
      if (this.status.kind === 'cancelling') this.#slot.unload();
    }, SOFT_CANCEL_MS);
  }

  /**
   * Measures one item more closely: what hiding each part does and what would be written, or what hiding each word
   * does. A run that is on is interrupted for it between two passes and goes on afterwards.
   */
  async lookCloser(item: ProbeItem, at: LookAt = { kind: 'parts' }): Promise<void> {
    if (this.looks.asked !== null || this.checkpoint === null) return;
    this.looks.ask({ item, at });
    if (this.status.kind === 'running' || this.status.kind === 'paused') {
      // The loop of #scoreAll takes it up at the next pass boundary.
      this.#stopper.abort();
      this.#wake?.();
      return;
    }
    if (this.busy) return;
    const before = this.status;
    this.#cancelled = false;
    try {
      const { client, provenance } = await this.#ready(this.checkpoint);
      if (this.#rowsBy !== null && this.#rowsBy !== scorerText(provenance))
        throw new LabFault(ROWS_OF_ANOTHER);
      this.status = { kind: 'running' };
      await this.#takeLook(client, provenance);
      this.status = before.kind === 'failed' ? { kind: 'idle' } : before;
    } catch (thrown) {
      await this.#settle(toLabError(thrown, 'measuring one item'));
    }
  }

  /** Ends the look that is on, between two passes; what it computed is kept, and a run that waits for it goes on. */
  cancelLook(): void {
    this.looks.cancel(() => {
      this.#stopper.abort();
    });
  }

  /** Finds the words of this part that were hidden before and are stored; nothing is computed. */
  async recallWords(item: ProbeItem, asked: WordsAsked): Promise<void> {
    await this.#recall(() => wordUnits(item, asked, this.showing));
  }

  /** Gives the engine's memory back. */
  unload(): void {
    if (!this.busy) this.#slot.unload();
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

  async #ready(choice: CheckpointChoice): Promise<{ client: EngineClient; provenance: Provenance }> {
    const ready = await this.#slot.ready(
      { choice, threads: this.threads, holding: this.holding },
      (stage) => {
        this.notices = stage.notices ?? this.notices;
        if (this.status.kind !== 'cancelling') this.status = { kind: 'loading', stage };
      },
    );
    this.provenance = ready.provenance;
    return ready;
  }

  /** Everything that the run asks, the padded texts of this checkpoint in it. Null: cancelled meanwhile. */
  async #unitsFor(
    client: EngineClient,
    itemSet: ItemSet,
    provenance: Provenance,
  ): Promise<readonly ProbeUnit[] | null> {
    const { items } = itemSet;
    const { conditions, candidates } = this;
    const padding = await this.#paddings.paddingFor(client, items, conditions, this.showing, provenance, {
      onPadded: (doneTexts, allTexts) => {
        this.preparing = { name: 'padding', expectedMs: 0, doneTexts, allTexts };
      },
      isStopped: () => this.#isCancelled(),
    });
    if (this.#isCancelled()) return null;
    this.padded = padding.padded;
    for (const { requestId, error } of padding.refusals) this.#refuse(requestId, error);
    return this.#units.unitsFor(items, conditions, this.showing, candidates);
  }

  async #scoreAll(client: EngineClient, units: readonly ProbeUnit[], provenance: Provenance): Promise<void> {
    for (;;) {
      while (this.#isPaused() && !this.#isLooking())
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      if (this.#isCancelled()) break;
      if (this.#isLooking()) {
        await this.#takeLook(client, provenance);
        continue;
      }
      const outcome = await scoreRows(
        client,
        this.#store,
        scorerOf(provenance),
        units,
        DEFAULT_SCORING,
        {
          onRows: this.#take,
          onRefused: this.#refuse,
          onProgress: (progress) => {
            this.progress = progress;
          },
          onStage: (stage) => {
            this.preparing = stage.name === 'encoding' || stage.name === 'planning' ? stage : null;
          },
          onStarted: () => {
            if (this.#isPaused()) client.pause();
          },
        },
        this.#nextSignal(),
      );
      this.preparing = null;
      if (outcome === 'finished' && !this.#isLooking()) break;
    }
    await this.#settle(null);
  }

  async #takeLook(client: EngineClient, provenance: Provenance): Promise<void> {
    await this.looks.take(
      { conditions: this.conditions, showing: this.showing },
      { client, store: this.#store, scorer: scorerOf(provenance) },
      {
        onRows: this.#take,
        onRefused: this.#refuse,
        onKeys: (keys) => {
          if (this.#runId !== null) void this.#store.addLookedKeys(this.#runId, keys);
        },
      },
      this.#nextSignal(),
    );
    void this.#reading.read();
  }

  /** Rows of another scorer, or imported ones, are never mixed with those that come now. */
  #beginRowsOf(provenance: Provenance): void {
    const by = scorerText(provenance);
    if (this.#rowsBy !== null && this.#rowsBy !== by) this.#reading.clear();
    this.#rowsBy = by;
    this.opened = null;
  }

  readonly #refuse = (requestId: string, error: LabError): void => {
    const others = this.refusals.filter((refusal) => refusal.requestId !== requestId);
    this.refusals = [...others, { requestId, error }];
  };

  #isCancelled(): boolean {
    return this.#cancelled;
  }

  /** For the next job of the engine; the signal of the one before has done its work. */
  #nextSignal(): AbortSignal {
    this.#stopper = new AbortController();
    return this.#stopper.signal;
  }

  #isLooking(): boolean {
    return this.looks.asked !== null;
  }

  #isPaused(): boolean {
    return this.status.kind === 'paused';
  }

  async #openRun(itemSet: ItemSet, provenance: Provenance, units: readonly ProbeUnit[]): Promise<void> {
    const { padded } = this;
    const run = { recipe: this.recipe(null), provenance, itemSet, padded, units };
    const { startedAt, runId } = await this.#log.begin(run);
    this.#startedAt = startedAt;
    this.#runId = runId;
    this.unfinished = null;
  }

  readonly #take = (rows: readonly ScoreRow[]): void => {
    this.storageFault = this.#store.storageFault;
    this.#reading.add(rows);
    // A reload in mid-run must find how far it was.
    this.#log.reached(this.#reading.unitsDone);
  };

  /** Ends a run, well or not. */
  async #settle(error: LabError | null): Promise<void> {
    const cancelled = this.#cancelled;
    // The last word is spoken once, so the figures come first; somebody who cancels waits for nothing.
    if (error === null && !cancelled) await this.#reading.settle();
    else void this.#reading.read();
    const unlooked = this.looks.end(cancelled ? null : error);
    const askedMeanwhile = error === null && !cancelled ? unlooked : null;
    this.preparing = null;
    this.status = cancelled
      ? { kind: 'cancelled' }
      : error === null
        ? { kind: 'finished' }
        : { kind: 'failed', error };
    this.#log.end(this.status.kind === 'finished' ? 'finished' : 'open', this.#reading.unitsDone);
    if (error !== null) this.#slot.unload();
    if (askedMeanwhile !== null) await this.lookCloser(askedMeanwhile.item, askedMeanwhile.at);
  }

  /** Finds what of these units is stored by whoever scored the rows that are shown. */
  async #recall(unitsAsked: () => readonly ProbeUnit[] | Promise<readonly ProbeUnit[]>): Promise<void> {
    const { provenance, itemSet, wording } = this;
    const by = this.#rowsBy;
    if (provenance === null || by !== scorerText(provenance)) return;
    const rows = await storedRows(this.#store, scorerOf(provenance), await unitsAsked());
    if (this.itemSet !== itemSet || this.wording !== wording || this.#rowsBy !== by) return;
    this.#take(rows);
    if (!this.busy) await this.#reading.settle();
  }

  /** What was found is gone, but for the rows that are kept, of the same scorer. */
  #forgetResults(kept: readonly ScoreRow[] = []): void {
    const by = kept.length === 0 ? null : this.#rowsBy;
    this.#reading.clear();
    this.looks.forget();
    this.refusals = [];
    this.progress = null;
    this.opened = null;
    this.#rowsBy = by;
    this.#runId = null;
    this.status = { kind: 'idle' };
    if (by === null && this.#slot.client === null) this.provenance = null;
    if (kept.length > 0) this.#reading.add(kept);
    void this.#reading.read();
  }
}
