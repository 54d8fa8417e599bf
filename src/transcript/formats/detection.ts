import type { Detected } from './draft.ts';
import { JSON_FORMATS, TEXT_FORMATS } from './formats.ts';
import { documentIn, fencesIn, MOST_LINES, valuesIn, type JsonRecords } from './json-records.ts';
import type { JsonFault } from './json-reader.ts';
import type { SourceText } from './source-text.ts';
import { UNREAD_TEXT_FORMATS } from './unread-text-formats.ts';

/** What a paste turned out to be. */
export type Finding =
  | {
      readonly kind: 'read';
      readonly format: string;
      readonly detected: Detected;
      /** The text is JSON that stops early or is broken; `detected` holds what came before. */
      readonly fault: JsonFault | null;
      /** Found in a part of the text: to be believed only if an assistant speaks. */
      readonly isPart: boolean;
    }
  | {
      readonly kind: 'unread';
      readonly format: { readonly id: string; readonly name: string; readonly cure: string };
      readonly why: string;
    }
  | { readonly kind: 'broken'; readonly fault: JsonFault };

/**
 * What a paste may be, the likeliest first: the whole text as JSON, its code blocks, JSON lines, text formats, JSON
 * among other lines. Each is looked for only when those before were not believed.
 */
export function* findings(source: SourceText, chosen: string | undefined): Generator<Finding> {
  const { text } = source;
  const whole = documentIn(text, { start: 0, end: text.length }, 'document');
  if (whole !== null && whole.roots.length > 0) yield* among(whole, chosen, false);
  for (const fence of fencesIn(text)) if (fence.roots.length > 0) yield* among(fence, chosen, true);
  // A text that is one value with a fault is no list of lines: its inner records would be taken for the log.
  const values = whole !== null && whole.fault === null ? null : valuesIn(text);
  if (values !== null && values.share >= MOST_LINES) yield* among(values, chosen, false);
  yield* textFindings(source, chosen);
  if (values !== null && values.roots.length > 0 && values.share < MOST_LINES)
    yield* among(values, chosen, true);
  if (whole?.fault != null && /^[\s\ufeff]*[[{]\s*(?:["'[{\]}]|$)/.test(text.slice(0, 1000))) {
    yield { kind: 'broken', fault: whole.fault };
  }
}

function* among(records: JsonRecords, chosen: string | undefined, isPart: boolean): Generator<Finding> {
  for (const format of JSON_FORMATS) {
    if (chosen !== undefined && chosen !== format.id) continue;
    if ('spot' in format) {
      const why = format.spot(records);
      if (why !== null) yield { kind: 'unread', format, why };
      continue;
    }
    const detected = format.detect(records);
    const fault = records.shape === 'lines' ? null : records.fault;
    if (detected !== null) yield { kind: 'read', format: format.id, detected, fault, isPart };
  }
}

function* textFindings(source: SourceText, chosen: string | undefined): Generator<Finding> {
  const head = source.text.slice(0, 2_000_000);
  for (const format of UNREAD_TEXT_FORMATS) {
    if (chosen === undefined && format.mark.test(head)) yield { kind: 'unread', format, why: format.why };
  }
  for (const format of TEXT_FORMATS) {
    if (chosen !== undefined && chosen !== format.id) continue;
    const detected = format.detect(source);
    if (detected !== null) yield { kind: 'read', format: format.id, detected, fault: null, isPart: false };
  }
}
