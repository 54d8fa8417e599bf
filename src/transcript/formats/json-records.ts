import { fencedBlocks } from './fences.ts';
import { readJson, type JsonFault, type ReadJson } from './json-reader.ts';
import type { JsonNode } from './json-node.ts';
import type { SourceSpan, UnreadPart } from './normal-form.ts';
import { repairWarnings, type RepairCounts } from './repair-warnings.ts';
import type { PasteWarning } from './normal-form.ts';
import { wholeRecords } from './whole-records.ts';

/** The JSON values of a text, as the formats are handed them. */
export interface JsonRecords {
  /** What the offsets of the nodes are offsets of. */
  readonly text: string;
  /** How the values stand in the text: one value, one inside a code block, or many one after the other. */
  readonly shape: 'document' | 'fence' | 'lines';
  readonly roots: readonly JsonNode[];
  /** Text between, before and after the values. */
  readonly around: readonly UnreadPart[];
  readonly warnings: readonly PasteWarning[];
  /** Where the JSON ends too early, is broken or nests too deep; only the values whole until then are in `roots`. */
  readonly fault: JsonFault | null;
  /** Which part of the text's lines the values take, 0 to 1. */
  readonly share: number;
}

const OPENS = /[^\s\u00a0\ufeff]/g;

/** The text, or a stretch of it, as one value. Null: it does not begin with a list or an object, or more follows. */
export function documentIn(text: string, span: SourceSpan, shape: 'document' | 'fence'): JsonRecords | null {
  OPENS.lastIndex = span.start;
  const start = OPENS.exec(text)?.index ?? text.length;
  if (start >= span.end || !isOpening(text.charCodeAt(start))) return null;
  const read = readJson(text, { start, limit: span.end });
  if (read.node === null) return read.fault === null ? null : { ...nothing(text, shape), fault: read.fault };
  if (read.fault === null && text.slice(read.end, span.end).trim() !== '') return null;
  const whole = read.fault === null ? read.node : wholeRecords(read.node);
  const around = outside(text, span);
  if (read.fault !== null) {
    const cut = { start: whole === null ? start : lastEnd(whole), end: span.end };
    around.push({ why: FAULT_WORDS[read.fault.what], span: cut });
  }
  const roots = whole === null ? [] : [whole];
  return { text, shape, roots, around, warnings: repairWarnings(read.repairs), fault: read.fault, share: 1 };
}

/** The values inside the fenced code blocks of a text, the largest block first. */
export function* fencesIn(text: string): Generator<JsonRecords> {
  // A log holds many small blocks that are no JSON; the largest few are looked at.
  for (const span of fencedBlocks(text).slice(0, 8)) {
    const whole = documentIn(text, span, 'fence');
    if (whole !== null) yield whole;
    else {
      const lines = valuesIn(text, span);
      if (lines.share >= MOST_LINES)
        yield { ...lines, shape: 'fence', around: [...lines.around, ...outside(text, span)] };
    }
  }
}

/** From this share of lines on a text counts as JSON lines, whatever stands between. */
export const MOST_LINES = 0.8;

/** Values one after the other, each beginning a line or following another; what stands between is kept as unread. */
export function valuesIn(text: string, span: SourceSpan = { start: 0, end: text.length }): JsonRecords {
  const roots: JsonNode[] = [];
  const around: UnreadPart[] = [];
  const repairs: RepairCounts = new Map();
  let valueLines = 0;
  let otherLines = 0;
  let fault: JsonFault | null = null;
  // Failed looks far ahead are paid from here, so that no text takes more than a few passes.
  let patience = 4 * (span.end - span.start) + 1000;
  let at = span.start;
  while (at < span.end) {
    at = skipBlanks(text, at, span.end);
    if (at >= span.end) break;
    const lineEnd = endOfLine(text, at, span.end);
    const read = isOpening(text.charCodeAt(at)) ? readFrom(text, at, lineEnd, span.end, patience) : null;
    if (read?.node != null && read.fault === null) {
      roots.push(read.node);
      fault = null;
      for (const [what, count] of read.repairs) repairs.set(what, (repairs.get(what) ?? 0) + count);
      valueLines += linesIn(text, at, read.end);
      at = read.end;
      continue;
    }
    if (read?.fault != null) {
      patience -= read.fault.at - at;
      // Cut off at the very end: what is left of the text is the beginning of a value.
      if (read.fault.what === 'ends-early' && roots.length > 0) fault = { what: 'ends-early', at: span.end };
    }
    otherLines += 1;
    around.push({ why: 'The line is not JSON.', span: { start: at, end: lineEnd } });
    at = lineEnd;
  }
  const share = valueLines === 0 ? 0 : valueLines / (valueLines + otherLines);
  return { text, shape: 'lines', roots, around, warnings: repairWarnings(repairs), fault, share };
}

function readFrom(text: string, start: number, lineEnd: number, end: number, patience: number): ReadJson {
  const line = readJson(text, { start, limit: lineEnd });
  if (line.fault?.what !== 'ends-early' || lineEnd === end || patience <= 0) return line;
  return readJson(text, { start, limit: end });
}

const FAULT_WORDS: Readonly<Record<JsonFault['what'], string>> = {
  'ends-early': 'The JSON ends too early: what follows the last complete record is not read.',
  unexpected: 'The JSON is broken: what follows the last complete record is not read.',
  'too-deep': 'The JSON nests too deep: what follows the last complete record is not read.',
};

const nothing = (text: string, shape: JsonRecords['shape']): JsonRecords => ({
  text,
  shape,
  roots: [],
  around: [],
  warnings: [],
  fault: null,
  share: 0,
});

function outside(text: string, { start, end }: SourceSpan): UnreadPart[] {
  const why = 'Text around the code block.';
  return [
    { why, span: { start: 0, end: start } },
    { why, span: { start: end, end: text.length } },
  ].filter(({ span }) => text.slice(span.start, span.end).trim() !== '');
}

const isOpening = (unit: number): boolean => unit === 123 || unit === 91;

/** Past white space, and past commas, which stand between values that were cut out of a list. */
function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text[at] === ',' || (text[at] ?? '').trim() === '')) at += 1;
  return at;
}

const BREAK = /[\r\n]/g;

function endOfLine(text: string, start: number, end: number): number {
  BREAK.lastIndex = start;
  return Math.min(end, BREAK.exec(text)?.index ?? end);
}

function linesIn(text: string, start: number, end: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Where the last whole value inside a value that was cut off ends. */
function lastEnd(node: JsonNode): number {
  if (node.kind === 'text' || node.kind === 'atom' || node.isWhole) return node.end;
  const last = node.kind === 'list' ? node.items.at(-1) : node.members.at(-1)?.value;
  return last === undefined ? node.start + 1 : lastEnd(last);
}
