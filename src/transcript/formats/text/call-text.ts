import { argumentsFromNode } from '../arguments.ts';
import type { DraftCall } from '../draft.ts';
import { field, textField, valueOf, type JsonNode } from '../json-node.ts';
import { readJson } from '../json-reader.ts';
import type { JsonValue, SourceSpan } from '../normal-form.ts';
import { trimmed } from './lines.ts';
import { readPythonCall } from './python-call.ts';

const NAME_KEYS = ['name', 'tool', 'action', 'tool_name', 'function'];
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'action_input', 'input', 'tool_input'];

/**
 * A call written as JSON: an object with a name and arguments, bare or in a code fence. Null: the stretch holds no
 * such object. Python spelling is read as well.
 */
export function callFromJson(text: string, stretch: SourceSpan): DraftCall | null {
  const inner = withoutFence(text, stretch);
  const node = wholeValue(text, inner);
  if (node?.kind !== 'object') return null;
  return callFromNode(node, text, stretch);
}

/** The same of a value that was read already. */
export function callFromNode(node: JsonNode, text: string, span: SourceSpan): DraftCall | null {
  const inner = field(node, 'function');
  if (inner?.kind === 'object') return callFromNode(inner, text, span);
  const nameKey = NAME_KEYS.find((key) => textField(node, key) !== null);
  const argumentKey = ARGUMENT_KEYS.find((key) => field(node, key) !== undefined);
  if (nameKey === undefined || argumentKey === undefined) return null;
  const written = argumentsFromNode(field(node, argumentKey), text);
  return { id: textField(node, 'id'), name: textField(node, nameKey), ...written, text: null, span };
}

/** The list or value that fills a stretch, or null. */
export function wholeValue(text: string, { start, end }: SourceSpan): JsonNode | null {
  const opening = text.charAt(start);
  if (opening !== '{' && opening !== '[' && opening !== '"' && opening !== "'") return null;
  const read = readJson(text, { start, limit: end });
  if (read.fault !== null || read.node === null) return null;
  const rest = trimmed(text, read.end, end);
  return rest.start < rest.end ? null : read.node;
}

/** The stretch inside a code fence that fills it; else the stretch without the blanks around it. */
export function withoutFence(text: string, { start, end }: SourceSpan): SourceSpan {
  const outer = trimmed(text, start, end);
  const opening = /^(?:```|\\`\\`\\`)[^\n`]{0,40}\n?/.exec(text.slice(outer.start, outer.start + 60))?.[0];
  if (opening === undefined) return outer;
  const tail = text.slice(Math.max(outer.start + opening.length, outer.end - 6), outer.end);
  const closing = /(?:```|\\`\\`\\`)$/.exec(tail)?.[0].length ?? 0;
  return trimmed(text, outer.start + opening.length, outer.end - closing);
}

/**
 * The input of a tool as it stands after a label: JSON or Python in or out of a fence, else the bare words. What opens
 * like an object and does not parse is no value.
 */
export function inputOf(text: string, stretch: SourceSpan): { args: JsonValue | null; rawArgs: string } {
  const inner = withoutFence(text, stretch);
  const rawArgs = text.slice(inner.start, inner.end);
  const node = wholeValue(text, inner);
  if (node !== null) return { args: valueOf(node), rawArgs };
  return { args: /^[{[]/.test(rawArgs) ? null : rawArgs, rawArgs };
}

/** A call written as code or words: `name(x=1)`, `Name[words]`, JSON; null: none of these fills the stretch. */
export function callFromText(text: string, stretch: SourceSpan): DraftCall | null {
  const inner = withoutFence(text, stretch);
  const written = text.slice(inner.start, inner.end);
  const json = callFromJson(text, stretch);
  if (json !== null) return json;
  const python = readPythonCall(text, inner);
  if (python !== null) return { id: null, ...python, text: null, span: inner };
  const bracketed = /^([A-Za-z_][\w.-]{0,60})\[([^]*)\]$/.exec(written);
  if (bracketed?.[1] === undefined || bracketed[2] === undefined) return null;
  return { id: null, name: bracketed[1], args: bracketed[2], rawArgs: bracketed[2], text: null, span: inner };
}
