import { fail, ok, tracesToJsonl, type LabError, type Provenance, type Result } from '../records/index.ts';
import {
  isHarnessName,
  turnRequest,
  type EpisodeEvent,
  type RolloutAnswer,
  type RolloutReading,
} from '../rollout/index.ts';
import type { OwnFailure } from '../records/index.ts';
import type { Message } from '../transcript/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import { itemsOfFailures, type FrozenFailures } from './failures-as-items.ts';
import { LiveRollouts } from './live-rollouts.svelte.ts';
import { OwnFailureBook } from './own-failure-book.ts';
import { PageBreath } from './page-breath.ts';
import { RolloutBook, sourceOf, type LiveRollout } from './rollout-book.ts';
import { plannedRollouts, type RolloutChoice } from './rollout-choice.ts';
import { RolloutLog } from './rollout-log.ts';
import { RolloutState } from './rollout-state.svelte.ts';
import type { RolloutStore, StoredAnswers, StoredRolloutRun } from './rollout-store.ts';
import { loadTaskSet, readOwnTasks, SHIPPED_TASK_SETS, type TaskSet } from './task-sets.ts';
import { scorerText } from './whose-rows.ts';

/** Redraws while steps arrive, at most. */
const REDRAW_EVERY_MS = 200;
/** And while failed calls are scored: each moves the hundreds of points of one figure. */
const REDRAW_SCORES_EVERY_MS = 1_000;

/**
 * The rollouts that are shown, and whose they are: of one choice and one checkpoint. Another choice keeps those that are of
 * both, and finds again what is stored. RolloutRun brings new answers.
 */
export class RolloutBoard extends RolloutState {
  protected readonly store: RolloutStore;
  protected readonly log: RolloutLog;
  protected readonly failures = new OwnFailureBook();
  protected book = new RolloutBook([]);
  readonly #live = new LiveRollouts(() => this.choice.harnesses);
  /** Rollouts of which the statistics know. */
  #read = new Set<string>();
  /** Who wrote the rollouts that are shown; null while nobody has. */
  #writtenBy: string | null = null;
  /** Grows with every other choice: what was being looked up for the one before is not shown. */
  #generation = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #heard: RolloutAnswer[] = [];
  #folding: Promise<void> | null = null;

  constructor(store: RolloutStore) {
    super();
    this.store = store;
    this.log = new RolloutLog(store);
  }

  /** What the rollouts that have ended come to; it lags behind them by one bootstrap. */
  get reading(): RolloutReading | null {
    return this.#live.reading;
  }

  /** Why the newest rollouts cannot be summed up; the reading then stays that of earlier ones. */
  get readingFault(): LabError | null {
    return this.#live.fault;
  }

  get summaries(): RolloutReading['summaries'] {
    return this.reading?.summaries ?? [];
  }

  get isFloor(): boolean | null {
    return this.reading?.isFloor ?? null;
  }

  /** Where browsers give no storage, nothing outlives the page. */
  get persistent(): boolean {
    return this.store.persistent;
  }

  /** The earlier run that is shown and may be gone on with; null: there is none, or it was refused and Run begins anew. */
  get goesOnWith(): StoredRolloutRun | null {
    return this.notResumed === null ? this.opened : null;
  }

  chooseTaskSet(taskSet: TaskSet | null): void {
    if (this.busy) return;
    this.taskSet = taskSet;
    void this.#planAnew();
  }

  chooseCheckpoint(choice: CheckpointChoice | null): void {
    if (this.busy) return;
    this.checkpoint = choice;
    this.slot.unload();
    this.notices = [];
    this.provenance = null;
    void this.#planAnew();
  }

  /** Another choice: rollouts of both stay, and those that are stored are found again. */
  choose(change: Partial<RolloutChoice>): void {
    if (this.busy) return;
    this.choice = { ...this.choice, ...change };
    void this.#planAnew(this.book);
  }

  /**
   * Shows an earlier run: its tasks, settings and rollouts. Nothing is computed. Whoever goes on with it gives it to `run`,
   * which refuses another checkpoint than its own; without that, Run begins anew there.
   */
  async show(stored: StoredRolloutRun): Promise<Result<null>> {
    if (this.busy) return ok(null);
    const taskSet = await this.tasksOf(stored);
    if (!taskSet.ok) return taskSet;
    if (this.isBusyNow()) return ok(null);
    this.taskSet = taskSet.value;
    this.choice = { ...stored.choice, harnesses: stored.choice.harnesses.filter(isHarnessName) };
    this.provenance = stored.provenance;
    const recalled = this.#planAnew();
    this.opened = stored;
    await recalled;
    if (this.opened !== stored || this.isBusyNow()) return ok(null);
    if (this.endedCount === this.rollouts.length) this.status = { kind: 'finished' };
    return ok(null);
  }

  /** The tasks of an earlier run, from the page, or from the user's own file that is kept with it. */
  async tasksOf({ taskSet: { name, sha256 } }: StoredRolloutRun): Promise<Result<TaskSet>> {
    if (this.taskSet?.sha256 === sha256) return ok(this.taskSet);
    const shipped = SHIPPED_TASK_SETS.find((set) => set.sha256 === sha256);
    if (shipped !== undefined) return loadTaskSet(shipped);
    const bytes = await this.store.taskFile(sha256);
    if (bytes !== null) return readOwnTasks(bytes, name);
    return fail({
      kind: 'tasks-not-kept',
      happened: `The tasks of this run, ${name}, are not in this copy of the page.`,
      stillWorks: 'Other runs, and new ones.',
      cure: 'Open the task file again that the run was made with, and press Run: rollouts that are stored are found again.',
      details: `sha256 ${sha256}`,
    });
  }

  /** What the model read before it wrote a step, from 0. */
  contextAt({ task, state }: LiveRollout, step: number): readonly Message[] {
    return turnRequest(task, state.setting, state.steps.slice(0, step)).messages;
  }

  /** The rollouts that have ended, as JSON Lines in the published fields and ours. */
  tracesJsonl(): string {
    return tracesToJsonl(this.rollouts.flatMap(({ trace }) => trace ?? []));
  }

  /** The first failures of the rollouts as items for the Probe room; null while nobody has written any. */
  frozenFailures(): FrozenFailures | null {
    const { provenance, taskSet } = this;
    if (provenance === null || taskSet === null) return null;
    return itemsOfFailures(this.rollouts, { model: provenance.checkpointName, taskSet: taskSet.name });
  }

  /** Whether the rollouts that are shown were written by somebody else. */
  protected areOfAnother(provenance: Provenance): boolean {
    return this.#writtenBy !== null && this.#writtenBy !== scorerText(provenance);
  }

  /** From now on this checkpoint writes. What it wrote before is found again; what another wrote is no longer shown. */
  protected async beginRolloutsOf(provenance: Provenance): Promise<void> {
    this.opened = null;
    if (this.areOfAnother(provenance)) this.#forget(this.book.emptied());
    await this.#recall();
    if (!this.book.reopen()) return;
    this.#read = new Set();
    this.#live.clear();
    this.redraw();
  }

  /** An answer of the engine: it is taken up soon, a few at a time, so that the page stays awake. */
  protected hear(answer: RolloutAnswer): void {
    this.#heard.push(answer);
    this.#folding ??= this.#foldAll();
  }

  /** Resolves when all that was heard is stored and shown. */
  protected async allFolded(): Promise<void> {
    await this.#folding;
    this.redraw();
  }

  /** Takes over what was scored, and keeps it. */
  protected async takeFailures(failures: readonly OwnFailure[]): Promise<void> {
    await this.store.putFailures(this.failures.take(failures));
    this.storageFault = this.store.storageFault;
    this.#redrawSoon(REDRAW_SCORES_EVERY_MS);
  }

  /** The statistics of all rollouts that are shown, with the final number of draws. */
  protected settleReading(): Promise<void> {
    return this.#live.settle();
  }

  /** Shows how everything stands now. */
  protected redraw(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.rollouts = this.book.rollouts();
    const { scored, unscored } = this.failures.among(this.rollouts);
    // What is drawn of them is drawn anew only when there are others.
    if (!isSame(scored, this.onPolicy)) this.onPolicy = scored;
    this.unscored = unscored;
    const { done, expected } = stepsOf(this.rollouts);
    this.stepsDone = done;
    this.stepsExpected = expected;
    const fresh = this.rollouts.flatMap(({ trace }) =>
      trace === null || this.#read.has(trace.trace_key) ? [] : [trace],
    );
    for (const { trace_key: key } of fresh) this.#read.add(key);
    this.#live.add(fresh);
    this.log.reached(this.endedCount);
  }

  protected get endedCount(): number {
    return this.rollouts.filter(({ state }) => state.stopReason !== null).length;
  }

  #redrawSoon(waitMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.redraw();
    }, waitMs);
  }

  async #foldAll(): Promise<void> {
    const breath = new PageBreath();
    while (this.#heard.length > 0) {
      const changed = new Map<string, StoredAnswers>();
      let taken = 0;
      do {
        const answer = this.#heard[taken];
        taken += 1;
        for (const id of answer?.ids ?? []) {
          const stored = answer === undefined ? null : this.book.take(id, answer.event);
          if (stored !== null && answer !== undefined && isKept(answer.event)) changed.set(id, stored);
        }
      } while (taken < this.#heard.length && !breath.due);
      this.#heard.splice(0, taken);
      await this.store.putAnswers([...changed.values()]);
      this.storageFault = this.store.storageFault;
      this.#redrawSoon(REDRAW_EVERY_MS);
      await breath.take();
    }
    this.#folding = null;
  }

  /** Other rollouts are asked for. Those of the book before stay, if they are of the checkpoint that is chosen. */
  #planAnew(before: RolloutBook | null = null): Promise<void> {
    const planned = this.taskSet === null ? [] : plannedRollouts(this.taskSet, this.choice);
    const by = this.provenance === null ? null : scorerText(this.provenance);
    this.#forget(new RolloutBook(planned, by === this.#writtenBy ? before : null));
    this.progress = null;
    this.secondsLeft = null;
    this.refusals = [];
    this.notResumed = null;
    this.opened = null;
    this.status = { kind: 'idle' };
    return this.#recall();
  }

  #forget(book: RolloutBook): void {
    this.#generation += 1;
    this.book = book;
    this.#writtenBy = null;
    this.#read = new Set();
    this.#live.clear();
    this.redraw();
  }

  /** Finds what is stored of these rollouts; nothing while nobody knows of which checkpoint they shall be. */
  async #recall(): Promise<void> {
    const { provenance, taskSet, book } = this;
    const generation = this.#generation;
    if (provenance === null || taskSet === null) return;
    this.#writtenBy = scorerText(provenance);
    await book.name(sourceOf(provenance, taskSet));
    const keys = book.keys();
    await book.recall(await this.store.answersOf(keys));
    const failures = await this.store.failuresOf(keys);
    if (generation !== this.#generation) return;
    this.failures.take([...failures.values()].flat());
    this.redraw();
    if (!this.busy) await this.settleReading();
  }
}

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((element, at) => element === other[at]);

/** An end that the engine's fault or the user made is no answer of the model. */
const isKept = (event: EpisodeEvent): boolean =>
  event.kind === 'turn' || event.why === 'everything_banned' || event.why === 'window_full';

function stepsOf(rollouts: readonly LiveRollout[]): { readonly done: number; readonly expected: number } {
  const done = rollouts.reduce((sum, { state }) => sum + state.steps.length, 0);
  const ended = rollouts.filter(({ state }) => state.stopReason !== null);
  const ofEnded = ended.reduce((sum, { state }) => sum + state.steps.length, 0);
  const expected = rollouts.reduce((sum, { state }) => {
    const { steps, stopReason, setting } = state;
    if (stopReason !== null) return sum + steps.length;
    const usual = ended.length === 0 ? setting.mostSteps : ofEnded / ended.length;
    return sum + Math.max(steps.length, usual);
  }, 0);
  return { done, expected: Math.round(expected) };
}
