import { readJson } from '../json-reader.ts';
import type { SourceSpan } from '../normal-form.ts';
import type { ColourBreaks } from './colour-breaks.ts';
import { trimmed } from './lines.ts';

/** What stands after `Action Input:`: the input, then perhaps a result without a label, then perhaps the next thought. */
export interface InputParts {
  readonly input: SourceSpan;
  readonly result: SourceSpan | null;
  readonly thought: SourceSpan | null;
}

/**
 * Parts an input from a result that follows it bare: behind the end of a JSON value, else where the colour changes, else
 * behind the first line. Only for logs that label no result.
 */
export function inputParts(
  text: string,
  stretch: SourceSpan,
  breaks: ColourBreaks,
  mayHoldThought: boolean,
): InputParts {
  const thought = mayHoldThought ? gluedThought(text, stretch) : null;
  const whole = trimmed(text, stretch.start, thought?.start ?? stretch.end);
  const cut = [
    endOfValue(text, whole),
    breaks(whole.start, whole.end).find((at) => isParting(text, whole, at)),
    firstLineEnd(text, whole),
  ].find((at) => at !== undefined && isParting(text, whole, at));
  if (cut === undefined) return { input: whole, result: null, thought };
  return {
    input: trimmed(text, whole.start, cut),
    result: trimmed(text, cut, whole.end),
    thought,
  };
}

/** The last `Thought:` in the midst of a line: printed without a line break after a result. */
export function gluedThought(text: string, { start, end }: SourceSpan): SourceSpan | null {
  const at = text.slice(start, end).lastIndexOf('Thought:');
  if (at < 0) return null;
  return { start: start + at, end };
}

/** Words on both sides. */
function isParting(text: string, { start, end }: SourceSpan, at: number): boolean {
  return text.slice(start, at).trim() !== '' && text.slice(at, end).trim() !== '';
}

function endOfValue(text: string, { start, end }: SourceSpan): number | undefined {
  if (!/^[{["']/.test(text.charAt(start))) return undefined;
  const read = readJson(text, { start, limit: end });
  return read.fault === null ? read.end : undefined;
}

function firstLineEnd(text: string, { start, end }: SourceSpan): number | undefined {
  const at = text.slice(start, end).search(/[\r\n]/);
  return at < 0 ? undefined : start + at;
}
