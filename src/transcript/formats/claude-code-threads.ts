import { field, fieldAt, isTrue, itemsOf, textField, type JsonNode } from './json-node.ts';
import type { IsRecord, RecordList } from './record-lists.ts';

/** One conversation of a session file: the session itself, or what a helper agent did beside it. */
export interface Thread {
  readonly label: string;
  readonly list: RecordList;
}

/** Takes the threads of a file apart; records that are no messages stay with the first. */
export function threadsOf(list: RecordList, isMessage: IsRecord): Thread[] {
  const groups = new Map<string, JsonNode[]>();
  const others: JsonNode[] = [];
  for (const entry of list.entries) {
    if (!isMessage(entry)) others.push(entry);
    else {
      const name = threadName(entry);
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [entry]);
      else group.push(entry);
    }
  }
  // The session comes before its side threads, wherever they begin.
  const named = [...groups].sort(([a], [b]) => Number(a.startsWith(SIDE)) - Number(b.startsWith(SIDE)));
  return named.map(([name, messages], index) => {
    const entries = index === 0 ? inOrder([...messages, ...others]) : messages;
    const span = { start: entries[0]?.start ?? 0, end: entries[0]?.end ?? 0 };
    return {
      label: `${name} (${messages.length} ${messages.length === 1 ? 'record' : 'records'})`,
      list: { ...list, entries, span },
    };
  });
}

const SIDE = 'Side thread';

function threadName(entry: JsonNode): string {
  const parent = textField(entry, 'parent_tool_use_id');
  if (isTrue(field(entry, 'isSidechain')) || parent !== null) {
    return `${SIDE} ${textField(entry, 'agentId') ?? parent ?? ''}`.trim();
  }
  return `Session ${textField(entry, 'sessionId') ?? textField(entry, 'session_id') ?? ''}`.trim();
}

const inOrder = (nodes: readonly JsonNode[]): JsonNode[] => [...nodes].sort((a, b) => a.start - b.start);

/**
 * The messages that were not taken back. Whoever goes back in a session and asks anew leaves two prompts after one
 * record: the last counts, and what follows the others is a branch that was left. Results of parallel calls fork as
 * well; they are no prompts and stay.
 */
export function liveThread(messages: readonly JsonNode[]): ReadonlySet<JsonNode> {
  const children = new Map<string, JsonNode[]>();
  for (const message of messages) {
    const parent = textField(message, 'parentUuid');
    if (parent === null) continue;
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [message]);
    else known.push(message);
  }
  const live = new Set(messages);
  const leave = (first: JsonNode): void => {
    const waiting = [first];
    for (let message = waiting.pop(); message !== undefined; message = waiting.pop()) {
      if (!live.delete(message)) continue;
      waiting.push(...(children.get(textField(message, 'uuid') ?? '') ?? []));
    }
  };
  for (const siblings of children.values()) {
    const prompts = siblings.filter(isPrompt);
    for (const prompt of prompts.slice(0, -1)) leave(prompt);
  }
  return live;
}

function isPrompt(entry: JsonNode): boolean {
  if (textField(field(entry, 'message'), 'role') !== 'user' || isTrue(field(entry, 'isMeta'))) return false;
  const content = fieldAt(entry, 'message', 'content');
  if (content?.kind === 'text') return true;
  return !itemsOf(content).some((block) => textField(block, 'type') === 'tool_result');
}
