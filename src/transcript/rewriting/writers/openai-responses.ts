import { jsonText, type JsonOut } from '../json-out.ts';
import { callsByMark } from '../written-turn.ts';
import { argumentText } from './openai-chat.ts';
import { cannot, idAnswered, idsOf, NO_NAME, toolsField, written, type Writer } from './writer.ts';

/** Items of the Responses interface. Reasoning items are bound to their service and are left out. */
export const writeOpenaiResponses: Writer = ({ turns, tools }) => {
  if (turns.some(({ calls }) => calls.some(({ name }) => name === null))) return cannot(NO_NAME);
  const ids = idsOf(turns, 'call_');
  const byMark = callsByMark(turns);
  const items = turns.flatMap((turn): readonly JsonOut[] => {
    const { role, text, calls } = turn;
    if (role === 'tool') {
      const isFree = byMark.get(turn.answers ?? '')?.text != null;
      const type = isFree ? 'custom_tool_call_output' : 'function_call_output';
      return [{ type, call_id: idAnswered(ids, turn), output: text }];
    }
    if (role !== 'assistant') return [{ type: 'message', role, content: [{ type: 'input_text', text }] }];
    const said: readonly JsonOut[] =
      text === '' ? [] : [{ type: 'message', role, content: [{ type: 'output_text', text }] }];
    return [
      ...said,
      ...calls.map((call): JsonOut => {
        const { mark, name, text: free } = call;
        const id = ids.get(mark) ?? '';
        return free === null
          ? { type: 'function_call', call_id: id, name, arguments: argumentText(call) }
          : { type: 'custom_tool_call', call_id: id, name, input: free };
      }),
    ];
  });
  return written(jsonText(tools === null ? items : { input: items, tools: toolsField(tools) }));
};
