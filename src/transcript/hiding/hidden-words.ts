import { readHiddenName } from '../../records/index.ts';
import type { Part, TextRange } from '../message.ts';
import { partsNamed, textOfPart, type Transcript } from '../transcript.ts';
import { wordsOf, type Word } from './words.ts';

/** A word of a part or of a message, and a control as long as it: see src/records/hidden-name.ts. */
export type WordName = `${string}:${number}-${number}`;
export type ControlName = `control:${WordName}`;

/** A word that can be hidden, by its name. */
export interface PlacedWord extends Omit<Word, 'gap'> {
  /** What parts it from the word before: 'message', another message. */
  readonly gap: Word['gap'] | 'message';
  readonly name: WordName;
}

const WHOLE_MESSAGE = /^message-(\d+)$/;

/** The stretch in which a word is counted; null where the transcript has it not, or more than once. */
export function placeNamed(transcript: Transcript, place: string): TextRange | null {
  const number = WHOLE_MESSAGE.exec(place)?.[1];
  if (number === undefined) {
    const parts = partsNamed(transcript, place);
    return parts.length === 1 ? (parts[0] ?? null) : null;
  }
  const content = transcript.messages[Number(number)]?.content;
  return content === undefined ? null : { message: Number(number), start: 0, end: content.length };
}

/** The words of these places, in reading order; a place that the transcript has not, or more than once, has none. */
export function placedWords(transcript: Transcript, places: readonly string[]): readonly PlacedWord[] {
  return places.flatMap((place, index) => {
    const range = placeNamed(transcript, place);
    const message = range === null ? undefined : transcript.messages[range.message];
    if (range === null || message === undefined) return [];
    const form = message.role === 'assistant' ? 'call' : 'prose';
    return wordsOf(message.content.slice(range.start, range.end), form).map((word, at): PlacedWord => ({
      ...word,
      gap: at === 0 && index > 0 ? 'message' : word.gap,
      name: `${place}:${word.start}-${word.end}`,
    }));
  });
}

/**
 * The stretches that the name of a word, or of a control as long as one, hides. `controlAsLongAs` says where the control
 * lies. Null: the transcript has no such place, or the place no such word.
 */
export function wordHidden(
  transcript: Transcript,
  name: string,
  controlAsLongAs: (range: TextRange) => readonly Part[] | null,
): readonly Part[] | null {
  const read = readHiddenName(name);
  if (read === null || read.kind === 'part') return null;
  const place = placeNamed(transcript, read.place);
  if (place === null || read.end > place.end - place.start) return null;
  const { message } = place;
  const range = { message, start: place.start + read.start, end: place.start + read.end };
  if (read.kind === 'control') return controlAsLongAs(range);
  const word: Part = { name: '', ...range, outsideHead: true };
  return [{ ...word, name: textOfPart(transcript, word) }];
}
