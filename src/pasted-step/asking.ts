import type { ScoreRequest } from '../engine/index.ts';
import { sha256OfText } from '../records/index.ts';
import type { Message, Part } from '../transcript/index.ts';
import type { ScoredCall } from './scored-call.ts';
import type { TurnToWrite, WrittenText } from './turn-to-write.ts';

/** What is to be asked of a checkpoint. */
export interface Asking {
  readonly scores: readonly ScoreRequest[];
  readonly turns: readonly TurnToWrite[];
}

/**
 * What a checkpoint has answered, by the ids of what it was asked. An id is made of the content, so the same question
 * has the same answer whatever part or edited step it belongs to.
 */
export interface Answers {
  readonly scores: ReadonlyMap<string, ScoredCall>;
  readonly turns: ReadonlyMap<string, WrittenText>;
}

export const NOTHING_ASKED: Asking = { scores: [], turns: [] };

/** A call in a context. */
export function scoreOf(
  context: readonly Message[],
  candidate: string,
  hidden: readonly Part[] = [],
): ScoreRequest {
  const stretches = hidden.map(({ message, start, end, sameTokensAs, outsideHead, butHead }) => [
    message,
    start,
    end,
    sameTokensAs ?? null,
    outsideHead ?? false,
    butHead ?? false,
  ]);
  return {
    id: `${keyOf(context)} ${sha256OfText(JSON.stringify([candidate, stretches]))}`,
    // One step is one task: what its contexts have in common is computed once.
    task: 'step',
    template: 'step',
    context,
    candidate,
    scoreEndOfTurn: false,
    hidden,
  };
}

/** A turn after a context. */
export function turnOf(
  context: readonly Message[],
  { maximumTokens, sampling, until }: Pick<TurnToWrite, 'maximumTokens' | 'sampling' | 'until'>,
): TurnToWrite {
  const how = sampling === null ? 'greedy' : [sampling.temperature, sampling.topP, sampling.seed].join(' ');
  return {
    id: `${keyOf(context)} ${how} ${maximumTokens} ${until}`,
    context,
    maximumTokens,
    sampling,
    until,
  };
}

/** Several askings as one, each question once. */
export function together(...askings: readonly Asking[]): Asking {
  return {
    scores: once(askings.flatMap(({ scores }) => scores)),
    turns: once(askings.flatMap(({ turns }) => turns)),
  };
}

/** What of it is not answered yet. */
export function unanswered({ scores, turns }: Asking, answers: Answers): Asking {
  return {
    scores: scores.filter(({ id }) => !answers.scores.has(id)),
    turns: turns.filter(({ id }) => !answers.turns.has(id)),
  };
}

const once = <T extends { readonly id: string }>(all: readonly T[]): readonly T[] => [
  ...new Map(all.map((one) => [one.id, one])).values(),
];

/** By identity: many questions share a list of messages. */
const contextKeys = new WeakMap<readonly Message[], string>();

function keyOf(context: readonly Message[]): string {
  const known = contextKeys.get(context);
  if (known !== undefined) return known;
  const key = sha256OfText(JSON.stringify(context.map(({ role, content }) => [role, content])));
  contextKeys.set(context, key);
  return key;
}
