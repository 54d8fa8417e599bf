import type { StepFit } from '../../../lab/index.ts';
import type { CutSettings } from '../../../transcript/index.ts';
import { grouped } from '../../parts/amounts.ts';

/** How much of the log the checkpoint is shown: never silent. */
export function keptWords({ keptTokens, allTokens, isAllReckoned, windowTokens }: StepFit): string {
  const window = `this checkpoint reads up to ${grouped(windowTokens)} at once`;
  if (keptTokens === allTokens) return `All ${grouped(allTokens)} tokens are kept; ${window}.`;
  const more =
    allTokens <= windowTokens ? ' All of it would fit; less is proposed so that a first look is quick.' : '';
  return `Kept ${grouped(keptTokens)} of ${isAllReckoned ? 'about ' : ''}${grouped(allTokens)} tokens; ${window}.${more}`;
}

/** What a cut keeps, part by part. */
export function cutWords({ lastMessages, system, mostCharacters }: CutSettings): string {
  const messages =
    lastMessages === null
      ? 'every message before the step'
      : `the goal and the last ${lastMessages === 1 ? 'message' : `${lastMessages} messages`} before the step`;
  const prompt =
    system === 'whole'
      ? 'the whole system prompt'
      : 'of the system prompt its beginning and what it says of the tool that failed';
  const longest =
    mostCharacters === null
      ? 'no message shortened'
      : `messages of more than ${grouped(mostCharacters)} characters without their middles`;
  return `Kept: ${prompt}; ${messages}; ${longest}.`;
}

/** Longest messages that are offered, in characters; null: none is shortened. */
export const LONGEST_MESSAGES = [null, 4000, 2000, 1000, 500] as const;
