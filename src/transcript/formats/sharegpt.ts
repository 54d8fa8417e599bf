import { argumentsFromNode } from './arguments.ts';
import type { Detected, DraftCall } from './draft.ts';
import { field, itemsOf, spanOfNode, textField, type JsonNode } from './json-node.ts';
import { readJson } from './json-reader.ts';
import type { JsonRecords } from './json-records.ts';
import { listsAsRuns, type Pen } from './list-format.ts';
import { textOfValue } from './message-content.ts';
import type { SourceSpan } from './normal-form.ts';
import { recordLists, type RecordList } from './record-lists.ts';

type Speaker = 'system' | 'user' | 'assistant' | 'call' | 'tool';
const SPEAKERS: Readonly<Record<string, Speaker>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  model: 'assistant',
  chatgpt: 'assistant',
  bot: 'assistant',
  function_call: 'call',
  tool_call: 'call',
  observation: 'tool',
  tool: 'tool',
  function_response: 'tool',
  tool_response: 'tool',
  ipython: 'tool',
};

const speakerOf = (node: JsonNode): string | null => textField(node, 'from') ?? textField(node, 'role');
const valueIn = (node: JsonNode): JsonNode | undefined => field(node, 'value') ?? field(node, 'content');

const isSaid = (node: JsonNode): boolean => speakerOf(node) !== null && valueIn(node) !== undefined;

/** Conversations of `from` and `value`, made to train on. */
export function detectSharegpt(records: JsonRecords): Detected | null {
  const lists = recordLists(records, isSaid);
  const isOwn = (node: JsonNode): boolean =>
    textField(node, 'from') !== null && field(node, 'value') !== undefined;
  if (!lists.some(({ entries }) => entries.some(isOwn))) return null;
  return listsAsRuns(records, lists, { why: 'Conversations of “from” and “value”.' }, readConversation);
}

function readConversation(list: RecordList, pen: Pen): void {
  const system = field(list.owner, 'system');
  if (system?.kind === 'text' && system.value !== '') {
    pen.turns.push({ role: 'system', text: system.value, spans: [spanOfNode(system)] });
  }
  for (const entry of list.entries) {
    const speaker = SPEAKERS[(speakerOf(entry) ?? '').toLowerCase()];
    if (speaker === undefined || !isSaid(entry)) {
      pen.unread('Said by nobody that is known.', entry);
      continue;
    }
    const span = spanOfNode(entry);
    const text = textOfValue(valueIn(entry));
    const spans = [span];
    if (speaker === 'call')
      pen.turns.push({ role: 'assistant', text: '', calls: callsIn(text, span), spans });
    else if (speaker === 'assistant') {
      const { said, calls } = taggedCalls(text, span);
      pen.turns.push({ role: 'assistant', text: said, calls, spans });
    } else if (speaker === 'tool')
      pen.turns.push({ role: 'tool', text, hint: { id: null, name: textField(entry, 'name') }, spans });
    else pen.turns.push({ role: speaker, text, spans });
  }
}

/** One call or a list of them as JSON; anything else is free text, code for example. */
function callsIn(value: string, span: SourceSpan): DraftCall[] {
  const { node, fault, end } = readJson(value);
  const nodes = node?.kind === 'list' ? itemsOf(node) : [node];
  const calls = nodes.flatMap((item): DraftCall[] => {
    const name = textField(item ?? undefined, 'name');
    if (item === null || name === null) return [];
    const args = field(item, 'arguments') ?? field(item, 'parameters') ?? field(item, 'args');
    return [{ id: textField(item, 'id'), name, ...argumentsFromNode(args, value), text: null, span }];
  });
  const isJson =
    fault === null && value.slice(end).trim() === '' && calls.length === nodes.length && calls.length > 0;
  if (isJson) return calls;
  return value.trim() === '' ? [] : [{ id: null, name: null, args: null, rawArgs: value, text: value, span }];
}

const TAG = '<tool_call>';
const END_TAG = '</tool_call>';

/** Calls inside what the model says, in tags. */
function taggedCalls(
  text: string,
  span: SourceSpan,
): { readonly said: string; readonly calls: readonly DraftCall[] } {
  const calls: DraftCall[] = [];
  const said: string[] = [];
  let read = 0;
  for (let at = text.indexOf(TAG); at >= 0; at = text.indexOf(TAG, read)) {
    const close = text.indexOf(END_TAG, at);
    const end = close < 0 ? text.length : close;
    said.push(text.slice(read, at));
    calls.push(...callsIn(text.slice(at + TAG.length, end).trim(), span));
    read = Math.min(text.length, end + END_TAG.length);
  }
  said.push(text.slice(read));
  return { said: calls.length === 0 ? text : said.join('').trim(), calls };
}
