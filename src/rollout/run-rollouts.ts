import { ok, sha256OfText, type Result } from '../records/index.ts';
import type { AgentTask } from '../toolshed/index.ts';
import { advance, startEpisode, type Advance, type EpisodeEvent } from './episode.ts';
import type { EpisodeSetting, TurnRequest } from './turn-request.ts';

/** One rollout of a job. */
export interface RolloutRequest {
  /** Its trace key. */
  readonly id: string;
  /** The same object for all requests of a task, so that it is copied once. */
  readonly task: AgentTask;
  readonly setting: EpisodeSetting;
  /** What was answered in an earlier run: taken over, not asked again. */
  readonly answersBefore: readonly EpisodeEvent[];
}

/** What came of one wish. Rollouts that wished for the same get the same answer. */
export interface RolloutAnswer {
  readonly ids: readonly string[];
  readonly event: EpisodeEvent;
}

/** Whoever writes turns: an engine, or a script. */
export interface TurnWriter {
  /** Puts a wish in line; those of a lower rank go first. May be called while an event is heard. */
  add(id: string, wish: TurnRequest, rank: number): void;
  /** Writes until nothing is left. Every wish is answered once, unless it was cancelled or failed before. */
  run(onEvent: (id: string, event: EpisodeEvent) => void): Promise<Result<'finished' | 'cancelled'>>;
}

interface Rollout {
  readonly id: string;
  /** Place of its task among the tasks of the job. */
  readonly rank: number;
  now: Advance;
}

/**
 * Runs rollouts to their ends. What two of them wish for alike is asked once, so harnesses share all their steps up to
 * the first failure, and a rollout that is taken up again or added later finds what is known already. The answers are
 * all there is to keep: whoever has them, task and setting has the whole episode.
 */
export async function runRollouts(
  requests: readonly RolloutRequest[],
  writer: TurnWriter,
  onAnswer: (answer: RolloutAnswer) => void,
): Promise<Result<'finished' | 'cancelled'>> {
  /** By what was wished for. */
  const known = new Map<string, EpisodeEvent>();
  const waiting = new Map<string, Rollout[]>();

  /** Takes over what is known, and asks for the first thing that is not. */
  const proceed = (rollout: Rollout): void => {
    for (let { wish } = rollout.now; wish !== null; wish = rollout.now.wish) {
      const key = wishKey(wish);
      const event = known.get(key);
      if (event === undefined) {
        const others = waiting.get(key);
        if (others !== undefined) others.push(rollout);
        else {
          waiting.set(key, [rollout]);
          writer.add(key, wish, rollout.rank);
        }
        return;
      }
      onAnswer({ ids: [rollout.id], event });
      rollout.now = advance(rollout.now.state, event);
    }
  };

  for (const rollout of replayed(requests, known)) proceed(rollout);
  const run = await writer.run((key, event) => {
    const rollouts = waiting.get(key) ?? [];
    waiting.delete(key);
    known.set(key, event);
    onAnswer({ ids: rollouts.map(({ id }) => id), event });
    for (const rollout of rollouts) rollout.now = advance(rollout.now.state, event);
    for (const rollout of rollouts) proceed(rollout);
  });
  return run.ok ? ok(run.value) : run;
}

/** Every rollout where its own answers leave it; they become known to the others. */
function replayed(requests: readonly RolloutRequest[], known: Map<string, EpisodeEvent>): Rollout[] {
  const ranks = new Map<string, number>();
  return requests.map(({ id, task, setting, answersBefore }) => {
    const rank = ranks.get(task.task_id) ?? ranks.size;
    ranks.set(task.task_id, rank);
    let now = startEpisode(task, setting);
    for (const event of answersBefore) {
      if (now.wish === null) break;
      known.set(wishKey(now.wish), event);
      now = advance(now.state, event);
    }
    return { id, rank, now };
  });
}

/** Equal for wishes whose answers must be equal: where the likeliest is taken, nothing is drawn from a seed. */
function wishKey({ messages, maximumTokens, ban, sampling }: TurnRequest): string {
  return sha256OfText(
    JSON.stringify([
      messages,
      maximumTokens,
      ban.calls.length === 0 ? null : ban,
      sampling.temperature === 0 ? null : sampling,
    ]),
  );
}
