import type { StopReason } from '../records/index.ts';
import { isReached, type AgentTask, type World } from '../toolshed/index.ts';
import { takeStep, type EpisodeStep, type ModelTurn } from './episode-step.ts';
import type { Harness } from './harness.ts';
import { asksTheSame, turnRequest, type EpisodeSetting, type TurnRequest } from './turn-request.ts';

/** One rollout, at any moment of it. */
export interface EpisodeState {
  readonly task: AgentTask;
  readonly setting: EpisodeSetting;
  readonly world: World;
  readonly steps: readonly EpisodeStep[];
  /** Null while it goes on. */
  readonly stopReason: StopReason | null;
}

export type EpisodeEvent =
  | { readonly kind: 'turn'; readonly turn: ModelTurn }
  | {
      readonly kind: 'no-turn';
      readonly why: Exclude<StopReason, 'solved' | 'finish_called' | 'step_limit'>;
    };

/** What the episode asks for next; null: it has ended. */
export type Wish = TurnRequest | null;

export interface Advance {
  readonly state: EpisodeState;
  readonly wish: Wish;
}

/** Before anything was written. */
export const beginningOf = (task: AgentTask, setting: EpisodeSetting): EpisodeState => ({
  task,
  setting,
  world: task.world,
  steps: [],
  stopReason: null,
});

export const startEpisode = (task: AgentTask, setting: EpisodeSetting): Advance =>
  wishing(beginningOf(task, setting));

/** Takes what came of the last wish. After the end nothing changes any more. */
export function advance(state: EpisodeState, event: EpisodeEvent): Advance {
  if (state.stopReason !== null) return { state, wish: null };
  if (event.kind === 'no-turn') return wishing({ ...state, stopReason: event.why });
  return wishing(repeated(stepped(state, event.turn, false)));
}

/**
 * The same beginning under another harness: harnesses show the same until the first failure has happened, so its steps
 * are computed once. Null where this one has been shown more than that, or begins with other messages.
 */
export function underHarness(state: EpisodeState, harness: Harness): Advance | null {
  const failedAt = state.steps.findIndex(({ outcome }) => !outcome.ok);
  const isShared = failedAt === -1 || failedAt === state.steps.length - 1;
  if (!isShared || openingOf(state.setting.harness) !== openingOf(harness)) return null;
  const moved = { ...state, setting: { ...state.setting, harness } };
  return wishing(moved.stopReason === null ? repeated(moved) : moved);
}

/** Harnesses of one opening show the same until the first failure. */
export const openingOf = ({ instruction, wording }: Harness): string =>
  instruction === 'from-the-start' ? wording.instruction : '';

/**
 * Whether every turn after a failure is the failed one again, by arithmetic and not by behaviour: the failure leaves no
 * trace in what the model reads, and the likeliest turn of the same context is the same (measurement §8.5).
 */
export const repeatsByConstruction = ({
  harness,
  temperature,
}: Pick<EpisodeSetting, 'harness' | 'temperature'>): boolean =>
  harness.presentation === 'none' && harness.ban === 'none' && temperature === 0;

/** Greedy turns that must be the last one again are not asked for. */
function repeated(state: EpisodeState): EpisodeState {
  let now = state;
  for (;;) {
    const last = now.steps.at(-1);
    // A step that worked is always shown.
    if (last === undefined || last.outcome.ok) return now;
    if (now.stopReason !== null || now.setting.temperature !== 0) return now;
    const before = turnRequest(now.task, now.setting, now.steps.slice(0, -1));
    if (!asksTheSame(before, turnRequest(now.task, now.setting, now.steps))) return now;
    now = stepped(now, last.turn, true);
  }
}

/** Solved is tested after every step, and before finish() is looked at (measurement §6.2). */
function stepped(state: EpisodeState, turn: ModelTurn, isByConstruction: boolean): EpisodeState {
  const { task, setting } = state;
  const { step, world } = takeStep(state.world, turn, task.edition, isByConstruction);
  const steps = [...state.steps, step];
  const next = { ...state, world, steps };
  if (isReached(task.requirements, world)) return { ...next, stopReason: 'solved' };
  if (step.outcome.ok && step.outcome.finished) return { ...next, stopReason: 'finish_called' };
  return steps.length >= setting.mostSteps ? { ...next, stopReason: 'step_limit' } : next;
}

const wishing = (state: EpisodeState): Advance => ({
  state,
  wish: state.stopReason === null ? turnRequest(state.task, state.setting, state.steps) : null,
});
