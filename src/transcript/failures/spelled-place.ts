import type { PastedTranscript } from '../formats/normal-form.ts';
import type { FailedPlace } from './failed-call.ts';

/** A place with what makes two calls the same, and with its text to the letter. */
export interface SpelledPlace extends FailedPlace {
  readonly key: string;
  readonly written: string;
  /** Null: free text, or a reply without a call. */
  readonly tool: string | null;
}

/** The call, or the whole reply, at a place; null where there is none. */
export function spelledAt({ turns }: PastedTranscript, { turn, ordinal }: FailedPlace): SpelledPlace | null {
  const said = turns[turn];
  if (said === undefined) return null;
  if (ordinal === null)
    return { turn, ordinal, key: `reply ${said.text.trim()}`, written: said.text, tool: null };
  const call = said.calls[ordinal];
  if (call === undefined) return null;
  return { turn, ordinal, key: call.key, written: call.text ?? call.rawArgs, tool: call.name };
}

/** Every call of an assistant turn; where it has none, its reply. */
export function placesOf(transcript: PastedTranscript, turn: number): readonly SpelledPlace[] {
  const said = transcript.turns[turn];
  if (said?.role !== 'assistant') return [];
  const ordinals = said.calls.length === 0 ? [null] : said.calls.map((_, ordinal) => ordinal);
  return ordinals.flatMap((ordinal) => spelledAt(transcript, { turn, ordinal }) ?? []);
}

export const placeKey = ({ turn, ordinal }: FailedPlace): string => `${turn}.${ordinal ?? 'reply'}`;
