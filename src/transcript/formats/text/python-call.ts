import type { JsonValue, SourceSpan } from '../normal-form.ts';
import { readPython } from './python-literal.ts';
import { pythonValue } from './python-value.ts';

/** A call written as code. */
export interface WrittenCall {
  readonly name: string;
  readonly args: JsonValue | null;
  readonly rawArgs: string;
}

const OPENING = /^[A-Za-z_][\w.-]{0,60}\(/;

/**
 * `name(x=1, 'y')` filling a stretch. Arguments by name make an object, arguments by place a list; both together an
 * object whose places are `*`. Arguments that are no literals are kept as they stand.
 */
export function readPythonCall(text: string, { start, end }: SourceSpan): WrittenCall | null {
  const opening = OPENING.exec(text.slice(start, start + 64))?.[0];
  if (opening === undefined || text.charAt(end - 1) !== ')') return null;
  const name = opening.slice(0, -1);
  const rawArgs = text.slice(start + opening.length, end - 1);
  const node = readPython(text, start, end);
  if (node?.kind !== 'call' || node.end !== end)
    return rawArgs.includes('\n') || /[()]\s*\S+\s*\(/.test(rawArgs) ? null : { name, args: null, rawArgs };
  const byName = [...node.fields].map(([key, value]) => [key, pythonValue(value, text)] as const);
  const byPlace = node.items.map((item) => pythonValue(item, text));
  if (byPlace.length === 0) return { name, args: Object.fromEntries(byName), rawArgs };
  if (byName.length === 0) return { name, args: byPlace, rawArgs };
  return { name, args: Object.fromEntries([...byName, ['*', byPlace]]), rawArgs };
}
