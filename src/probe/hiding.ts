import { readHiddenName } from '../records/index.ts';
import {
  partsNamed,
  wordHidden,
  type ControlName,
  type Part,
  type TextRange,
  type Transcript,
  type WordName,
} from '../transcript/index.ts';

/** What can be hidden from the positions that write the call, in the order of the page. */
export const HIDEABLE = ['call', 'error', 'goal', 'documentation', 'control'] as const;
export type HideableName = (typeof HIDEABLE)[number];

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
  const controlFor = (range: TextRange): readonly Part[] | null => controlAsLongAs(transcript, range);
  if (read.kind !== 'part') return wordHidden(transcript, name, controlFor);
  if (read.part === 'control') {
    const [call] = partsNamed(transcript, 'call');
    return call === undefined ? null : controlFor(call);
  }
  const parts = partsNamed(transcript, read.part);
  return parts.length === 0 ? null : parts;
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
