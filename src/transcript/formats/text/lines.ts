/** A line without its end; `next` is where the following one begins. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** The lines of a text, whatever their ends: LF, CRLF or a lone CR. */
export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start);
    const next = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : Math.min(end + 1, text.length);
    lines.push({ start, end, next });
    start = next;
  }
  return lines;
}

const BREAK = /[\r\n]/g;

function endOfLine(text: string, from: number): number {
  BREAK.lastIndex = from;
  return BREAK.exec(text)?.index ?? text.length;
}

/** The stretch without the white space around it. */
export function trimmed(text: string, start: number, end: number): { start: number; end: number } {
  let from = start;
  let to = end;
  while (from < to && isSpace(text, from)) from += 1;
  while (to > from && isSpace(text, to - 1)) to -= 1;
  return { start: from, end: to };
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at));
