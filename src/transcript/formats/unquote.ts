import { cutOut, type Cut, type SourceText } from './source-text.ts';

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([^]))/g;
const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** JSON that was stored as a JSON string, once or twice, without its quotes and backslashes. Other text as it is. */
export function unquoted(source: SourceText): SourceText {
  let bare = source;
  for (let level = 0; level < 2; level += 1) {
    const { text } = bare;
    const start = text.search(/\S/);
    const end = text.trimEnd().length;
    if (
      start < 0 ||
      text[start] !== '"' ||
      !/^"\s*(?:\\[ntr]|\s)*(?:[[{]|\\*")/.test(text.slice(start, start + 200))
    )
      break;
    if (end - start < 2 || !isString(text.slice(start, end))) break;
    const cuts: Cut[] = [{ start, end: start + 1, what: null, mark: '' }];
    ESCAPE.lastIndex = start;
    for (let match = ESCAPE.exec(text); match !== null; match = ESCAPE.exec(text)) {
      const [whole, hex, one = ''] = match;
      const mark = hex === undefined ? (SIMPLE[one] ?? one) : String.fromCharCode(parseInt(hex, 16));
      cuts.push({ start: match.index, end: match.index + whole.length, what: null, mark });
    }
    cuts.push({ start: end - 1, end, what: null, mark: '' });
    bare = cutOut(bare, cuts);
  }
  return bare;
}

function isString(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'string';
  } catch {
    return false;
  }
}
