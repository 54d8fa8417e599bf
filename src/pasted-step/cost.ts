import type { Asking } from './asking.ts';
import type { Message } from '../transcript/index.ts';

/**
 * Characters to read for all of it: what contexts begin alike with is read once, and once more for the turns, which are
 * written after the scores; a call is read again in every context and for everything that is hidden.
 */
export const charactersAsked = ({ scores, turns }: Asking): number =>
  distinctCharacters(scores.map(({ context }) => context)) +
  distinctCharacters(turns.map(({ context }) => context)) +
  scores.reduce((sum, { candidate }) => sum + candidate.length, 0);

/** Beginnings of contexts, message by message. */
type Beginnings = Map<string, Beginnings>;

function distinctCharacters(contexts: readonly (readonly Message[])[]): number {
  const root: Beginnings = new Map();
  let characters = 0;
  for (const context of new Set(contexts)) {
    let here = root;
    for (const { role, content } of context) {
      const message = `${role} ${content}`;
      let next = here.get(message);
      if (next === undefined) {
        characters += content.length;
        next = new Map();
        here.set(message, next);
      }
      here = next;
    }
  }
  return characters;
}
