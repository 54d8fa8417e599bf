import { isPageOrMail, isQuotedLine } from './quoted-matter.ts';
import { WORDINGS, type Wording } from './wordings.ts';

/** A wording found in a result. */
export interface WordingHit {
  readonly wording: Wording;
  /** The line that holds it. */
  readonly snippet: string;
  /** Where the wording begins. */
  readonly at: number;
  /** In the first lines, where tools put what they have to say. */
  readonly isInHead: boolean;
}

const HEAD_CHARACTERS = 300;
/** Beyond this length a wording further down is more likely what the tool shows than what it says. */
const LONG_CHARACTERS = 4_096;
/** What may stand before a wording that starts its line. */
const LEAD =
  /^(?:[\s>*•"'`]|❌|✗|⚠\uFE0F?|- |\[\d[\d:., -]*\]|\d{4}-\d\d-\d\d[T ][\d:.,]+Z?|(?:bash|sh|zsh|npm|cmd|(?:tool )?(?:result|output|response)|observation): (?!$))*/iu;

/** A search that must begin at one place looks at no other. */
const ANCHORED: readonly Wording[] = WORDINGS.map((wording) =>
  wording.startsLine === true
    ? { ...wording, pattern: new RegExp(`^(?:${wording.pattern.source})`, wording.pattern.flags) }
    : wording,
);

/** The first wording of a failure in a result, or null. */
export function findWording(text: string): WordingHit | null {
  if (isPageOrMail(text)) return null;
  const end = text.length > LONG_CHARACTERS ? HEAD_CHARACTERS : text.length;
  for (const { line, start } of linesOf(text, end)) {
    if (isQuotedLine(line)) continue;
    const hit = inLine(line, start, text);
    if (hit !== null) return hit;
  }
  return null;
}

function inLine(line: string, start: number, text: string): WordingHit | null {
  const lead = LEAD.exec(line)?.[0].length ?? 0;
  let best: { wording: Wording; at: number } | null = null;
  for (const wording of ANCHORED) {
    const at = placeIn(wording, line, lead, start, text);
    if (at !== null && (best === null || at < best.at)) best = { wording, at };
  }
  if (best === null) return null;
  return {
    wording: best.wording,
    snippet: shortened(line.trim()),
    at: start + best.at,
    isInHead: start + best.at < HEAD_CHARACTERS,
  };
}

function placeIn(
  { pattern, startsLine, isWholeAnswer }: Wording,
  line: string,
  lead: number,
  start: number,
  text: string,
): number | null {
  // Any other wording says more than this one, so it comes last.
  if (isWholeAnswer === true)
    return text.length < HEAD_CHARACTERS && pattern.test(text.trim()) ? line.length : null;
  if (startsLine === true) return pattern.test(line.slice(lead)) ? lead : null;
  const found = pattern.exec(line);
  if (found === null) return null;
  return found.index <= lead || start + found.index < HEAD_CHARACTERS ? found.index : null;
}

/** Lines that begin before `end`; a very long line is looked at only as far as a head reaches. */
function* linesOf(text: string, end: number): Generator<{ line: string; start: number }> {
  for (let start = 0; start < end;) {
    const found = text.slice(start, start + LONG_CHARACTERS).search(/[\r\n]/);
    const length = found === -1 ? Math.min(LONG_CHARACTERS, text.length - start) : found;
    yield { line: text.slice(start, start + length), start };
    if (found === -1 && start + length < text.length) {
      const next = text.slice(start, end).search(/[\r\n]/);
      if (next === -1) return;
      start += next + 1;
    } else start += length + 1;
  }
}

/** Cut to what fits beside a call. */
export const shortened = (line: string): string => (line.length > 160 ? `${line.slice(0, 159)}…` : line);
