import { argumentsOut } from '../json-out.ts';
import type { WrittenCall, WrittenTurn } from '../written-turn.ts';
import { grouped, written, type Writer } from './writer.ts';

/** Turns between the marks of a chat template, calls and results in tags. */
export const writeChatml: Writer = ({ turns }) => {
  const blocks = grouped(turns, ({ role }) => role === 'tool').map((group) => {
    const [first] = group;
    const body = group.map(bodyOf).join('\n');
    return `<|im_start|>${first?.role === 'tool' ? 'user' : (first?.role ?? 'user')}\n${body}<|im_end|>\n`;
  });
  return written(blocks.join(''));
};

function bodyOf({ role, text, reasoning, calls }: WrittenTurn): string {
  if (role === 'tool') return `<tool_response>\n${text}\n</tool_response>`;
  if (role !== 'assistant') return text;
  return [
    ...(reasoning === null ? [] : [`<think>\n${reasoning}\n</think>`]),
    ...(text === '' ? [] : [text]),
    ...calls.map((call) => `<tool_call>\n${callOf(call)}\n</tool_call>`),
  ].join('\n');
}

const callOf = (call: WrittenCall): string =>
  call.text ??
  (call.rawArgs.startsWith('<parameter=')
    ? `<function=${call.name ?? ''}>\n${call.rawArgs}\n</function>`
    : `{"name": ${JSON.stringify(call.name)}, "arguments": ${argumentsOut(call)?.text ?? call.rawArgs}}`);
