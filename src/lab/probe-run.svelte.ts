import type { Decoded, Holding, Progress, Stage } from '../../workers/engine-door.ts';
import {
  CONDITIONS,
  FIRST_CONDITIONS,
  knockoutUnits,
  probeUnits,
  underCondition,
  type ConditionName,
  type ItemMeasures,
  type ProbeItem,
  type ProbeSummary,
} from '../probe/index.ts';
import {
  fragmentOfRecipe,
  type LabError,
  type Provenance,
  type Recipe,
  type RunRecord,
  type ScoreRow,
} from '../records/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { EngineClient } from './engine-client.ts';
import { EngineSlot } from './engine-slot.ts';
import type { ItemSet } from './item-sets.ts';
import { toLabError } from './lab-fault.ts';
import { LiveReading } from './live-reading.svelte.ts';
import { nowIso, probeRecord, type Refusal } from './probe-record.ts';
import type { RowStore, StoredRun } from './row-store.ts';
import { RunLog } from './run-log.ts';
import { DEFAULT_SCORING, scoreRows } from './score-rows.ts';

/** Where the run stands: one value, never several booleans. */
export type RunStatus =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly stage: Stage }
  | { readonly kind: 'running' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'cancelling' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly error: LabError };

/** The opened item's extra measurements: what hiding each part does, and what would be written. */
export type CloserLook =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly itemId: string }
  | { readonly kind: 'computing'; readonly itemId: string; readonly done: number; readonly all: number }
  | { readonly kind: 'ready'; readonly itemId: string }
  | { readonly kind: 'failed'; readonly itemId: string; readonly error: LabError };

/** After this the engine is ended instead of waiting for the pass: the page must take a new command. */
const SOFT_CANCEL_MS = 1_200;
const LONGEST_TURN_TOKENS = 48;

/** The Probe room's run: what is asked, where it stands, what was found so far. */
export class ProbeRun {
  checkpoint = $state.raw<CheckpointChoice | null>(null);
  itemSet = $state.raw<ItemSet | null>(null);
  conditions = $state.raw<readonly ConditionName[]>(FIRST_CONDITIONS);
  threads = $state(1);
  holding = $state.raw<Holding>('auto');

  status = $state.raw<RunStatus>({ kind: 'idle' });
  provenance = $state.raw<Provenance | null>(null);
  progress = $state.raw<Progress | null>(null);
  refusals = $state.raw<readonly Refusal[]>([]);
  closerLook = $state.raw<CloserLook>({ kind: 'none' });
  /** What the model would write, by item and condition. */
  written = $state.raw<ReadonlyMap<string, Decoded>>(new Map());
  /** The newest run that was not finished, when the page was opened. */
  unfinished = $state.raw<StoredRun | null>(null);
  /** What the user should know of the checkpoint's files. */
  notices = $state.raw<readonly string[]>([]);
  /** Null while everything reaches the disk. */
  storageFault = $state.raw<string | null>(null);

  readonly unitsAll = $derived(
    this.itemSet === null ? 0 : probeUnits(this.itemSet.items, this.conditions).length,
  );
  readonly busy = $derived(['loading', 'running', 'paused', 'cancelling'].includes(this.status.kind));
  readonly tokensPerSecond = $derived(
    this.progress === null || this.progress.elapsedMs < 500
      ? null
      : (this.progress.computedTokens / this.progress.elapsedMs) * 1000,
  );
  readonly secondsLeft = $derived(
    this.progress === null || this.tokensPerSecond === null
      ? null
      : Math.max(0, this.progress.plannedTokens - this.progress.computedTokens) / this.tokensPerSecond,
  );

  readonly #store: RowStore;
  readonly #reading = new LiveReading(() => ({
    items: this.itemSet?.items ?? [],
    conditions: this.conditions,
  }));
  readonly #log: RunLog;
  readonly #slot = new EngineSlot();
  #look: { readonly item: ProbeItem } | null = null;
  #cancelled = false;
  /** Stops the job of the engine that is on, or about to begin, between two passes. */
  #stopper = new AbortController();
  #wake: (() => void) | null = null;
  #startedAt: string | null = null;

  constructor(store: RowStore) {
    this.#store = store;
    this.#log = new RunLog(store);
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

  /** Finds the newest unfinished run. */
  async lookForUnfinished(): Promise<void> {
    this.unfinished = (await this.#store.runs()).find((run) => run.state === 'open') ?? null;
  }

  async forgetUnfinished(): Promise<void> {
    if (this.unfinished !== null) await this.#store.deleteRun(this.unfinished.runId);
    this.unfinished = null;
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
      await this.#openRun(itemSet, provenance);
      await this.#scoreAll(client, itemSet, provenance);
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
   * Measures one item more closely: what hiding each part does, and what would be written. A run that is on is
   * interrupted for it between two passes and goes on afterwards.
   */
  async lookCloser(item: ProbeItem): Promise<void> {
    if (this.#look !== null || this.checkpoint === null) return;
    this.#look = { item };
    this.closerLook = { kind: 'waiting', itemId: item.item_id };
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
      this.status = { kind: 'running' };
      await this.#takeLook(client, provenance);
      this.status = before.kind === 'failed' ? { kind: 'idle' } : before;
    } catch (thrown) {
      await this.#settle(toLabError(thrown, 'measuring one item'));
    }
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
      outcome: this.status.kind,
      rows: this.rows,
      refusals: this.refusals,
      startedAt: this.#startedAt ?? nowIso(),
      progress,
    });
  }

  /** What a link to this run holds. */
  recipe(item: string | null): Recipe {
    return {
      checkpoint: this.checkpoint?.origin === 'served' ? this.checkpoint.id : null,
      itemSet: this.itemSet === null ? null : { name: this.itemSet.name, sha256: this.itemSet.sha256 },
      conditions: this.conditions,
      view: null,
      item,
    };
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

  async #scoreAll(client: EngineClient, itemSet: ItemSet, provenance: Provenance): Promise<void> {
    const units = probeUnits(itemSet.items, this.conditions);
    for (;;) {
      while (this.#isPaused() && this.#look === null)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      if (this.#isCancelled()) break;
      if (this.#look !== null) {
        await this.#takeLook(client, provenance);
        continue;
      }
      const outcome = await scoreRows(
        client,
        this.#store,
        { model: provenance.checkpointName, identity: provenance },
        units,
        DEFAULT_SCORING,
        {
          onRows: (rows) => {
            this.#take(rows);
          },
          onRefused: (requestId, error) => {
            this.#refuse(requestId, error);
          },
          onProgress: (progress) => {
            this.progress = progress;
          },
          onStage: () => undefined,
          onStarted: () => {
            if (this.#isPaused()) client.pause();
          },
        },
        this.#nextSignal(),
      );
      if (outcome === 'finished' && !this.#isLooking()) break;
    }
    await this.#settle(null);
  }

  async #takeLook(client: EngineClient, provenance: Provenance): Promise<void> {
    const look = this.#look;
    if (look === null) return;
    const { item } = look;
    const itemId = item.item_id;
    const units = knockoutUnits(item);
    const conditions = (['pre', 'fail'] as const).filter((name) => this.conditions.includes(name));
    const all = units.length + conditions.length;
    let done = 0;
    const step = (count: number): void => {
      done += count;
      this.closerLook = { kind: 'computing', itemId, done, all };
    };
    step(0);
    const signal = this.#nextSignal();
    signal.addEventListener('abort', () => {
      client.cancel();
    });
    try {
      await client.decode(
        conditions.map((condition) => ({
          id: writtenKey(itemId, condition),
          context: underCondition(item, condition).messages,
          maximumTokens: LONGEST_TURN_TOKENS,
        })),
        (event) => {
          if (event.kind === 'stage') return;
          if (event.kind === 'refused') this.#refuse(event.id, event.error);
          else this.written = new Map([...this.written, [event.decoded.id, event.decoded]]);
          step(1);
        },
      );
      await scoreRows(
        client,
        this.#store,
        { model: provenance.checkpointName, identity: provenance },
        units,
        DEFAULT_SCORING,
        {
          onRows: (rows) => {
            this.#take(rows);
            step(rows.length);
          },
          // A part that cannot be hidden simply has no bar; the reason is listed with the run.
          onRefused: (requestId, error) => {
            this.#refuse(requestId, error);
            step(1);
          },
          onProgress: () => undefined,
          onStage: () => undefined,
          onStarted: () => undefined,
        },
        signal,
      );
      void this.#reading.read();
      this.closerLook = this.#isCancelled() ? { kind: 'none' } : { kind: 'ready', itemId };
    } finally {
      this.#look = null;
    }
  }

  #refuse(requestId: string, error: LabError): void {
    const others = this.refusals.filter((refusal) => refusal.requestId !== requestId);
    this.refusals = [...others, { requestId, error }];
  }

  #isCancelled(): boolean {
    return this.#cancelled;
  }

  /** For the next job of the engine; the signal of the one before has done its work. */
  #nextSignal(): AbortSignal {
    this.#stopper = new AbortController();
    return this.#stopper.signal;
  }

  #isLooking(): boolean {
    return this.#look !== null;
  }

  #isPaused(): boolean {
    return this.status.kind === 'paused';
  }

  async #openRun(itemSet: ItemSet, provenance: Provenance): Promise<void> {
    const { startedAt } = await this.#log.begin({
      title: `${provenance.checkpointName}, ${itemSet.title}`,
      fragment: fragmentOfRecipe(this.recipe(null)),
      checkpointSha256: provenance.checkpointSha256,
      unitsAll: this.unitsAll,
    });
    this.#startedAt = startedAt;
    this.unfinished = null;
  }

  #take(rows: readonly ScoreRow[]): void {
    this.storageFault = this.#store.storageFault;
    this.#reading.add(rows);
    // A reload in mid-run must find how far it was.
    this.#log.reached(this.#reading.unitsDone);
  }

  /** Ends a run, well or not. */
  async #settle(error: LabError | null): Promise<void> {
    const cancelled = this.#cancelled;
    // The last word is spoken once, so the figures come first; somebody who cancels waits for nothing.
    if (error === null && !cancelled) await this.#reading.settle();
    else void this.#reading.read();
    const askedMeanwhile = error === null && !cancelled ? this.#look : null;
    this.#look = null;
    const look = this.closerLook;
    if (look.kind === 'waiting' || look.kind === 'computing')
      this.closerLook =
        error === null || cancelled ? { kind: 'none' } : { kind: 'failed', itemId: look.itemId, error };
    this.status = cancelled
      ? { kind: 'cancelled' }
      : error === null
        ? { kind: 'finished' }
        : { kind: 'failed', error };
    this.#log.end(this.status.kind === 'finished' ? 'finished' : 'open', this.#reading.unitsDone);
    if (error !== null) this.#slot.unload();
    if (askedMeanwhile !== null) await this.lookCloser(askedMeanwhile.item);
  }

  #forgetResults(): void {
    this.#reading.clear();
    this.written = new Map();
    this.closerLook = { kind: 'none' };
    this.refusals = [];
    this.progress = null;
    this.status = { kind: 'idle' };
    if (this.#slot.client === null) this.provenance = null;
  }
}

/** Key of `ProbeRun.written`. */
export const writtenKey = (itemId: string, condition: ConditionName): string => `${itemId}/${condition}`;
