/** One string of a JSON or Python text: its value, where it ends, and what was odd about it. */
export interface ReadString {
  readonly value: string;
  /** After the closing quote. */
  readonly end: number;
  readonly hasRawBreak: boolean;
}

/** Reads the string that opens at `start`; null: the text ends before it does. */
export function readString(text: string, start: number, limit: number): ReadString | null {
  const quote = text.charAt(start);
  let close = text.indexOf(quote, start + 1);
  while (close >= 0 && close < limit && isEscaped(text, close)) close = text.indexOf(quote, close + 1);
  if (close < 0 || close >= limit) return null;
  const body = text.slice(start + 1, close);
  return {
    value: body.includes('\\') ? unescaped(body, quote === "'") : body,
    end: close + 1,
    hasRawBreak: RAW_BREAK.test(body),
  };
}

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text[before] === '\\') before -= 1;
  return (quote - before) % 2 === 0;
}

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const RAW_BREAK = /[\u0000-\u001f]/;
const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|([^]))/g;

/** An escape that nobody knows stays as it stands in single quotes (Python) and loses its backslash elsewhere. */
function unescaped(body: string, isPython: boolean): string {
  return body.replace(ESCAPE, (whole: string, u?: string, x?: string, long?: string, one?: string) => {
    const hex = u ?? x;
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
    if (long !== undefined) {
      const point = parseInt(long, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    }
    const known = SIMPLE[one ?? ''];
    if (known !== undefined) return known;
    return isPython && !/["'\\\n]/.test(one ?? '') ? whole : (one ?? '');
  });
}
