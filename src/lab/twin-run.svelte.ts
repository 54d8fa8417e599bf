import { itemMeasures, type ConditionName, type ItemMeasures } from '../probe/index.ts';
import { DEFAULT_RECIPE, fragmentOfRecipe, type LabError, type Provenance } from '../records/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { ItemSet } from './item-sets.ts';
import { openStoredRun } from './open-run.ts';
import type { Refusal } from './probe-record.ts';
import { ProbeRun } from './probe-run.svelte.ts';
import type { RowStore } from './row-store.ts';
import { wordingOfSet } from './run-wording.ts';

/** Where one of several checkpoints stands. */
export type TwinStatus =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'at-work' }
  /** Everything that can be scored has been. */
  | { readonly kind: 'done' }
  /** Stopped in between; what was scored is kept. */
  | { readonly kind: 'part' }
  /** It is not offered, or could not be loaded or run. The others are not touched by it. */
  | { readonly kind: 'failed'; readonly error: LabError };

/** One of several checkpoints that are asked the same, and what was found of it. */
export class Twin {
  readonly id: string;
  status = $state.raw<TwinStatus>({ kind: 'waiting' });
  measures = $state.raw<readonly ItemMeasures[]>([]);
  provenance = $state.raw<Provenance | null>(null);
  refusals = $state.raw<readonly Refusal[]>([]);

  constructor(id: string) {
    this.id = id;
  }
}

/** Errors that the next checkpoint would meet as well. */
const NOT_OF_ONE_CHECKPOINT = ['engine-in-use'];

/**
 * Several checkpoints asked the same items, one after another: load, score, unload, next. There is one run underneath,
 * the Probe room's own, so one engine worker and one session; rows are stored as that room's are.
 */
export class TwinRun {
  /** What is on, or was last: pause, progress and stages are its own. */
  readonly probe: ProbeRun;
  twins = $state.raw<readonly Twin[]>([]);
  /** The checkpoint whose turn it is; null: none is running. */
  current = $state.raw<Twin | null>(null);
  isOn = $state(false);
  /** Why no checkpoint could be run, where it is not a matter of one of them. */
  error = $state.raw<LabError | null>(null);

  readonly #store: RowStore;
  readonly #choiceOf: (id: string) => CheckpointChoice | undefined;
  #isCancelled = false;
  #generation = 0;

  /** `choiceOf`: the menu's entry of a checkpoint; undefined: it is not offered. */
  constructor(store: RowStore, choiceOf: (id: string) => CheckpointChoice | undefined) {
    this.#store = store;
    this.probe = new ProbeRun(store);
    this.#choiceOf = choiceOf;
  }

  /** Another question; what was found of the one before is stored. Not while a run is on. */
  ask(ids: readonly string[], itemSet: ItemSet | null, conditions: readonly ConditionName[]): void {
    if (this.isOn) return;
    this.#generation += 1;
    this.error = null;
    this.twins = ids.map((id) => new Twin(id));
    this.probe.chooseItemSet(itemSet);
    this.probe.chooseConditions(conditions);
  }

  /** Measures of one checkpoint: live ones while it is its turn. */
  measuresOf(twin: Twin): readonly ItemMeasures[] {
    return twin === this.current && this.probe.measures.length > 0 ? this.probe.measures : twin.measures;
  }

  /** Nothing that could be run is left. */
  get isComplete(): boolean {
    return this.twins.length > 0 && this.twins.every(({ status }) => status.kind === 'done');
  }

  /** Finds what is stored of the question, by the checkpoints' names. Needs no checkpoint and computes nothing. */
  async recall(): Promise<void> {
    const { itemSet, conditions } = this.probe;
    if (itemSet === null || this.isOn) return;
    const generation = this.#generation;
    const runs = await this.#store.runs();
    for (const twin of this.twins) {
      const fragment = fragmentOfRecipe({
        ...DEFAULT_RECIPE,
        checkpoint: twin.id,
        itemSet: { name: itemSet.name, sha256: itemSet.sha256 },
        conditions,
      });
      const stored = runs.find((run) => run.fragment === fragment && run.opening?.origin === 'computed');
      if (stored === undefined) continue;
      const opened = await openStoredRun(this.#store, stored);
      if (this.#isPast(generation)) return;
      if (!opened.ok || opened.value.rows.length === 0) continue;
      const { rows, missing, opening } = opened.value;
      twin.measures = itemMeasures(itemSet.items, rows, wordingOfSet(itemSet.wording));
      twin.provenance = opening.provenance;
      twin.status = { kind: missing === 0 ? 'done' : 'part' };
    }
  }

  /** Runs every checkpoint that is not done, or all: what is stored is never computed again. */
  async run(which: 'rest' | 'all' = 'rest'): Promise<void> {
    if (this.isOn || this.probe.itemSet === null) return;
    this.isOn = true;
    this.#isCancelled = false;
    this.error = null;
    const asked = this.twins.filter(({ status }) => which === 'all' || status.kind !== 'done');
    for (const twin of asked) twin.status = { kind: 'waiting' };
    for (const twin of asked) {
      await this.#runOne(twin);
      if (this.#isOver()) break;
    }
    for (const twin of asked)
      if (twin.status.kind === 'waiting' && twin.measures.length > 0) twin.status = { kind: 'part' };
    this.current = null;
    this.probe.unload();
    this.isOn = false;
  }

  cancel(): void {
    if (!this.isOn) return;
    this.#isCancelled = true;
    this.probe.cancel();
  }

  async #runOne(twin: Twin): Promise<void> {
    const { probe } = this;
    const choice = this.#choiceOf(twin.id);
    if (choice === undefined) {
      twin.status = { kind: 'failed', error: notOffered(twin.id) };
      return;
    }
    // Another checkpoint ends the engine of the one before.
    probe.chooseCheckpoint(choice);
    this.current = twin;
    twin.status = { kind: 'at-work' };
    await probe.run();
    const { status, itemSet, provenance } = probe;
    if (itemSet !== null && probe.rows.length > 0)
      twin.measures = itemMeasures(itemSet.items, probe.rows, wordingOfSet(itemSet.wording));
    twin.refusals = probe.refusals;
    twin.provenance = provenance ?? twin.provenance;
    if (status.kind === 'finished') twin.status = { kind: 'done' };
    else if (status.kind === 'failed') {
      twin.status = { kind: 'failed', error: status.error };
      if (NOT_OF_ONE_CHECKPOINT.includes(status.error.kind)) this.error = status.error;
    } else twin.status = { kind: twin.measures.length > 0 ? 'part' : 'waiting' };
  }

  /** No further checkpoint is to be begun. */
  #isOver(): boolean {
    return this.#isCancelled || this.error !== null;
  }

  /** Something else was asked since, or a run has begun. */
  #isPast(generation: number): boolean {
    return generation !== this.#generation || this.isOn;
  }
}

const notOffered = (id: string): LabError => ({
  kind: 'checkpoint-not-offered',
  happened: `The checkpoint ${id} is not offered by the server of this page.`,
  stillWorks: 'Other checkpoints are run and shown; the Probe room works with whatever is offered.',
  cure: `Without a network only checkpoints that were used before are there: connect and reload. Where the server lacks it, put the folder ${id} into checkpoints/ beside the page.`,
  details: `checkpoints/index.json lists no ${id}`,
});
