/** What a text that is no transcript looks like, in words for the message: "a table (CSV)". */
export function seenKind(text: string): string {
  const lines = firstLines(text);
  if (lines.length === 0) return 'prose';
  const share = (test: (line: string) => boolean): number => lines.filter(test).length / lines.length;
  const table = tableOf(lines);
  if (table !== null) return table;
  if (/^\s*[[{]/.test(lines[0] ?? '') && /[\]}]\s*$/.test(lines.at(-1) ?? '')) return 'JSON without turns';
  if (share((line) => TIME.test(line) || LEVEL.test(line)) >= 0.6) return 'log lines';
  if (share((line) => CODE.test(line)) >= 0.3) return 'code';
  if (share((line) => DIFF.test(line)) >= 0.5) return 'a diff';
  return 'prose';
}

const TIME = /^[[(]?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d/;
const LEVEL = /^\S{0,40}\s?\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b/;
const CODE =
  /[;{}]\s*$|^\s*(?:def |class |import |from |function |const |let |return\b|#include|public |if ?\()/;
const DIFF = /^[-+@ ]/;
const LINES_SEEN = 300;
const LINE_SEEN = 2000;

function firstLines(text: string): string[] {
  const head = text.slice(0, 200_000);
  return head
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_SEEN)
    .map((line) => line.slice(0, LINE_SEEN));
}

const SEPARATORS: readonly (readonly [string, string])[] = [
  [',', 'a table (CSV)'],
  ['\t', 'a table (separated by tabs)'],
  [';', 'a table (separated by semicolons)'],
  ['|', 'a table'],
];

/** Most lines have as many separators as the first one; quoted stretches do not count. */
function tableOf(lines: readonly string[]): string | null {
  if (lines.length < 2) return null;
  for (const [separator, name] of SEPARATORS) {
    const columns = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length);
    const first = columns[0] ?? 1;
    if (first > 1 && columns.filter((count) => count === first).length >= 0.9 * lines.length) return name;
  }
  return null;
}
