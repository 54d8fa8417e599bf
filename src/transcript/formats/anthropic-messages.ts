import type { Detected } from './draft.ts';
import { field, isNothing, spanOfNode, textField, type JsonNode } from './json-node.ts';
import type { JsonRecords } from './json-records.ts';
import { hasOwnBlocks, pushAssistant, readAssistantBlocks, readUserBlocks } from './anthropic-blocks.ts';
import { listsAsRuns, type Pen } from './list-format.ts';
import { contentOf } from './message-content.ts';
import { recordLists, type RecordList } from './record-lists.ts';

const isMessage = (node: JsonNode): boolean => {
  const content = field(node, 'content');
  return textField(node, 'role') !== null && (content?.kind === 'text' || content?.kind === 'list');
};

/** Messages whose content is a list of blocks: `tool_use` by the assistant, `tool_result` by the user. */
export function detectAnthropicMessages(records: JsonRecords): Detected | null {
  const lists = recordLists(records, isMessage);
  const isOwn = lists.some(({ entries }) => entries.some((entry) => hasOwnBlocks(field(entry, 'content'))));
  if (!isOwn) return null;
  const why = 'Messages whose content is a list of blocks; calls are “tool_use”, results “tool_result”.';
  return listsAsRuns(records, lists, { why }, readMessages);
}

function readMessages(list: RecordList, pen: Pen): void {
  const system = field(list.owner, 'system');
  if (system !== undefined && !isNothing(system)) {
    pen.turns.push({ role: 'system', text: contentOf(system).text, spans: [spanOfNode(system)] });
  }
  for (const entry of list.entries) {
    const content = field(entry, 'content');
    const role = textField(entry, 'role');
    if (content === undefined || !isMessage(entry)) pen.unread('Not a message.', entry);
    else if (role === 'assistant') {
      const blocks = { texts: [], thoughts: [], calls: [], spans: [] };
      pen.skip('frame of a message', entry);
      pushAssistant(blocks, readAssistantBlocks(content, blocks, pen), pen);
    } else if (role === 'user') {
      pen.skip('frame of a message', entry);
      readUserBlocks(content, pen);
    } else if (role === 'system' || role === 'developer') {
      pen.turns.push({ role: 'system', text: contentOf(content).text, spans: [spanOfNode(entry)] });
    } else pen.unread('A message with a role that is not known.', entry);
  }
}
