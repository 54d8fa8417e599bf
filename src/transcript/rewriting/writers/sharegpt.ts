import { argumentsOut, jsonText, type JsonOut } from '../json-out.ts';
import type { WrittenCall } from '../written-turn.ts';
import { cannot, toolsField, written, type Writer } from './writer.ts';

/** Conversations of `from` and `value`. */
export const writeSharegpt: Writer = ({ turns, tools }) => {
  const [first, ...rest] = turns;
  const system = first?.role === 'system' ? first.text : undefined;
  const said = (system === undefined ? turns : rest).map(({ role, text, calls }): JsonOut | null => {
    if (role === 'tool') return { from: 'observation', value: text };
    if (role !== 'assistant') return { from: role === 'user' ? 'human' : role, value: text };
    if (calls.length === 0) return { from: 'gpt', value: text };
    const written = calls.map(callValue);
    if (text !== '') {
      const tagged = written.map((value) =>
        value === null ? null : `<tool_call>\n${asText(value)}\n</tool_call>`,
      );
      return tagged.includes(null) ? null : { from: 'gpt', value: [text, ...tagged].join('\n') };
    }
    const [only] = written;
    if (written.length === 1)
      return only === undefined || only === null ? null : { from: 'function_call', value: asText(only) };
    const values = written.filter((value) => value !== null && typeof value !== 'string');
    return values.length < written.length ? null : { from: 'function_call', value: jsonText(values, true) };
  });
  if (said.includes(null))
    return cannot('A call of this log has no arguments that parse, and this format writes them as JSON.');
  return written(
    jsonText([
      {
        system,
        tools: tools === null ? undefined : jsonText(toolsField(tools) ?? null, true),
        conversations: said,
      },
    ]),
  );
};

const asText = (value: JsonOut): string => (typeof value === 'string' ? value : jsonText(value, true));

/** The call as JSON, or as the free text it is; null: neither. */
function callValue(call: WrittenCall): JsonOut {
  if (call.text !== null) return call.text;
  const args = argumentsOut(call);
  if (call.name === null || args === null) return null;
  return { id: call.id ?? undefined, name: call.name, arguments: args };
}
