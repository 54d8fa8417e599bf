import type { Detected, DraftCall } from './draft.ts';
import {
  field,
  hasField,
  isTrue,
  itemsOf,
  spanOfNode,
  textField,
  textOf,
  type JsonNode,
} from './json-node.ts';
import type { JsonRecords } from './json-records.ts';
import { listsAsRuns, type Pen } from './list-format.ts';
import { contentOf } from './message-content.ts';
import { openaiCalls } from './openai-calls.ts';
import type { RecordList } from './record-lists.ts';

const isStep = (node: JsonNode | undefined): boolean =>
  field(node, 'action') !== undefined && field(node, 'observation') !== undefined;

const isEntry = (node: JsonNode): boolean =>
  textField(node, 'role') !== null && field(node, 'content') !== undefined;

/** `trajectory` with actions and observations and, in most files, the same run as messages in `history`. */
export function detectSweAgent(records: JsonRecords): Detected | null {
  const files = records.roots.flatMap((root) => (root.kind === 'list' ? root.items : [root]));
  const lists = files.flatMap((file) => runOf(file) ?? []);
  if (lists.length === 0) return null;
  const why = 'A “trajectory” of actions and observations.';
  return listsAsRuns(records, lists, { why }, readRun);
}

/** Messages tell more than steps (the prompts), so they are taken where the agent speaks in them. */
function runOf(file: JsonNode): RecordList | null {
  const steps = field(file, 'trajectory');
  const history = field(file, 'history');
  if (steps?.kind !== 'list' || (!itemsOf(steps).some(isStep) && steps.items.length > 0)) return null;
  const hasHistory = itemsOf(history).some(
    (entry) => textField(entry, 'role') === 'assistant' && !isDemo(entry),
  );
  if (!hasHistory && steps.items.length === 0) return null;
  const list = hasHistory && history !== undefined ? history : steps;
  return { entries: itemsOf(list), owner: file, root: file, span: spanOfNode(list), repeats: [] };
}

const isDemo = (entry: JsonNode): boolean =>
  isTrue(field(entry, 'is_demo')) || textField(entry, 'message_type') === 'demonstration';

function readRun(list: RecordList, pen: Pen): void {
  const steps = field(list.owner, 'trajectory');
  if (steps !== undefined && steps.start === list.span.start) {
    for (const step of list.entries) readStep(step, pen);
    return;
  }
  pen.skip('the same run again', steps);
  let hasCall = false;
  for (const entry of list.entries) {
    const role = textField(entry, 'role');
    if (!isEntry(entry) || role === null) pen.unread('Not a message.', entry);
    else if (isDemo(entry)) pen.skip('a demonstration', entry);
    else if (role === 'assistant') hasCall = readReply(entry, pen);
    else {
      const { text } = contentOf(field(entry, 'content'));
      const spans = [spanOfNode(entry)];
      // The task itself is called an observation too: only what follows a call answers one.
      const isResult = role === 'tool' || (role === 'user' && hasCall);
      hasCall = hasCall && role === 'tool';
      if (!isResult) pen.turns.push({ role: role === 'system' ? 'system' : 'user', text, spans });
      else {
        const id = textOf(itemsOf(field(entry, 'tool_call_ids'))[0]) ?? textField(entry, 'tool_call_id');
        pen.turns.push({ role: 'tool', text, hint: { id, name: null }, spans });
      }
    }
  }
}

/** An assistant's message; whether it holds a call. A reply without one gets a complaint, not a result. */
function readReply(entry: JsonNode, pen: Pen): boolean {
  const content = contentOf(field(entry, 'content'));
  const action = textField(entry, 'action') ?? '';
  const given = hasField(entry, 'tool_calls') ? openaiCalls(entry, pen.text) : [];
  const calls = given.length > 0 ? given : freeCall(action, field(entry, 'action') ?? entry);
  const thought = textField(entry, 'thought');
  const text =
    given.length > 0 || calls.length === 0 ? content.text : (thought ?? beforeAction(content.text, action));
  pen.turns.push({
    role: 'assistant',
    text,
    reasoning: content.reasoning,
    calls,
    spans: [spanOfNode(entry)],
  });
  return calls.length > 0;
}

function readStep(step: JsonNode, pen: Pen): void {
  const action = field(step, 'action');
  const observation = field(step, 'observation');
  const said = textOf(action) ?? '';
  const calls = action === undefined ? [] : freeCall(said, action);
  const text = textField(step, 'thought') ?? beforeAction(textField(step, 'response') ?? '', said);
  // The turn has the step, the observation inside it is the next turn's.
  pen.turns.push({ role: 'assistant', text, calls, spans: [spanOfNode(step)] });
  if (observation === undefined) return;
  const heard = contentOf(observation).text;
  const spans = [spanOfNode(observation)];
  if (calls.length === 0) pen.turns.push({ role: 'user', text: heard, spans });
  else pen.turns.push({ role: 'tool', text: heard, hint: { id: null, name: null }, spans });
}

/** A command as it is typed, named by its first word. */
function freeCall(action: string, node: JsonNode): DraftCall[] {
  const text = action.trim();
  if (text === '') return [];
  const name = /^\S+/.exec(text)?.[0] ?? null;
  return [{ id: null, name, args: null, rawArgs: text, text, span: spanOfNode(node) }];
}

function beforeAction(reply: string, action: string): string {
  const at = action.trim() === '' ? -1 : reply.lastIndexOf(action.trim());
  return (at < 0 ? reply : reply.slice(0, at)).replace(/```\w*\s*$/, '').trim();
}
