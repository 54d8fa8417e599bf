import type { RowFault } from './checked-row.ts';
import { checkRow } from './row-check.ts';
import type { ScoreRow } from './score-row.ts';
import { checkTrace } from './trace-check.ts';
import type { TraceRow } from './trace-row.ts';

/** Something wrong with one line of an imported file. */
export interface LineFinding {
  /** From 1. */
  readonly line: number;
  /** The field it is about; null: the line as a whole. */
  readonly field: string | null;
  readonly what: string;
}

/** Rows as JSON Lines: one strict JSON object a line, a line feed after each. */
export function rowsToJsonl(rows: readonly ScoreRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Traces as JSON Lines. */
export function tracesToJsonl(traces: readonly TraceRow[]): string {
  return traces.map((trace) => `${JSON.stringify(trace)}\n`).join('');
}

/** A file of rows as read: every line is a row or has a finding. */
export interface ReadRows<Row = ScoreRow> {
  readonly rows: readonly Row[];
  /** Where each row stood, from 1. */
  readonly lines: readonly number[];
  readonly findings: readonly LineFinding[];
}

/**
 * Reads rows back. Every line is either a row or a finding: cut-off lines, NaN, two records glued on one line,
 * missing fields and numbers that contradict each other are named with their line.
 */
export const rowsFromJsonl = (text: string): ReadRows => checkedLines(text, checkRow);

/** The same for the traces of rollouts. */
export const tracesFromJsonl = (text: string): ReadRows<TraceRow> => checkedLines(text, checkTrace);

function checkedLines<Row>(
  text: string,
  check: (value: unknown) => { readonly row: Row | null; readonly faults: readonly RowFault[] },
): ReadRows<Row> {
  const rows: Row[] = [];
  const lines: number[] = [];
  const findings: LineFinding[] = [];
  for (const { line, parsed } of readJsonLines(text)) {
    if (!parsed.ok) {
      findings.push({ line, field: null, what: parsed.what });
      continue;
    }
    const { row, faults } = check(parsed.value);
    for (const fault of faults) findings.push({ line, ...fault });
    if (row === null) continue;
    rows.push(row);
    lines.push(line);
  }
  return { rows, lines, findings };
}

/** One line of a JSON Lines text: its JSON value, or what is wrong with it. */
export interface JsonLine {
  readonly line: number;
  readonly parsed:
    { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly what: string };
}

/** Splits and parses JSON Lines. Only what follows the last line feed may be empty; every other line is reported. */
export function* readJsonLines(text: string): Generator<JsonLine> {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, content] of lines.entries()) {
    const isLast = index === lines.length - 1;
    yield { line: index + 1, parsed: parseLine(content, isLast && !text.endsWith('\n')) };
  }
}

function parseLine(content: string, isUnended: boolean): JsonLine['parsed'] {
  if (content.trim() === '') return { ok: false, what: 'the line is empty' };
  if (content.startsWith('\ufeff'))
    return { ok: false, what: 'the line begins with a byte order mark; save the file as UTF-8 without one' };
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { ok: false, what: whyNotJson(content, isUnended) };
  }
  const doubled = doubledKey(content);
  if (doubled !== null) return { ok: false, what: `the key “${doubled}” stands twice in one object` };
  return { ok: true, value };
}

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** The likeliest reason, so that the cure is plain. Text inside strings does not count. */
function whyNotJson(content: string, isUnended: boolean): string {
  const bones = content.replaceAll(STRING, '""');
  if (/\}\s*\{/.test(bones)) return 'two records stand on one line; each needs a line of its own';
  if (/(?<![\w"])-?(?:NaN|Infinity)(?![\w"])/.test(bones)) {
    return 'it holds NaN or Infinity, which JSON does not know; a missing number is null';
  }
  const open = (bones.match(/[{[]/g)?.length ?? 0) - (bones.match(/[}\]]/g)?.length ?? 0);
  if (open > 0) return isUnended ? 'the file is cut off here' : 'the line is cut off';
  return 'it is not JSON';
}

/** The first key that an object holds twice: JSON.parse would keep the last one without a word. */
function doubledKey(json: string): string | null {
  const objects: (Set<string> | null)[] = [];
  for (const [token, quoted] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{') objects.push(new Set());
    else if (token === '[') objects.push(null);
    else if (token === '}' || token === ']') objects.pop();
    else if (quoted !== undefined) {
      const keys = objects.at(-1);
      if (keys?.has(quoted) === true) return quoted.slice(1, -1);
      keys?.add(quoted);
    }
  }
  return null;
}
