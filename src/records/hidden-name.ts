/**
 * Names of what was hidden, as rows carry them:
 *
 *   error                 a named part of the transcript
 *   error:12-17           UTF-16 units 12 up to 17 of that part's text: a word of it
 *   message-3:0-5         the same in the whole of a message, the first being message-0
 *   control:error:12-17   a stretch of no special meaning with as many tokens as that word
 */
type HiddenStretch =
  | { readonly kind: 'part'; readonly part: string }
  | {
      readonly kind: 'word' | 'control';
      /** A part, or a message. */
      readonly place: string;
      /** Half-open, in UTF-16 units of the place's text. */
      readonly start: number;
      readonly end: number;
    };

const PART = /^[a-z]+$/;
const WORD = /^(?<control>control:)?(?<place>[a-z]+(?:-\d+)?):(?<start>\d{1,9})-(?<end>\d{1,9})$/;

/** What a row's `hidden` names; null: nothing that this lab ever wrote. */
export function readHiddenName(name: string): HiddenStretch | null {
  if (PART.test(name)) return { kind: 'part', part: name };
  const found = WORD.exec(name)?.groups;
  if (found === undefined) return null;
  const [start, end] = [Number(found['start']), Number(found['end'])];
  if (!(start < end)) return null;
  return {
    kind: found['control'] === undefined ? 'word' : 'control',
    place: found['place'] ?? '',
    start,
    end,
  };
}
