import type { Detected, Draft, DraftTurn } from '../draft.ts';
import type { TextFormat } from '../format.ts';
import type { SkippedPart, UnreadPart } from '../normal-form.ts';
import { MESSAGE_CLASS, turnOfMessage } from './langchain-message.ts';
import { readPython } from './python-literal.ts';
import { pythonText } from './python-value.ts';

/** So many printed messages that do not end are looked at: each costs a walk to the end of the text. */
const BROKEN_LOOKED_AT = 40;
/** No message is longer, so that a broken one costs no more. */
const LONGEST_MESSAGE = 4_000_000;

/** Messages as Python prints them: a stream, a list, or one after the other. */
export const LANGCHAIN_REPR: TextFormat = {
  id: 'langchain-repr',
  name: 'LangChain or LangGraph messages as Python prints them',
  seenIn: 'LangGraph streams printed in notebooks',
  detect: ({ text }): Detected | null => {
    const count = [...text.matchAll(/\b(?:AI|Tool)Message(?:Chunk)?\((?:content|name|tool_call_id)=/g)]
      .length;
    if (count === 0) return null;
    return {
      variant: null,
      why: `${count === 1 ? 'A message' : `${count} messages`} of the form AIMessage(…) or ToolMessage(…).`,
      runs: [{ label: 'the whole text', span: { start: 0, end: text.length }, read: () => draftOf(text) }],
    };
  },
};

function draftOf(text: string): Draft {
  const turns: DraftTurn[] = [];
  const unread: UnreadPart[] = [];
  const skipped: SkippedPart[] = [];
  const printed = new Set<string>();
  let streamed: string | null = null;
  let read = 0;
  for (const { 0: opening, index } of text.matchAll(MESSAGE_CLASS)) {
    if (index < read) continue;
    const end = Math.min(text.length, index + LONGEST_MESSAGE);
    const message = unread.length < BROKEN_LOOKED_AT ? readPython(text, index, end) : null;
    const turn = message?.kind === 'call' ? turnOfMessage(message, text) : null;
    if (message === null || turn === null) {
      unread.push({
        why: 'A message that does not end.',
        span: { start: index, end: index + opening.length },
      });
      continue;
    }
    read = message.end;
    const id = pythonText(message, 'id') ?? pythonText(message, 'tool_call_id');
    const written = text.slice(message.start, message.end);
    const last = turns.at(-1);
    const isChunk = opening.includes('Chunk');
    if (isChunk && id !== null && id === streamed && last !== undefined)
      turns[turns.length - 1] = joined(last, turn);
    else if (id !== null && printed.has(written))
      skipped.push({ what: 'message printed again', span: { start: message.start, end: message.end } });
    else turns.push(turn);
    printed.add(written);
    streamed = isChunk ? id : null;
  }
  skipped.push(...wrappings(text));
  return { turns, skipped, unread, warnings: [] };
}

/** Pieces of one streamed answer. */
const joined = (one: DraftTurn, next: DraftTurn): DraftTurn => ({
  ...one,
  text: one.text + next.text,
  calls: [...(one.calls ?? []), ...(next.calls ?? [])],
  spans: [...one.spans, ...next.spans],
});

/** `{'agent': {'messages': [` before a message names the node that wrote it. */
const wrappings = (text: string): readonly SkippedPart[] =>
  [
    ...text.matchAll(
      /\(?(?:\([^()\n]{0,200}\), ?)?\{'[\w-]{1,80}': \{(?:'[\w-]{1,80}': [^{}[\]\n]{0,200}, )*'messages': \[/g,
    ),
  ].map((found) => ({
    what: 'name of the node',
    span: { start: found.index, end: found.index + found[0].length },
  }));
