/** A stretch of text; `sign` names a character that would otherwise be invisible or change what is seen. */
export interface Stretch {
  readonly text: string;
  readonly sign: boolean;
}

// Controls (tab and line feed excepted), soft hyphen, zero-width and direction characters, line separators, tags.
const UNSEEN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

const CONTROL_PICTURES = 0x2400;

const nameOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(CONTROL_PICTURES + code);
  if (code === 0x7f) return '\u2421';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
};

/** Splits text so that characters nobody can see are shown by name: a transcript must not hide anything. */
export function visibleStretches(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match.index > from) stretches.push({ text: text.slice(from, match.index), sign: false });
    stretches.push({ text: nameOf(match[0]), sign: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) stretches.push({ text: text.slice(from), sign: false });
  return stretches;
}
