import { jsonText, type JsonOut } from '../json-out.ts';
import type { WrittenTurn } from '../written-turn.ts';
import { argumentText } from './openai-chat.ts';
import { cannot, idAnswered, idsOf, NO_NAME, written, type Writer } from './writer.ts';

/** `history` where the log had prompts; a log of bare steps stays one. */
export const writeSweAgent: Writer = ({ turns }) =>
  turns[0]?.role === 'assistant' ? steps(turns) : history(turns);

function history(turns: readonly WrittenTurn[]): ReturnType<Writer> {
  const ids = idsOf(turns, 'call_');
  if (turns.some(({ calls }) => calls.length > 1 && calls.some(({ text }) => text !== null)))
    return cannot('A reply of this log has several commands, and this format holds one.');
  if (turns.some(({ calls }) => calls.some(({ name, text }) => name === null && text === null)))
    return cannot(NO_NAME);
  const isFree = (turn: WrittenTurn): boolean => turn.calls.some(({ text }) => text !== null);
  const free = new Set(turns.filter(isFree).flatMap(({ calls }) => calls.map(({ mark }) => mark)));
  const entries = turns.map((turn): JsonOut => {
    const { role, text, calls } = turn;
    const [call] = calls;
    if (role === 'tool')
      return free.has(turn.answers ?? '')
        ? { role: 'user', content: text, agent: 'main', message_type: 'observation' }
        : { role, content: text, agent: 'main', tool_call_ids: [idAnswered(ids, turn)] };
    if (role !== 'assistant') return { role, content: text, agent: 'main' };
    if (call?.text != null) {
      const content = `${text}\n\`\`\`\n${call.text}\n\`\`\``;
      return { role, content, thought: text, action: call.text, agent: 'main' };
    }
    return {
      ...{ role, content: text, agent: 'main' },
      tool_calls:
        call === undefined
          ? undefined
          : calls.map((one) => ({
              ...{ id: ids.get(one.mark) ?? '', type: 'function' },
              function: { name: one.name, arguments: argumentText(one) },
            })),
    };
  });
  return written(jsonText({ trajectory: [], history: entries }));
}

function steps(turns: readonly WrittenTurn[]): ReturnType<Writer> {
  const trajectory: JsonOut[] = [];
  for (let at = 0; at < turns.length; at += 2) {
    const [reply, heard] = turns.slice(at, at + 2);
    const call = reply?.calls[0];
    const isStep =
      reply?.role === 'assistant' &&
      reply.calls.length < 2 &&
      heard !== undefined &&
      heard.role !== 'assistant';
    if (!isStep || (call !== undefined && call.text === null))
      return cannot('A list of steps has no place for a message between a step and the next.');
    const action = call?.text ?? '';
    const response = `${reply.text}\n\`\`\`\n${action}\n\`\`\``;
    trajectory.push({ action, observation: heard.text, response, thought: reply.text });
  }
  return written(jsonText({ trajectory }));
}
