import { argumentsFromNode } from './arguments.ts';
import type { Detected, DraftCall, DraftTurn } from './draft.ts';
import { field, fieldAt, isNothing, itemsOf, spanOfNode, textField, type JsonNode } from './json-node.ts';
import type { JsonRecords } from './json-records.ts';
import { listsAsRuns, type Pen } from './list-format.ts';
import { joined, textOfValue } from './message-content.ts';
import type { ResultFlag, SourceSpan } from './normal-form.ts';
import { recordLists, type RecordList } from './record-lists.ts';

/** Both spellings of a field: as the web interface writes it and as Python does. */
const either = (node: JsonNode | undefined, camel: string, snake: string): JsonNode | undefined =>
  field(node, camel) ?? field(node, snake);

const callIn = (part: JsonNode): JsonNode | undefined => either(part, 'functionCall', 'function_call');
const resultIn = (part: JsonNode): JsonNode | undefined =>
  either(part, 'functionResponse', 'function_response');

/** One content, bare or as a chunk of a streamed answer. */
const contentIn = (node: JsonNode): JsonNode =>
  field(itemsOf(field(node, 'candidates'))[0], 'content') ?? node;

const partsOf = (node: JsonNode): readonly JsonNode[] => itemsOf(field(contentIn(node), 'parts'));

const isContent = (node: JsonNode): boolean =>
  partsOf(node).some(
    (part) =>
      (textField(part, 'text') !== null && field(part, 'type') === undefined) ||
      callIn(part) !== undefined ||
      resultIn(part) !== undefined,
  );

const isOwn = (node: JsonNode): boolean =>
  textField(contentIn(node), 'role') === 'model' || partsOf(node).some((part) => callIn(part) !== undefined);

/** `contents` of `parts`; the model's role is called model. */
export function detectGemini(records: JsonRecords): Detected | null {
  const lists = recordLists(records, isContent);
  if (!lists.some(({ entries }) => entries.some(isOwn))) return null;
  const why = 'Contents made of “parts”; calls are “functionCall”, results “functionResponse”.';
  return listsAsRuns(records, lists, { why }, readContents);
}

function readContents(list: RecordList, pen: Pen): void {
  const { owner } = list;
  const system =
    either(owner, 'systemInstruction', 'system_instruction') ??
    either(field(owner, 'config'), 'systemInstruction', 'system_instruction');
  if (system !== undefined && !isNothing(system)) {
    const parts = itemsOf(field(system, 'parts'));
    const text =
      parts.length > 0 ? joined(parts.map((part) => textField(part, 'text'))) : textOfValue(system);
    pen.turns.push({ role: 'system', text: text ?? '', spans: [spanOfNode(system)] });
  }
  let chunk: DraftTurn | null = null;
  for (const entry of list.entries) {
    const content = contentIn(entry);
    const isChunk = content !== entry;
    const role = textField(content, 'role') ?? (isChunk ? 'model' : 'user');
    if (!isContent(entry)) pen.unread('Not a content with parts.', entry);
    else if (role === 'model') {
      const turn = modelTurn(entry, pen);
      // Chunks of one streamed answer are one turn.
      if (isChunk && chunk !== null) pen.turns[pen.turns.length - 1] = chunk = merged(chunk, turn);
      else pen.turns.push(turn);
      if (isChunk && chunk === null) chunk = turn;
      continue;
    } else readUserParts(entry, pen);
    chunk = null;
  }
}

function modelTurn(entry: JsonNode, pen: Pen): DraftTurn {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const calls: DraftCall[] = [];
  for (const part of partsOf(entry)) {
    const call = callIn(part);
    const text = textField(part, 'text');
    const thought = field(part, 'thought');
    if (call !== undefined) {
      const args = argumentsFromNode(field(call, 'args'), pen.text);
      const names = { id: textField(call, 'id'), name: textField(call, 'name') };
      calls.push({ ...names, ...args, text: null, span: spanOfNode(part) });
    } else if (text !== null)
      (thought?.kind === 'atom' && thought.value === true ? thoughts : texts).push(text);
  }
  const reasoning = joined(thoughts);
  return { role: 'assistant', text: texts.join('\n'), reasoning, calls, spans: [spanOfNode(entry)] };
}

const merged = (before: DraftTurn, after: DraftTurn): DraftTurn => ({
  ...before,
  text: before.text + after.text,
  reasoning: joined([before.reasoning ?? null, after.reasoning ?? null]),
  calls: [...(before.calls ?? []), ...(after.calls ?? [])],
  spans: [...before.spans, ...after.spans],
});

function readUserParts(entry: JsonNode, pen: Pen): void {
  pen.skip('frame of a content', entry);
  let said = null as { texts: string[]; spans: SourceSpan[] } | null;
  const flush = (): void => {
    if (said !== null) pen.turns.push({ role: 'user', text: said.texts.join('\n'), spans: said.spans });
    said = null;
  };
  for (const part of partsOf(entry)) {
    const result = resultIn(part);
    if (result !== undefined) {
      flush();
      const response = field(result, 'response');
      const hint = { id: textField(result, 'id'), name: textField(result, 'name') };
      const spans = [spanOfNode(part)];
      pen.turns.push({
        role: 'tool',
        text: textOfValue(response),
        hint,
        flag: flagOf(response),
        name: hint.name,
        spans,
      });
      continue;
    }
    const data = either(part, 'inlineData', 'inline_data') ?? either(part, 'fileData', 'file_data');
    const text = data === undefined ? textField(part, 'text') : '[file left out]';
    if (text === null) pen.unread('A part of a kind that is not known.', part);
    else said = { texts: [...(said?.texts ?? []), text], spans: [...(said?.spans ?? []), spanOfNode(part)] };
  }
  flush();
}

/** By habit a tool that failed answers with an `error`. */
function flagOf(response: JsonNode | undefined): ResultFlag | null {
  const error = fieldAt(response, 'error');
  if (error === undefined || isNothing(error)) return null;
  const said = textOfValue(error);
  if (said === '' || said === 'false' || said === '0' || said === '[]' || said === '{}') return null;
  const snippet = `error: ${said}`.slice(0, 200);
  return { isError: true, rule: 'response-error', snippet, denied: false, secondary: false };
}
