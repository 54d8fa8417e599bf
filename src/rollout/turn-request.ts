import { sha256OfText } from '../records/index.ts';
import { presentedTranscript, PRESENTATIONS, type Message } from '../transcript/index.ts';
import type { AgentTask } from '../toolshed/index.ts';
import { banOn, NO_BAN, type Ban } from './ban.ts';
import { pastOf, type EpisodeStep } from './episode-step.ts';
import type { Harness } from './harness.ts';

/** How an episode is run, besides its task. */
export interface EpisodeSetting {
  readonly harness: Harness;
  /** At least 1. */
  readonly mostSteps: number;
  /** Of one turn; at least 1. */
  readonly mostTokens: number;
  /** 0: the likeliest token, always. */
  readonly temperature: number;
  /** Share of probability that sampling draws from; 1: all of it. */
  readonly topP: number;
  /** Of the rollout; each of its turns has a seed made from it. */
  readonly seed: number;
  /** Whether the task's example of a reply stands after its system prompt. */
  readonly demonstration: boolean;
}

/** The study's: six steps, 32 tokens a turn, greedy (measurement §6.1). Its limit cuts some calls short; ours is in use. */
export const PUBLISHED_LIMITS = {
  mostSteps: 6,
  mostTokens: 32,
  temperature: 0,
  topP: 1,
  demonstration: true,
} as const;

/** As the study's, with room for the longest right call of the task sets twice over. */
export const USUAL_LIMITS = { ...PUBLISHED_LIMITS, mostTokens: 96 } as const;

/** What the model is asked for at one step: plain data. The turn ends at a stop token or where `isTurnOver`. */
export interface TurnRequest {
  readonly messages: readonly Message[];
  readonly maximumTokens: number;
  readonly ban: Ban;
  readonly sampling: { readonly temperature: number; readonly topP: number; readonly seed: number };
}

/** The request for the turn that follows on the steps; so the context of any step of a trace can be shown again. */
export function turnRequest(
  task: AgentTask,
  setting: EpisodeSetting,
  steps: readonly EpisodeStep[],
): TurnRequest {
  const { harness, mostTokens, temperature, topP, seed, demonstration } = setting;
  const transcript = presentedTranscript(
    {
      systemPrompt: demonstration ? task.system_prompt + task.demonstration : task.system_prompt,
      documentation: null,
      goal: task.goal,
    },
    pastOf(steps),
    PRESENTATIONS[harness.presentation],
    harness.wording,
  );
  // ownHarness() lets no presentation through that needs a text which steps lack.
  if (transcript === null) throw new Error(`${harness.name} cannot show a step`);
  return {
    messages: transcript.messages,
    maximumTokens: mostTokens,
    ban: harness.ban === 'none' ? NO_BAN : banOn(failedActions(steps), harness.ban),
    sampling: { temperature, topP, seed: turnSeed(seed, task.task_id, steps.length) },
  };
}

/** Actions that have failed and were the model's own: what a limit cut off is not. */
const failedActions = (steps: readonly EpisodeStep[]): readonly string[] =>
  steps.filter(({ outcome, isCut }) => !outcome.ok && !isCut).map(({ action }) => action);

/**
 * 32 bits for the generator of one turn. They hang on rollout seed, task and step alone: a rollout that is resumed draws
 * what it would have drawn, and harnesses draw alike while they show the same.
 */
const turnSeed = (seed: number, taskId: string, step: number): number =>
  Number.parseInt(sha256OfText(`${seed}:${taskId}:${step}`).slice(0, 8), 16);

/** The same messages under the same ban; the rest of a request does not change within an episode, but for the seed. */
export const asksTheSame = (one: TurnRequest, other: TurnRequest): boolean =>
  JSON.stringify([one.messages, one.ban]) === JSON.stringify([other.messages, other.ban]);
