/** What Python's `str.strip()` takes for blank. */
const BLANK = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const BLANK_ENDS = new RegExp(`^${BLANK}+|${BLANK}+$`, 'g');
const BLANKS = new RegExp(`${BLANK}+`, 'g');
const FENCES = /^```(?:(?:python|tool_code)\b)?|```$/g;
const LABEL = /^(?:action|tool|call|you|user|assistant|response|reply):/i;

/** The text without the blanks around it, by Python's idea of a blank. */
export const withoutBlankEnds = (text: string): string => text.replace(BLANK_ENDS, '');

/** The text without the blanks around it, and one space for each run of blanks inside. */
export const withSingleSpaces = (text: string): string => withoutBlankEnds(text).replace(BLANKS, ' ');

/**
 * The call inside what an agent said: no blanks around it, no code fence, no label in front (toolshed §4). Lines end
 * with a line feed, as Python reads them.
 */
export function callText(turn: string): string {
  const unfenced = withoutBlankEnds(withoutBlankEnds(turn).replace(FENCES, ''));
  return withoutBlankEnds(unfenced.replace(LABEL, '')).replace(/\r\n?/g, '\n');
}
