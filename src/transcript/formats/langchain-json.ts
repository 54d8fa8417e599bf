import { argumentsFromNode } from './arguments.ts';
import type { Detected, DraftCall } from './draft.ts';
import { field, itemsOf, spanOfNode, textField, textOf, type JsonNode } from './json-node.ts';
import type { JsonRecords } from './json-records.ts';
import { listsAsRuns, type Pen } from './list-format.ts';
import { contentOf, joined } from './message-content.ts';
import { openaiCall, openaiCalls } from './openai-calls.ts';
import { recordLists, type RecordList } from './record-lists.ts';
import { resultFlag } from './result-flag.ts';

type Kind = 'system' | 'human' | 'ai' | 'tool' | 'function';
const KINDS = new Set<string>(['system', 'human', 'ai', 'tool', 'function']);

interface Message {
  readonly kind: Kind;
  readonly fields: JsonNode;
}

/** `{lc, id: […, class], kwargs}`, `{type, data}` or `{type, content}`. The class is the last part of `id`. */
function messageOf(node: JsonNode): Message | null {
  const type = textField(node, 'type');
  if (type === null) return null;
  if (type === 'constructor')
    return message(textOf(itemsOf(field(node, 'id')).at(-1)), field(node, 'kwargs'));
  return message(type, field(node, 'data')) ?? message(type, node);
}

function message(name: string | null, fields: JsonNode | undefined): Message | null {
  const kind = (name ?? '').replace(/(?:Message)?(?:Chunk)?$/, '').toLowerCase();
  if (!KINDS.has(kind) || fields === undefined || field(fields, 'content') === undefined) return null;
  return { kind: kind as Kind, fields };
}

const isMessage = (node: JsonNode): boolean => messageOf(node) !== null;

/** Messages as LangChain stores them. */
export function detectLangchainJson(records: JsonRecords): Detected | null {
  const lists = recordLists(records, isMessage);
  const entries = lists.flatMap((list) => list.entries);
  if (!entries.some((entry) => isOwn(messageOf(entry)))) return null;
  const isBuilt = entries.some((entry) => textField(entry, 'type') === 'constructor');
  const why = isBuilt
    ? 'Messages stored as constructors (“lc”, “id”, “kwargs”).'
    : 'Messages with “type” human, ai or tool.';
  return listsAsRuns(records, lists, { why }, readMessages);
}

const isOwn = (read: Message | null): boolean => read?.kind === 'ai' || read?.kind === 'human';

function readMessages(list: RecordList, pen: Pen): void {
  for (const entry of list.entries) {
    const read = messageOf(entry);
    if (read === null) {
      pen.unread('Not a message.', entry);
      continue;
    }
    const { kind, fields } = read;
    const content = contentOf(field(fields, 'content'));
    for (const part of content.leftOut) pen.skip('picture or file', part);
    const spans = [spanOfNode(entry)];
    const name = textField(fields, 'name');
    const { text } = content;
    if (kind === 'ai') {
      const thought = textField(field(fields, 'additional_kwargs'), 'reasoning_content');
      const reasoning = joined([thought, content.reasoning]);
      pen.turns.push({ role: 'assistant', text, reasoning, calls: callsOf(fields, pen.text), name, spans });
    } else if (kind === 'tool' || kind === 'function') {
      const hint = { id: textField(fields, 'tool_call_id'), name };
      pen.turns.push({ role: 'tool', text, hint, flag: resultFlag(fields, text), name, spans });
    } else pen.turns.push({ role: kind === 'human' ? 'user' : 'system', text, name, spans });
  }
}

/** Calls stand in up to three places; the first that has some is read, so that each counts once. */
function callsOf(fields: JsonNode, text: string): DraftCall[] {
  const valid = itemsOf(field(fields, 'tool_calls')).map((call) => openaiCall(call, text));
  const invalid = itemsOf(field(fields, 'invalid_tool_calls')).map((call) => ({
    ...openaiCall(call, text),
    args: null,
  }));
  if (valid.length + invalid.length > 0) return [...valid, ...invalid];
  const extra = field(fields, 'additional_kwargs');
  const copies = extra === undefined ? [] : openaiCalls(extra, text);
  if (copies.length > 0) return copies;
  return itemsOf(field(fields, 'content'))
    .filter((block) => textField(block, 'type') === 'tool_use')
    .map((block) => ({
      id: textField(block, 'id'),
      name: textField(block, 'name'),
      ...argumentsFromNode(field(block, 'input'), text),
      text: null,
      span: spanOfNode(block),
    }));
}
