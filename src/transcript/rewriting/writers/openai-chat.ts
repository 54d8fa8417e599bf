import { argumentsOut, jsonText, type JsonOut } from '../json-out.ts';
import { callsByMark, type WrittenCall, type WrittenTurn } from '../written-turn.ts';
import {
  cannot,
  idAnswered,
  idsOf,
  nameAnswered,
  NO_NAME,
  toolsField,
  written,
  type Writer,
} from './writer.ts';

/**
 * Messages of the OpenAI chat interface. Calls whose results stand in labelled messages of the user are words of the
 * reply and stay so. Null: another call has no name.
 */
export function chatMessages(
  turns: readonly WrittenTurn[],
  { withReasoning }: { readonly withReasoning: boolean },
): readonly JsonOut[] | null {
  const inWords = new Set(turns.flatMap(({ answers, label }) => (label === null ? [] : [answers])));
  const isNative = ({ mark }: WrittenCall): boolean => !inWords.has(mark);
  if (turns.some(({ calls }) => calls.some((call) => isNative(call) && call.name === null))) return null;
  const ids = idsOf(turns, 'call_');
  return turns.map((turn): JsonOut => {
    const { role, text, reasoning, calls, label } = turn;
    if (role === 'tool' && label !== null) return { role: 'user', content: label + text };
    if (role === 'tool') return { role, tool_call_id: idAnswered(ids, turn), content: text };
    if (role !== 'assistant') return { role, content: text };
    const native = calls.filter(isNative);
    const words = calls.flatMap((call) => (isNative(call) ? [] : [call.text ?? call.rawArgs]));
    const content = [text, ...words].filter((one) => one !== '').join('\n');
    return {
      role,
      content: content === '' && native.length > 0 ? null : content,
      reasoning_content: withReasoning ? (reasoning ?? undefined) : undefined,
      tool_calls: native.length === 0 ? undefined : native.map((call) => toolCall(call, ids)),
    };
  });
}

/** Arguments are JSON in a text; what does not parse stands as it stood. */
export const argumentText = (call: WrittenCall): string => argumentsOut(call)?.text ?? call.rawArgs;

/** A custom tool takes free text. */
const toolCall = (call: WrittenCall, ids: ReadonlyMap<string, string>): JsonOut => {
  const { mark, name, text } = call;
  const id = ids.get(mark) ?? '';
  return text === null
    ? { id, type: 'function', function: { name, arguments: argumentText(call) } }
    : { id, type: 'custom', custom: { name, input: text } };
};

export const writeOpenaiChat: Writer = ({ turns, variant, tools }) => {
  const messages =
    variant === 'legacy function_call' ? legacyMessages(turns) : chatMessages(turns, { withReasoning: true });
  if (typeof messages === 'string') return cannot(messages);
  if (messages === null) return cannot(NO_NAME);
  return written(jsonText(tools === null ? messages : { messages, tools: toolsField(tools) }));
};

/** The older form: one `function_call` a message, results in messages of a function. */
function legacyMessages(turns: readonly WrittenTurn[]): readonly JsonOut[] | string {
  if (turns.some(({ calls }) => calls.some(({ name }) => name === null))) return NO_NAME;
  if (turns.some(({ calls }) => calls.length > 1))
    return 'A reply of this log has several calls, and “function_call” holds one.';
  const byMark = callsByMark(turns);
  return turns.map((turn): JsonOut => {
    const { role, text, calls } = turn;
    const [call] = calls;
    if (role === 'tool') return { role: 'function', name: nameAnswered(byMark, turn), content: text };
    if (call === undefined) return { role, content: text };
    return {
      role,
      content: text === '' ? null : text,
      function_call: { name: call.name, arguments: argumentText(call) },
    };
  });
}
