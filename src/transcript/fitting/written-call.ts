import { argumentsFromText } from '../formats/arguments.ts';
import { callKey, canonicalJson } from '../formats/call-key.ts';
import type { JsonValue } from '../formats/normal-form.ts';
import type { CallStyleName } from './call-style.ts';

/** What a written turn calls, as far as it can be read. */
interface WrittenCall {
  readonly name: string;
  readonly args: JsonValue | null;
  readonly rawArgs: string;
}

/** What a model wrote next, sorted by what an agent's program could do with it. */
export type NextCall =
  /** Name and arguments of the call that had just failed. */
  | 'same-call'
  /** The call that the reader of the page gave as the right one. */
  | 'right-call'
  /** Another call of a tool that the log knows. */
  | 'other-call'
  /** It looks like a call and cannot be read, or calls a tool that the log does not know. */
  | 'unusable-call'
  /** No call at all. */
  | 'words';

export interface Sorting {
  readonly style: CallStyleName;
  /** The failed call in that style. */
  readonly failed: string;
  /** In that style; null: not given. */
  readonly right: string | null;
  /** Names of tools that occur in the log. */
  readonly tools: ReadonlySet<string>;
}

/** Only calls that an agent's program could run count as usable. */
export const isUsable = (next: NextCall): boolean => next === 'right-call' || next === 'other-call';

/** The call that a text holds in a style; null: none that can be read, or the style is free text. */
export const readWrittenCall = (text: string, style: CallStyleName): WrittenCall | null =>
  style === 'as-written' ? null : readers[style](text.trim());

/** Sorts a written turn. Free text, which has no form, is the same call or another one. */
export function nextCallOf(written: string, { style, failed, right, tools }: Sorting): NextCall {
  const text = written.trim();
  if (text === '') return 'words';
  if (style === 'as-written') return ofFreeText(text, failed, right, tools);
  const read = readers[style](text);
  if (read === null) return looksLikeCall[style].test(text) ? 'unusable-call' : 'words';
  const key = keyOf(read);
  const keyOfText = (call: string | null): string | null => {
    const one = call === null ? null : readers[style](call.trim());
    return one === null ? null : keyOf(one);
  };
  if (key === keyOfText(failed)) return 'same-call';
  if (key === keyOfText(right)) return 'right-call';
  return tools.has(read.name) && read.args !== null ? 'other-call' : 'unusable-call';
}

function ofFreeText(
  text: string,
  failed: string,
  right: string | null,
  tools: ReadonlySet<string>,
): NextCall {
  const read = readAnyForm(text);
  const isSame = (call: string | null): boolean => {
    if (call === null) return false;
    const other = readAnyForm(call.trim());
    return text === call.trim() || (read !== null && other !== null && keyOf(read) === keyOf(other));
  };
  if (isSame(failed)) return 'same-call';
  if (isSame(right)) return 'right-call';
  if (read === null) return 'words';
  return tools.size === 0 || tools.has(read.name) ? 'other-call' : 'unusable-call';
}

/** Free text may well be a call in one of the forms. */
const readAnyForm = (text: string): WrittenCall | null =>
  readers.tags(text) ?? readers.labels(text) ?? readers.json(text) ?? readers.function(firstLine(text));

const keyOf = ({ name, args, rawArgs }: WrittenCall): string => callKey({ name, args, rawArgs, text: null });

const readers: Readonly<Record<Exclude<CallStyleName, 'as-written'>, (text: string) => WrittenCall | null>> =
  {
    function: readFunction,
    json: (text) => readNamedJson(text),
    tags: (text) => {
      const inside = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/u.exec(text)?.[1];
      return inside === undefined ? null : readNamedJson(inside.trim());
    },
    labels: (text) => {
      const found = /^Action:[ \t]*(.+?)[ \t]*\n+Action Input:[ \t]*([\s\S]*)$/mu.exec(text);
      if (found === null) return null;
      const [, name = '', input = ''] = found;
      const rawArgs = (input.split(/\n(?:Observation|Thought|Action):/u, 1)[0] ?? '').trim();
      const read = argumentsFromText(rawArgs);
      // A bare input is its own argument, as the reader of such logs has it; a broken object is none.
      const isBare = read.args === null && rawArgs !== '' && !/^[{[]/u.test(rawArgs);
      return { name, ...read, args: isBare ? rawArgs : read.args };
    },
  };

const looksLikeCall: Readonly<Record<Exclude<CallStyleName, 'as-written'>, RegExp>> = {
  function: /^[\w.-]+\(/mu,
  json: /^\{/u,
  tags: /<tool_call/u,
  labels: /^Action:/mu,
};

/** {"name": …, "arguments": …}, alone. */
function readNamedJson(text: string): WrittenCall | null {
  const { args: value } = argumentsFromText(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const { name, arguments: args } = value as { readonly [key: string]: JsonValue | undefined };
  if (typeof name !== 'string' || args === undefined) return null;
  return typeof args === 'string'
    ? { name, ...argumentsFromText(args) }
    : { name, args, rawArgs: canonicalJson(args) };
}

/**
 * name(argument="value", …) on the first line that begins so: values in JSON, or in single quotes as Python writes them.
 * Agents say something before a call; what they say is not read.
 */
function readFunction(text: string): WrittenCall | null {
  const begins = text.search(/^[\w.-]+\(/mu);
  if (begins === -1) return null;
  const found = /^([\w.-]+)\(([\s\S]*)\)$/u.exec(wholeCall(text.slice(begins)));
  if (found === null) return null;
  const [, name = '', inside = ''] = found;
  const args: Record<string, JsonValue> = {};
  for (const part of partsOf(inside)) {
    const pair = /^\s*(\w+)\s*=\s*([\s\S]*?)\s*$/u.exec(part);
    const value = pair === null ? undefined : valueOf(pair[2] ?? '');
    if (pair === null || value === undefined) return { name, args: null, rawArgs: inside };
    args[pair[1] ?? ''] = value;
  }
  return { name, args, rawArgs: inside };
}

/** Up to the bracket that closes the first one; what follows was not asked for. */
function wholeCall(text: string): string {
  const end = walk(text).end;
  return end === -1 ? firstLine(text) : text.slice(0, end + 1);
}

/** Arguments, parted by commas outside of quotes and brackets. */
function partsOf(inside: string): readonly string[] {
  if (inside.trim() === '') return [];
  const parts: string[] = [];
  let start = 0;
  for (const comma of walk(inside).commas) {
    parts.push(inside.slice(start, comma));
    start = comma + 1;
  }
  return [...parts, inside.slice(start)];
}

/** Over quotes and brackets: the commas outside of them, and where the first round bracket closes (-1: nowhere). */
function walk(text: string): { readonly commas: readonly number[]; readonly end: number } {
  const commas: number[] = [];
  let depth = 0;
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (quote !== '') {
      if (sign === '\\') index += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) {
      depth -= 1;
      if (depth === 0 && sign === ')') return { commas, end: index };
    } else if (sign === ',' && depth === 0) commas.push(index);
  }
  return { commas, end: -1 };
}

/** A value as JSON, a string in single quotes, or one of Python's three words; undefined: none of them. */
function valueOf(written: string): JsonValue | undefined {
  const python: Readonly<Record<string, JsonValue>> = { None: null, True: true, False: false };
  if (Object.hasOwn(python, written)) return python[written];
  const single = /^'((?:[^'\\]|\\.)*)'$/su.exec(written)?.[1];
  const json =
    single === undefined ? written : `"${single.replaceAll(/\\'/gu, "'").replaceAll(/(?<!\\)"/gu, '\\"')}"`;
  if (json === 'null') return null;
  return argumentsFromText(json).args ?? undefined;
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
