/** What Python's `str.strip()` takes for blank. */
const BLANK = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const IS_BLANK = new RegExp(BLANK);
const BLANKS = new RegExp(`${BLANK}+`, 'g');
const FENCES = /^```(?:(?:python|tool_code)\b)?|```$/g;
const LABEL = /^(?:action|tool|call|you|user|assistant|response|reply):/i;

/** The text without the blanks around it, by Python's idea of a blank. */
export function withoutBlankEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && IS_BLANK.test(text.charAt(start))) start += 1;
  // A pattern anchored at the end would take quadratic time on a long run of blanks inside.
  while (end > start && IS_BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

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
