import { argumentsFromNode } from './arguments.ts';
import type { DraftCall } from './draft.ts';
import { field, itemsOf, spanOfNode, textField, type JsonNode } from './json-node.ts';
import type { Pen } from './list-format.ts';
import { contentOf, joined, thoughtOf } from './message-content.ts';
import type { SourceSpan } from './normal-form.ts';
import { resultFlag } from './result-flag.ts';

const CALLS = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);
const THOUGHTS = new Set(['thinking', 'redacted_thinking']);

const typeOf = (block: JsonNode): string => textField(block, 'type') ?? '';

/** `tool_result`, and the results of tools that run on the server (`web_search_tool_result` and the like). */
const isResult = (block: JsonNode): boolean => typeOf(block).endsWith('tool_result');

/** Whether the content of a message holds blocks that only this format has. */
export const hasOwnBlocks = (content: JsonNode | undefined): boolean =>
  itemsOf(content).some(
    (block) => CALLS.has(typeOf(block)) || THOUGHTS.has(typeOf(block)) || isResult(block),
  );

/** What an assistant's blocks say; several records may hold the blocks of one message. */
export interface AssistantBlocks {
  readonly texts: string[];
  readonly thoughts: (string | null)[];
  readonly calls: DraftCall[];
  readonly spans: SourceSpan[];
}

/** Adds the blocks of one record to the message; results of server tools follow as turns of their own. */
export function readAssistantBlocks(content: JsonNode, into: AssistantBlocks, pen: Pen): JsonNode[] {
  if (content.kind === 'text') {
    if (content.value !== '') into.texts.push(content.value);
    into.spans.push(spanOfNode(content));
    return [];
  }
  const results: JsonNode[] = [];
  for (const block of itemsOf(content)) {
    const type = typeOf(block);
    if (isResult(block)) {
      results.push(block);
      continue;
    }
    if (CALLS.has(type)) {
      const id = textField(block, 'id');
      if (id !== null && into.calls.some((call) => call.id === id)) {
        pen.skip('the same block again', block);
        continue;
      }
      const args = argumentsFromNode(field(block, 'input'), pen.text);
      into.calls.push({
        id,
        name: textField(block, 'name'),
        ...args,
        text: null,
        span: spanOfNode(block),
      });
    } else if (THOUGHTS.has(type)) into.thoughts.push(thoughtOf(block));
    else {
      const text = textField(block, 'text');
      if (text === null) {
        pen.unread(`A block of the kind “${type.slice(0, 40)}”.`, block);
        continue;
      }
      into.texts.push(text);
    }
    into.spans.push(spanOfNode(block));
  }
  return results;
}

/** Ends an assistant message: one turn, then one for each result of a server tool. */
export function pushAssistant(blocks: AssistantBlocks, results: readonly JsonNode[], pen: Pen): void {
  const { texts, thoughts, calls, spans } = blocks;
  pen.turns.push({ role: 'assistant', text: texts.join('\n'), reasoning: joined(thoughts), calls, spans });
  for (const result of results) pushResult(result, pen);
}

/** A user message: a turn for each result, and one for the text between them, where it stands. */
export function readUserBlocks(content: JsonNode, pen: Pen): void {
  if (content.kind === 'text') {
    pen.turns.push({ role: 'user', text: content.value, spans: [spanOfNode(content)] });
    return;
  }
  let said = null as { texts: string[]; spans: SourceSpan[] } | null;
  const flush = (): void => {
    if (said !== null) pen.turns.push({ role: 'user', text: said.texts.join('\n'), spans: said.spans });
    said = null;
  };
  for (const block of itemsOf(content)) {
    if (isResult(block)) {
      flush();
      pushResult(block, pen);
      continue;
    }
    const { text, leftOut } = contentOf({
      kind: 'list',
      items: [block],
      isWhole: true,
      start: block.start,
      end: block.end,
    });
    if (text === '') {
      pen.skip('empty block', block);
      continue;
    }
    for (const part of leftOut) pen.skip('picture or file', field(part, 'source'));
    said = { texts: [...(said?.texts ?? []), text], spans: [...(said?.spans ?? []), spanOfNode(block)] };
  }
  flush();
}

function pushResult(block: JsonNode, pen: Pen): void {
  const { text, leftOut } = contentOf(field(block, 'content'));
  for (const part of leftOut) pen.warn('left-out', 'A picture or a file in a result was left out.', part);
  const hint = { id: textField(block, 'tool_use_id'), name: null };
  pen.turns.push({ role: 'tool', text, hint, flag: resultFlag(block, text), spans: [spanOfNode(block)] });
}
