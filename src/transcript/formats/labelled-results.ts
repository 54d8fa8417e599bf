import type { DraftCall, DraftTurn } from './draft.ts';
import { field, spanOfNode, textField, type JsonNode } from './json-node.ts';
import { contentOf } from './message-content.ts';

/** Loops of one's own give results back as user messages, with the label that the ReAct prompts made usual. */
const LABEL = /^\s*Observation:[ \t]*/i;
/** Where such a reply has thoughts, the call begins at its label. */
const ACTION = /^Action:/im;
const NAME = /^(?:Action:[ \t]*)?`*([A-Za-z_][\w.-]*)/i;

/** Whether a message holds a result behind a label. */
export const isLabelledResult = (entry: JsonNode | undefined): boolean =>
  ['user', 'human'].includes((textField(entry, 'role') ?? '').toLowerCase()) &&
  LABEL.test(contentOf(field(entry, 'content')).text);

/** The result of a loop of one's own, without its label. */
export function labelledResult(entry: JsonNode): DraftTurn {
  const { text } = contentOf(field(entry, 'content'));
  const label = LABEL.exec(text)?.[0] ?? '';
  return {
    role: 'tool',
    text: text.slice(label.length),
    label,
    hint: { id: null, name: null },
    spans: [spanOfNode(entry)],
  };
}

/** A reply that such a result answers: what it says from its call on is the call, word for word. */
export function writtenReply(content: string, node: JsonNode): { text: string; calls: DraftCall[] } {
  const said = content.trim();
  const at = Math.max(0, said.search(ACTION));
  const text = said.slice(at);
  if (text === '') return { text: said, calls: [] };
  const call = {
    id: null,
    name: NAME.exec(text)?.[1] ?? null,
    args: null,
    rawArgs: text,
    text,
    span: spanOfNode(field(node, 'content') ?? node),
  };
  return { text: said.slice(0, at).trim(), calls: [call] };
}
