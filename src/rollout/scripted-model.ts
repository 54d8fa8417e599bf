import { isBannedTurn } from './ban.ts';
import { advance, startEpisode, type Advance, type EpisodeEvent, type EpisodeState } from './episode.ts';
import type { EpisodeSetting, TurnRequest } from './turn-request.ts';
import { harnessNamed, type HarnessName } from './harness.ts';
import { USUAL_LIMITS } from './turn-request.ts';
import { PAPER_WORDING } from '../transcript/index.ts';
import type { AgentTask } from '../toolshed/index.ts';

/**
 * For tests: what the model would write, best first, given what it reads and how many turns it has written. A character
 * is a token. Texts that a ban stops are passed over and counted; a text longer than the limit is cut.
 */
export type Script = (request: TurnRequest, turnsBefore: number) => readonly string[];

interface ScriptedOptions {
  readonly windowTokens?: number;
}

/** The answer of the scripted model to one wish. */
export function answer(
  script: Script,
  request: TurnRequest,
  turnsBefore: number,
  { windowTokens = Number.POSITIVE_INFINITY }: ScriptedOptions = {},
): EpisodeEvent {
  const contextTokens = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  if (contextTokens > windowTokens) return { kind: 'no-turn', why: 'window_full' };
  const choices = script(request, turnsBefore);
  const stopped = choices.findIndex((text) => !isBannedTurn(request.ban, text));
  const chosen = choices[stopped];
  if (chosen === undefined) return { kind: 'no-turn', why: 'everything_banned' };
  const isCut = chosen.length >= request.maximumTokens;
  const text = chosen.slice(0, request.maximumTokens);
  return {
    kind: 'turn',
    turn: {
      text,
      tokenIds: [...text].map((character) => character.codePointAt(0) ?? 0),
      contextTokens,
      endedBy: isCut ? 'token-limit' : text.endsWith('\n') ? 'stop-when' : 'stop-token',
      // Every ban that applies is asked about once more at the end of the turn that passes.
      maskApplications: stopped === 0 ? 0 : stopped + 1,
      interventions: stopped,
      ties: 0,
      elapsedMs: 10,
    },
  };
}

/** Runs an episode to its end, and says how often the model was asked. */
export function runScripted(
  task: AgentTask,
  setting: EpisodeSetting,
  script: Script,
  options: ScriptedOptions = {},
): { readonly state: EpisodeState; readonly requests: readonly TurnRequest[] } {
  return continued(startEpisode(task, setting), script, options);
}

/** The same from any moment on. */
export function continued(
  from: Advance,
  script: Script,
  options: ScriptedOptions = {},
): { readonly state: EpisodeState; readonly requests: readonly TurnRequest[] } {
  const requests: TurnRequest[] = [];
  let now = from;
  while (now.wish !== null) {
    requests.push(now.wish);
    now = advance(now.state, answer(script, now.wish, now.state.steps.length, options));
  }
  return { state: now.state, requests };
}

/** Usual limits, greedy, the paper's texts. */
export const settingOf = (name: HarnessName, changed: Partial<EpisodeSetting> = {}): EpisodeSetting => ({
  ...USUAL_LIMITS,
  mostTokens: 400,
  seed: 0,
  harness: harnessNamed(name, PAPER_WORDING),
  ...changed,
});
