import type { Detected } from './draft.ts';
import {
  field,
  fieldAt,
  hasField,
  isNothing,
  itemsOf,
  spanOfNode,
  textField,
  type JsonNode,
} from './json-node.ts';
import type { JsonRecords } from './json-records.ts';
import { isLabelledResult, labelledResult, writtenReply } from './labelled-results.ts';
import { listsAsRuns, type Pen } from './list-format.ts';
import { contentOf, joined } from './message-content.ts';
import type { PastedRole } from './normal-form.ts';
import { openaiCalls } from './openai-calls.ts';
import { recordLists, type RecordList } from './record-lists.ts';
import { resultFlag } from './result-flag.ts';

const ROLES: Readonly<Record<string, PastedRole>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  tool: 'tool',
  function: 'tool',
};

const isMessage = (node: JsonNode): boolean =>
  textField(node, 'role') !== null &&
  (field(node, 'content') !== undefined || hasField(node, 'tool_calls') || hasField(node, 'function_call'));

/** Messages with `role` and `content`, calls in `tool_calls`, results in messages of their own. */
export function detectOpenaiChat(records: JsonRecords): Detected | null {
  const lists = recordLists(records, isMessage);
  const first = lists[0];
  if (first === undefined) return null;
  const isLegacy = first.entries.some((entry) => hasField(entry, 'function_call'));
  const inWords = first.entries.some((entry, at) => isAnsweredByLabel(entry, first.entries[at + 1]));
  const why = first.entries.some((entry) => hasField(entry, 'tool_calls'))
    ? 'Messages with “role” and “content”; calls stand in “tool_calls”.'
    : `Messages with “role” and “content”${isLegacy ? '; calls stand in “function_call”' : inWords ? '; results stand in user messages that begin with “Observation:”' : ''}.`;
  return listsAsRuns(records, lists, { why, variant: isLegacy ? 'legacy function_call' : null }, readChat);
}

function readChat(list: RecordList, pen: Pen): void {
  const system = field(list.owner, 'system') ?? field(list.owner, 'instructions');
  if (!isNothing(system) && system !== undefined) {
    pen.turns.push({ role: 'system', text: contentOf(system).text, spans: [spanOfNode(system)] });
  }
  for (const [at, entry] of list.entries.entries())
    readMessage(entry, pen, isAnsweredByLabel(entry, list.entries[at + 1]));
  // A log of requests: the answer to the last one stands beside its list.
  const answer = answerOf(list);
  if (answer !== undefined) readMessage(answer, pen, false);
}

/** A reply without `tool_calls` whose result the next message gives in words. */
const isAnsweredByLabel = (entry: JsonNode, next: JsonNode | undefined): boolean =>
  ROLES[(textField(entry, 'role') ?? '').toLowerCase()] === 'assistant' &&
  isLabelledResult(next) &&
  !hasField(entry, 'tool_calls') &&
  !hasField(entry, 'function_call');

/** `choices[0].message` of the response that is logged with a request. */
function answerOf({ owner, root }: RecordList): JsonNode | undefined {
  for (const place of [owner, root]) {
    for (const path of [['choices'], ['response', 'choices'], ['response', 'body', 'choices']]) {
      const message = field(itemsOf(fieldAt(place, ...path))[0], 'message');
      if (message !== undefined && isMessage(message)) return message;
    }
  }
  return undefined;
}

/** The turn before is a reply whose call stands in words. */
const isOpen = ({ turns }: Pen): boolean =>
  turns.at(-1)?.calls?.some(({ text }) => text !== null) === true;

function readMessage(entry: JsonNode, pen: Pen, isAnswered: boolean): void {
  const role = ROLES[(textField(entry, 'role') ?? '').toLowerCase()];
  if (role === undefined || !isMessage(entry)) {
    pen.unread(
      role === undefined ? 'Not a message with a role that is known.' : 'A message without content.',
      entry,
    );
    return;
  }
  const content = contentOf(field(entry, 'content'));
  for (const part of content.leftOut) pen.skip('picture or file', part);
  const name = textField(entry, 'name') ?? textField(entry, 'tool_name');
  const spans = [spanOfNode(entry)];
  if (role === 'tool') {
    const id = textField(entry, 'tool_call_id') ?? textField(entry, 'call_id') ?? textField(entry, 'id');
    const flag = resultFlag(entry, content.text);
    pen.turns.push({ role, text: content.text, hint: { id, name }, flag, name, spans });
  } else if (role === 'assistant') {
    const thought = ['reasoning_content', 'reasoning', 'thinking'].map((key) => textField(entry, key));
    const reasoning = joined([thought.find((text) => text !== null) ?? null, content.reasoning]);
    const said = isAnswered
      ? writtenReply(content.text, entry)
      : { text: content.text, calls: openaiCalls(entry, pen.text) };
    pen.turns.push({ role, ...said, reasoning, name, spans });
  } else if (isLabelledResult(entry) && isOpen(pen)) pen.turns.push(labelledResult(entry));
  else pen.turns.push({ role, text: content.text, name, spans });
}
