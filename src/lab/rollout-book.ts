import type { Provenance, TraceRow } from '../records/index.ts';
import {
  advance,
  beginningOf,
  traceKey,
  traceOfEpisode,
  type EpisodeEvent,
  type EpisodeState,
  type RolloutRequest,
  type TraceSource,
} from '../rollout/index.ts';
import type { AgentTask } from '../toolshed/index.ts';
import { PageBreath } from './page-breath.ts';
import type { PlannedRollout } from './rollout-choice.ts';
import type { StoredAnswers } from './rollout-store.ts';
import type { TaskSet } from './task-sets.ts';

/** One rollout of the run, at this moment. */
export interface LiveRollout {
  /** Within the run: task, harness and seed. */
  readonly key: string;
  /** Under which it is stored; null before a checkpoint is known. */
  readonly traceKey: string | null;
  readonly task: AgentTask;
  readonly harness: string;
  readonly seed: number;
  readonly state: EpisodeState;
  /** Null until it has ended. */
  readonly trace: TraceRow | null;
}

/** Who writes the rollouts of a run, and on which tasks. */
export const sourceOf = (
  provenance: Provenance,
  { name, sha256 }: Pick<TaskSet, 'name' | 'sha256'>,
): TraceSource => ({
  model: provenance.checkpointName,
  modelParameters: provenance.parameters,
  scorer: provenance,
  taskSet: { name, sha256 },
});

interface Entry {
  live: LiveRollout;
  answers: EpisodeEvent[];
}

/** Another machine, or the same one on another day, may go on where one of these ended a rollout. */
const mayGoOn = ({ stopReason }: EpisodeState): boolean =>
  stopReason === 'window_full' || stopReason === 'engine_fault' || stopReason === 'cancelled';

/**
 * The rollouts of a run: what was answered in each, and how it stands. The reducer of src/rollout makes the one from the
 * other, so answers are all that is kept.
 */
export class RolloutBook {
  readonly #entries: readonly Entry[];
  readonly #entryOf = new Map<string, Entry>();
  #source: TraceSource | null = null;

  /** `before`: a book of which the same rollouts are taken over with what was answered in them. */
  constructor(planned: readonly PlannedRollout[], before: RolloutBook | null = null) {
    const known = new Map((before === null ? [] : before.#entries).map((entry) => [entry.live.key, entry]));
    if (before !== null) this.#source = before.#source;
    this.#entries = planned.map(({ task, setting }) => {
      const { seed, harness } = setting;
      const key = [task.task_id, harness.name, seed].join(' ');
      const same = known.get(key);
      if (same?.live.task === task && JSON.stringify(same.live.state.setting) === JSON.stringify(setting))
        return same;
      const state = beginningOf(task, setting);
      const live = { key, traceKey: null, task, harness: harness.name, seed, state, trace: null };
      return { live, answers: [] };
    });
    for (const entry of this.#entries)
      if (entry.live.traceKey !== null) this.#entryOf.set(entry.live.traceKey, entry);
  }

  /** In the order in which they were planned. */
  rollouts(): readonly LiveRollout[] {
    return this.#entries.map(({ live }) => live);
  }

  /** The same without any answer, as others may write them. */
  emptied(): RolloutBook {
    return new RolloutBook(
      this.#entries.map(({ live }) => ({ task: live.task, setting: live.state.setting })),
    );
  }

  /** Keys of all of them; empty before it was said who writes. */
  keys(): readonly string[] {
    return [...this.#entryOf.keys()];
  }

  /**
   * What is left to write. Ended rollouts of a task that is not done come with it: one that was added later, of another
   * harness, takes over what they share.
   */
  requests(): readonly RolloutRequest[] {
    const open = new Set(
      this.#entries.flatMap(({ live }) => (live.state.stopReason === null ? [live.task] : [])),
    );
    return this.#entries.flatMap(({ live, answers }) =>
      live.traceKey !== null && open.has(live.task)
        ? [{ id: live.traceKey, task: live.task, setting: live.state.setting, answersBefore: answers }]
        : [],
    );
  }

  /** Says who writes: from now on rollouts have their keys. The page has its turn in between. */
  async name(source: TraceSource): Promise<void> {
    this.#source = source;
    const breath = new PageBreath();
    for (const entry of this.#entries) {
      const { live } = entry;
      if (live.traceKey !== null) continue;
      const key = traceKey(source.scorer, live.task, live.state.setting);
      entry.live = { ...live, traceKey: key };
      this.#entryOf.set(key, entry);
      if (breath.due) await breath.take();
    }
  }

  /** Rollouts that ended for want of room or by a fault are open again, with the turns they had. Whether there were any. */
  reopen(): boolean {
    const closed = this.#entries.filter(({ live }) => mayGoOn(live.state));
    for (const entry of closed) {
      const { live } = entry;
      entry.answers = entry.answers.filter(({ kind }) => kind === 'turn');
      const state = entry.answers.reduce(
        (before, event) => advance(before, event).state,
        beginningOf(live.task, live.state.setting),
      );
      entry.live = { ...live, state, trace: null };
    }
    return closed.length > 0;
  }

  /** Every answer of a rollout so far. */
  answersOf(key: string): readonly EpisodeEvent[] {
    return this.#entryOf.get(key)?.answers ?? [];
  }

  /** Null until it has ended. */
  traceOf(key: string): TraceRow | null {
    return this.#entryOf.get(key)?.live.trace ?? null;
  }

  /** Takes one more answer. Null where it changes nothing: the rollout has ended, or is not of this book. */
  take(key: string, event: EpisodeEvent): StoredAnswers | null {
    const entry = this.#entryOf.get(key);
    if (entry === undefined || entry.live.state.stopReason !== null) return null;
    const { state } = advance(entry.live.state, event);
    entry.answers.push(event);
    const trace = this.#source === null ? null : traceOfEpisode(state, this.#source);
    entry.live = { ...entry.live, state, trace };
    return { traceKey: key, answers: [...entry.answers] };
  }

  /** Takes what was answered earlier, where the rollout is not that far; the page has its turn in between. */
  async recall(answers: ReadonlyMap<string, readonly EpisodeEvent[]>): Promise<void> {
    const breath = new PageBreath();
    for (const [key, known] of answers) {
      // Asked anew after every breath: another recall may have come this far meanwhile.
      for (;;) {
        const event = known[this.answersOf(key).length];
        if (event === undefined || this.take(key, event) === null) break;
        if (breath.due) await breath.take();
      }
    }
  }
}
