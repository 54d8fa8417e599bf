import type { JsonOut } from '../json-out.ts';
import { RawJson } from '../json-out.ts';
import type { WrittenCall, WrittenTurn } from '../written-turn.ts';

/** What a writer needs to know of the log besides its turns. */
export interface WrittenLog {
  readonly turns: readonly WrittenTurn[];
  /** The paste, to see which of several spellings of the format it has. */
  readonly pasted: string;
  readonly variant: string | null;
  /** The list of tools as it stood in the log; null: none is known. */
  readonly tools: string | null;
}

/** The text, or a sentence that says what this format has no place for. */
export type WriteResult =
  { readonly kind: 'written'; readonly text: string } | { readonly kind: 'cannot'; readonly why: string };

export type Writer = (log: WrittenLog) => WriteResult;

export const written = (text: string): WriteResult => ({ kind: 'written', text });
export const cannot = (why: string): WriteResult => ({ kind: 'cannot', why });

/** An id for every call: its own, or one made for formats that need one. */
export function idsOf(turns: readonly WrittenTurn[], prefix: string): ReadonlyMap<string, string> {
  const calls = turns.flatMap((turn) => turn.calls);
  const given = new Set(calls.map(({ id }) => id));
  let count = 0;
  const made = (): string => {
    do count += 1;
    while (given.has(`${prefix}${count}`));
    return `${prefix}${count}`;
  };
  return new Map(calls.map(({ mark, id }) => [mark, id ?? made()]));
}

/** A result that answers nothing is never written (shown-turns.ts), so that there is always an id. */
export const idAnswered = (ids: ReadonlyMap<string, string>, { answers }: WrittenTurn): string =>
  ids.get(answers ?? '') ?? '';

/** Name of the tool whose result a turn is. */
export const nameAnswered = (
  calls: ReadonlyMap<string, WrittenCall>,
  { name, answers }: WrittenTurn,
): string | null => name ?? calls.get(answers ?? '')?.name ?? null;

/** Turns in a row of which `belongs` holds make one group; every other turn is a group of its own. */
export function grouped(
  turns: readonly WrittenTurn[],
  belongs: (turn: WrittenTurn) => boolean,
): readonly (readonly WrittenTurn[])[] {
  const groups: WrittenTurn[][] = [];
  for (const turn of turns) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && belongs(last[0]) && belongs(turn)) last.push(turn);
    else groups.push([turn]);
  }
  return groups;
}

/** The field of an object that holds the tools, where they are known. */
export const toolsField = (tools: string | null): JsonOut | undefined =>
  tools === null ? undefined : new RawJson(tools);

export const NO_ARGUMENTS =
  'A call of this log has no arguments that parse as an object, and this format takes nothing else.';
export const NO_NAME = 'A call of this log is free text without a name, and this format takes calls by name.';
