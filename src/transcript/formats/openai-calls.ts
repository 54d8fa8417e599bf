import { argumentsFromNode } from './arguments.ts';
import type { DraftCall } from './draft.ts';
import { field, itemsOf, spanOfNode, textField, textOf, type JsonNode } from './json-node.ts';

/**
 * One entry of `tool_calls` in the spellings that logs have: `{id, function: {name, arguments}}`, `{id, function: name,
 * arguments}`, `{id, name, args}`, and custom tools with free text as `input`.
 */
export function openaiCall(node: JsonNode, text: string): DraftCall {
  const body =
    [field(node, 'function'), field(node, 'custom')].find((part) => part?.kind === 'object') ?? node;
  const name = textField(body, 'name') ?? textOf(field(node, 'function')) ?? textField(node, 'function_name');
  const id = textField(node, 'id') ?? textField(node, 'tool_call_id') ?? textField(node, 'call_id');
  const args = ['arguments', 'args', 'parameters']
    .map((key) => field(body, key))
    .find((value) => value !== undefined);
  const input = field(body, 'input');
  const span = spanOfNode(node);
  if (args === undefined && input?.kind === 'text') {
    return { id, name, args: null, rawArgs: input.value, text: input.value, span };
  }
  return { id, name, ...argumentsFromNode(args ?? input, text), text: null, span };
}

/** All calls of an assistant message; the older `function_call` counts only where there are no `tool_calls`. */
export function openaiCalls(message: JsonNode, text: string): DraftCall[] {
  const calls = itemsOf(field(message, 'tool_calls'))
    .filter(({ kind }) => kind === 'object')
    .map((call) => openaiCall(call, text));
  const legacy = field(message, 'function_call');
  if (calls.length > 0 || legacy?.kind !== 'object') return calls;
  return [openaiCall(legacy, text)];
}
