import { readHiddenName } from '../records/index.ts';
import { partsNamed, textOfPart, type Part, type TextRange, type Transcript } from '../transcript/index.ts';

/** What can be hidden from the positions that write the call, in the order of the page. */
export const HIDEABLE = ['call', 'error', 'goal', 'documentation', 'control'] as const;
export type HideableName = (typeof HIDEABLE)[number];

/** A word of a part or of a message, and a control as long as it: see src/records/hidden-name.ts. */
export type WordName = `${string}:${number}-${number}`;
export type ControlName = `control:${WordName}`;

/** What is hidden, as rows name it. */
export type HiddenName = HideableName | WordName | ControlName;

/** Whether a row's text is the name of something that is hidden; whether a transcript has it, partsHidden says. */
export function isHiddenName(text: string): text is HiddenName {
  const read = readHiddenName(text);
  return read !== null && (read.kind !== 'part' || (HIDEABLE as readonly string[]).includes(read.part));
}

/**
 * The stretches of the transcript that a name hides, for whoever turns them into tokens. Null: the transcript has no
 * such part (no documentation, hence no place for a control), or the part no such place.
 */
export function partsHidden(transcript: Transcript, name: HiddenName): readonly Part[] | null {
  const read = readHiddenName(name);
  if (read === null) return null;
  if (read.kind === 'part') {
    if (read.part === 'control') {
      const [call] = partsNamed(transcript, 'call');
      return call === undefined ? null : controlAsLongAs(transcript, call);
    }
    const parts = partsNamed(transcript, read.part);
    return parts.length === 0 ? null : parts;
  }
  const place = placeNamed(transcript, read.place);
  if (place === null || read.end > place.end - place.start) return null;
  const { message } = place;
  const range = { message, start: place.start + read.start, end: place.start + read.end };
  if (read.kind === 'control') return controlAsLongAs(transcript, range);
  const word: Part = { name: '', ...range, outsideHead: true };
  return [{ ...word, name: textOfPart(transcript, word) }];
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

/**
 * A stretch of no special meaning and as many tokens as another, to compare with: it lies in the system prompt before
 * the documentation. Only the encoder knows tokens, so the part names where it may lie and what it must equal (see
 * Part.sameTokensAs).
 */
function controlAsLongAs(transcript: Transcript, { message, start, end }: TextRange): readonly Part[] | null {
  const [documentation] = partsNamed(transcript, 'documentation');
  if (documentation === undefined || documentation.start === 0) return null;
  return [
    {
      name: 'control',
      message: documentation.message,
      start: 0,
      end: documentation.start,
      sameTokensAs: { message, start, end },
    },
  ];
}
