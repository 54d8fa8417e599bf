import { argumentsFromText } from '../formats/arguments.ts';
import type { JsonValue } from '../formats/normal-form.ts';
import type { WrittenCall } from './written-turn.ts';

/** JSON text that goes out as it stands: numbers of a log may be longer or written otherwise than JavaScript writes them. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** What can be written as JSON; a field without a value is left out. */
export type JsonOut =
  | null
  | boolean
  | number
  | string
  | RawJson
  | readonly JsonOut[]
  | { readonly [key: string]: JsonOut | undefined };

/** JSON in lines with two blanks for each depth; on one line with `isFlat`. */
export function jsonText(value: JsonOut, isFlat = false, depth = 0): string {
  if (value instanceof RawJson) return value.text;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const isAList = Array.isArray(value);
  const inner = isAList
    ? (value as readonly JsonOut[]).map((item) => jsonText(item, isFlat, depth + 1))
    : Object.entries(value as { readonly [key: string]: JsonOut | undefined }).flatMap(([key, one]) =>
        one === undefined ? [] : [`${JSON.stringify(key)}: ${jsonText(one, isFlat, depth + 1)}`],
      );
  const [open, close] = isAList ? ['[', ']'] : ['{', '}'];
  if (inner.length === 0) return open + close;
  if (isFlat) return `${open}${inner.join(', ')}${close}`;
  const blanks = '  '.repeat(depth);
  return `${open}\n${blanks}  ${inner.join(`,\n${blanks}  `)}\n${blanks}${close}`;
}

/** The arguments of a call as JSON, as they stood where that is JSON; null: they are none. */
export function argumentsOut({ args, rawArgs }: WrittenCall): RawJson | null {
  if (args === null) return null;
  return new RawJson(
    isStrictJson(rawArgs) && argumentsFromText(rawArgs).args !== null ? rawArgs.trim() : JSON.stringify(args),
  );
}

/** The same where only an object will do. */
export const objectOut = (call: WrittenCall): RawJson | null =>
  isRecord(call.args) ? argumentsOut(call) : null;

export const isRecord = (value: JsonValue | null): value is { readonly [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
