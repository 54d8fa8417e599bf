import {
  pushAssistant,
  readAssistantBlocks,
  readUserBlocks,
  type AssistantBlocks,
} from './anthropic-blocks.ts';
import { liveThread, threadsOf } from './claude-code-threads.ts';
import type { Detected } from './draft.ts';
import { field, fieldAt, hasField, isTrue, textField, type JsonNode } from './json-node.ts';
import type { JsonRecords } from './json-records.ts';
import { listsAsRuns, type Pen } from './list-format.ts';
import { recordLists, type RecordList } from './record-lists.ts';

const MARKS = ['sessionId', 'session_id', 'isSidechain', 'parentUuid', 'leafUuid', 'messageId'] as const;

const isRecord = (node: JsonNode): boolean =>
  textField(node, 'type') !== null && MARKS.some((mark) => field(node, mark) !== undefined);

const isMessage = (node: JsonNode): boolean =>
  isRecord(node) && textField(field(node, 'message'), 'role') !== null;

/** Session files and the printed stream: one record a line, messages among bookkeeping. Each thread is a run. */
export function detectClaudeCode(records: JsonRecords): Detected | null {
  const lists = recordLists(records, isRecord).filter(({ entries }) => entries.some(isMessage));
  if (lists.length === 0) return null;
  const threads = lists.flatMap((list) => threadsOf(list, isMessage));
  const why = 'Records with “type”, “sessionId” and a “message” of blocks, one a line.';
  const runs = threads.map(({ list }) => list);
  const detected = listsAsRuns(records, runs, { why }, readThread);
  return {
    ...detected,
    runs: detected.runs.map((run, index) => ({ ...run, label: threads[index]?.label ?? run.label })),
  };
}

function readThread(list: RecordList, pen: Pen): void {
  const seen = new Set<string>();
  const thread = liveThread(list.entries.filter(isMessage));
  let open: { id: string | null; blocks: AssistantBlocks; results: JsonNode[] } | null = null;
  const flush = (): void => {
    if (open !== null && (open.blocks.spans.length > 0 || open.results.length > 0)) {
      pushAssistant(open.blocks, open.results, pen);
    }
    open = null;
  };
  for (const entry of list.entries) {
    const what = bookkeeping(entry, seen, thread);
    pen.skip(what ?? 'fields of the record', entry);
    const message = field(entry, 'message');
    const content = field(message, 'content');
    if (what !== null || content === undefined) continue;
    pen.skip('the result again', field(entry, 'toolUseResult') ?? field(entry, 'tool_use_result'));
    if (textField(message, 'role') === 'assistant') {
      const id = textField(message, 'id');
      if (open === null || id === null || open.id !== id) {
        flush();
        open = { id, blocks: { texts: [], thoughts: [], calls: [], spans: [] }, results: [] };
      }
      open.results.push(...readAssistantBlocks(content, open.blocks, pen));
    } else {
      flush();
      readUserBlocks(content, pen);
    }
  }
  flush();
}

/** What a record is if it is no turn of the thread; null: it is one. */
function bookkeeping(entry: JsonNode, seen: Set<string>, thread: ReadonlySet<JsonNode>): string | null {
  const type = textField(entry, 'type') ?? 'other';
  if (!isMessage(entry) || (type !== 'user' && type !== 'assistant'))
    return `bookkeeping: ${type.slice(0, 40)}`;
  const uuid = textField(entry, 'uuid');
  if (uuid !== null && seen.has(uuid)) return 'the same record again';
  if (uuid !== null) seen.add(uuid);
  if (!thread.has(entry)) return 'a branch that was left';
  if (isTrue(field(entry, 'isMeta'))) return 'remark of the program';
  if (isTrue(field(entry, 'isApiErrorMessage'))) return 'error of the service';
  return hasField(fieldAt(entry, 'message'), 'content') ? null : 'bookkeeping: empty message';
}
