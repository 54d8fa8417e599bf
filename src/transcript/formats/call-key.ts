import type { JsonValue } from './normal-form.ts';

/** JSON with the keys of every object in one order, so that equal values have equal texts. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`;
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** The key of a call: its name and what it was called with. Free text: trimmed, one kind of line end. */
export function callKey(call: {
  readonly name: string | null;
  readonly args: JsonValue | null;
  readonly rawArgs: string;
  readonly text: string | null;
}): string {
  if (call.text !== null) return `text ${plainText(call.text)}`;
  const args = call.args === null ? `raw ${plainText(call.rawArgs)}` : canonicalJson(call.args);
  return `call ${JSON.stringify(call.name)} ${args}`;
}

const plainText = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();
