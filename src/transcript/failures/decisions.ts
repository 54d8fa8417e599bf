import type { PastedTranscript } from '../formats/normal-form.ts';
import { placesOf, type SpelledPlace } from './spelled-place.ts';

/** What the agent wrote at one go: neighbouring assistant turns, with nothing to read between them. */
export interface Decision {
  readonly firstTurn: number;
  /** Its calls; a decision without any has its replies. */
  readonly places: readonly SpelledPlace[];
  /** A person spoke just before, so that the agent did not decide on the results alone. */
  readonly isAfterUser: boolean;
}

/** The decisions of a log, in order. */
export function decisionsOf(transcript: PastedTranscript): readonly Decision[] {
  const decisions: { firstTurn: number; places: SpelledPlace[]; isAfterUser: boolean }[] = [];
  let isAfterUser = false;
  let isOpen = false;
  for (const { index, role, flag } of transcript.turns) {
    if (role !== 'assistant') {
      isOpen = false;
      isAfterUser ||= role === 'user' && flag === null;
      continue;
    }
    const last = decisions.at(-1);
    const places = placesOf(transcript, index);
    if (isOpen && last !== undefined) last.places.push(...places);
    else decisions.push({ firstTurn: index, places: [...places], isAfterUser });
    isOpen = true;
    isAfterUser = false;
  }
  return decisions.map((decision) => ({
    ...decision,
    places: hasCall(decision) ? decision.places.filter(isCall) : decision.places,
  }));
}

const isCall = ({ ordinal }: SpelledPlace): boolean => ordinal !== null;

/** Whether anything was called. */
export const hasCall = ({ places }: Pick<Decision, 'places'>): boolean => places.some(isCall);

/** The first decision made after a turn was read; null where the log ends before. */
export function decisionAfter(decisions: readonly Decision[], turn: number): Decision | null {
  let low = 0;
  let high = decisions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((decisions[middle]?.firstTurn ?? 0) <= turn) low = middle + 1;
    else high = middle;
  }
  return decisions[low] ?? null;
}
