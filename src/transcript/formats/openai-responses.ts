import type { Detected, DraftCall } from './draft.ts';
import { argumentsFromNode } from './arguments.ts';
import { field, isNothing, itemsOf, spanOfNode, textField, type JsonNode } from './json-node.ts';
import type { JsonRecords } from './json-records.ts';
import { listsAsRuns, type Pen } from './list-format.ts';
import { contentOf, joined, thoughtOf } from './message-content.ts';
import type { SourceSpan } from './normal-form.ts';
import { recordLists, type RecordList } from './record-lists.ts';
import { resultFlag } from './result-flag.ts';

const RESULTS = /^(?:function|custom_tool|local_shell|shell|computer|apply_patch)_call_output$/;
const CALLS = /^(?:function|custom_tool|local_shell|shell|computer|apply_patch|mcp)_call$/;
const HOSTED =
  /^(?:web_search|file_search|code_interpreter|image_generation)_call$|^mcp_list_tools$|^compaction$/;

const typeOf = (node: JsonNode): string =>
  textField(node, 'type') ?? (textField(node, 'role') === null ? '' : 'message');

const isItem = (node: JsonNode): boolean => {
  const type = typeOf(node);
  return (
    type === 'message' || type === 'reasoning' || RESULTS.test(type) || CALLS.test(type) || HOSTED.test(type)
  );
};

/** Items: messages, calls and results stand in one list; items of the model in a row are one turn. */
export function detectOpenaiResponses(records: JsonRecords): Detected | null {
  const lists = recordLists(records, isItem).map(withOutput);
  const isOwn = lists.some(({ entries }) =>
    entries.some((entry) => RESULTS.test(typeOf(entry)) || CALLS.test(typeOf(entry))),
  );
  if (!isOwn) return null;
  const why = 'A list of items; calls are “function_call”, results “function_call_output”.';
  return listsAsRuns(records, lists, { why }, readItems);
}

/** One exchange: what was sent stands in `input`, what came back in `output`. */
function withOutput(list: RecordList): RecordList {
  const before = itemsOf(field(list.owner, 'input'));
  const after = itemsOf(field(list.owner, 'output'));
  if (before.length === 0 || after.length === 0) return list;
  return { ...list, entries: [...before, ...after] };
}

interface Answer {
  readonly texts: string[];
  readonly thoughts: (string | null)[];
  readonly calls: DraftCall[];
  readonly spans: SourceSpan[];
}

function readItems(list: RecordList, pen: Pen): void {
  const instructions = field(list.owner, 'instructions');
  if (instructions !== undefined && !isNothing(instructions)) {
    pen.turns.push({ role: 'system', text: contentOf(instructions).text, spans: [spanOfNode(instructions)] });
  }
  if (textField(list.owner, 'previous_response_id') !== null) {
    pen.warn(
      'earlier-turns-missing',
      'Earlier turns are not in this paste: it continues another response.',
      null,
    );
  }
  let answer: Answer | null = null;
  const open = (): Answer => (answer ??= { texts: [], thoughts: [], calls: [], spans: [] });
  const flush = (): void => {
    // Reasoning alone makes no turn.
    if (answer !== null && answer.texts.length === 0 && answer.calls.length === 0) {
      for (const { start, end } of answer.spans)
        pen.skip('reasoning', { kind: 'atom', value: null, start, end });
    } else if (answer !== null) {
      const { texts, thoughts, calls, spans } = answer;
      pen.turns.push({
        role: 'assistant',
        text: texts.join('\n'),
        reasoning: joined(thoughts),
        calls,
        spans,
      });
    }
    answer = null;
  };
  for (const item of list.entries) {
    const type = typeOf(item);
    if (type === 'reasoning') {
      open().thoughts.push(thoughtOf(item));
      open().spans.push(spanOfNode(item));
    } else if (CALLS.test(type)) {
      open().calls.push(callOf(item, type, pen.text));
      open().spans.push(spanOfNode(item));
      if (type === 'mcp_call') {
        flush();
        readHostedResult(item, pen);
      }
    } else if (HOSTED.test(type)) pen.skip('hosted tool', item);
    else if (type === 'message' && textField(item, 'role') === 'assistant') {
      open().texts.push(contentOf(field(item, 'content')).text);
      open().spans.push(spanOfNode(item));
    } else {
      flush();
      readOther(item, type, pen);
    }
  }
  flush();
}

function callOf(item: JsonNode, type: string, text: string): DraftCall {
  const id = textField(item, 'call_id') ?? textField(item, 'id');
  const name = textField(item, 'name') ?? type.replace(/_call$/, '');
  const span = spanOfNode(item);
  const input = textField(item, 'input');
  if (input !== null) return { id, name, args: null, rawArgs: input, text: input, span };
  const args = field(item, 'arguments') ?? field(item, 'action') ?? field(item, 'operation');
  return { id, name, ...argumentsFromNode(args, text), text: null, span };
}

/** A call that the host ran itself holds its result, or its error. */
function readHostedResult(item: JsonNode, pen: Pen): void {
  const error = field(item, 'error');
  const output = isNothing(error) ? field(item, 'output') : error;
  if (output === undefined || isNothing(output)) return;
  const { text } = contentOf(output);
  const hint = { id: textField(item, 'call_id') ?? textField(item, 'id'), name: null };
  pen.turns.push({ role: 'tool', text, hint, flag: resultFlag(item, text), spans: [spanOfNode(output)] });
}

function readOther(item: JsonNode, type: string, pen: Pen): void {
  const spans = [spanOfNode(item)];
  if (RESULTS.test(type)) {
    // The item's own status says that the item is complete, not that the tool succeeded.
    const { text } = contentOf(field(item, 'output'));
    pen.turns.push({
      role: 'tool',
      text,
      hint: { id: textField(item, 'call_id'), name: null },
      flag: null,
      spans,
    });
    return;
  }
  const role = textField(item, 'role');
  if (type !== 'message' || role === null) pen.unread('An item of a kind that is not known.', item);
  else {
    const isSystem = role === 'system' || role === 'developer';
    pen.turns.push({
      role: isSystem ? 'system' : 'user',
      text: contentOf(field(item, 'content')).text,
      spans,
    });
  }
}
