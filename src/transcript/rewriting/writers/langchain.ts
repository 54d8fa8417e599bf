import type { JsonValue } from '../../formats/normal-form.ts';
import { isRecord, jsonText, objectOut, type JsonOut } from '../json-out.ts';
import { callsByMark, type WrittenCall, type WrittenTurn } from '../written-turn.ts';
import { cannot, idAnswered, idsOf, nameAnswered, NO_NAME, written, type Writer } from './writer.ts';

const CLASSES = { system: 'System', user: 'Human', assistant: 'AI', tool: 'Tool' } as const;
const TYPES = { system: 'system', user: 'human', assistant: 'ai', tool: 'tool' } as const;

/** Messages as they are stored: in the one of three spellings that the paste has. */
export const writeLangchainJson: Writer = ({ turns, pasted }) => {
  if (turns.some(({ calls }) => calls.some(({ name, text }) => name === null || text !== null)))
    return cannot(NO_NAME);
  const ids = idsOf(turns, 'call_');
  const byMark = callsByMark(turns);
  const isBuilt = /"type"\s*:\s*"constructor"/u.test(pasted);
  const isNested = !isBuilt && /"data"\s*:\s*\{/u.test(pasted);
  const messages = turns.map((turn): JsonOut => {
    const fields = fieldsOf(turn, byMark, ids);
    const type = TYPES[turn.role];
    if (isNested) return { type, data: fields };
    if (!isBuilt) return { type, ...fields };
    const name = `${CLASSES[turn.role]}Message`;
    return { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', name], kwargs: fields };
  });
  return written(jsonText(messages));
};

function fieldsOf(
  turn: WrittenTurn,
  byMark: ReadonlyMap<string, WrittenCall>,
  ids: ReadonlyMap<string, string>,
): { readonly [key: string]: JsonOut | undefined } {
  const { role, text, reasoning, calls, isError } = turn;
  if (role === 'tool') {
    return {
      content: text,
      name: nameAnswered(byMark, turn) ?? undefined,
      tool_call_id: idAnswered(ids, turn),
      status: isError === null ? undefined : isError ? 'error' : 'success',
    };
  }
  if (role !== 'assistant') return { content: text };
  const callOut = (call: WrittenCall): JsonOut => ({
    name: call.name,
    args: objectOut(call) ?? call.rawArgs,
    id: ids.get(call.mark) ?? '',
    type: objectOut(call) === null ? 'invalid_tool_call' : 'tool_call',
  });
  return {
    content: text,
    additional_kwargs: reasoning === null ? {} : { reasoning_content: reasoning },
    tool_calls: calls.filter((call) => objectOut(call) !== null).map(callOut),
    invalid_tool_calls: calls.filter((call) => objectOut(call) === null).map(callOut),
  };
}

/** Messages as Python prints them, one a line in a list. */
export const writeLangchainRepr: Writer = ({ turns }) => {
  if (turns.some(({ calls }) => calls.some(({ name, args }) => name === null || !isRecord(args))))
    return cannot(NO_NAME);
  const ids = idsOf(turns, 'call_');
  const byMark = callsByMark(turns);
  const messages = turns.map((turn) => {
    const { role, text, calls, isError } = turn;
    const fields = [`content=${python(text)}`];
    if (role === 'tool') {
      const name = nameAnswered(byMark, turn);
      if (name !== null) fields.push(`name=${python(name)}`);
      fields.push(`tool_call_id=${python(idAnswered(ids, turn))}`);
      if (isError !== null) fields.push(`status=${python(isError ? 'error' : 'success')}`);
    } else if (calls.length > 0) {
      const list = calls.map(({ mark, name, args }) =>
        python({ name, args, id: ids.get(mark) ?? '', type: 'tool_call' }),
      );
      fields.push(`tool_calls=[${list.join(', ')}]`);
    }
    return `${CLASSES[role]}Message(${fields.join(', ')})`;
  });
  return written(`[${messages.join(',\n ')}]\n`);
};

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** A value as Python prints it. */
function python(value: JsonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    const body = value
      .replaceAll(/[\n\r\t\\]/gu, (sign) => ESCAPES[sign] ?? sign)
      .replaceAll(
        /[\p{Cc}\p{Surrogate}]/gu,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    return quote + body.replaceAll(quote, `\\${quote}`) + quote;
  }
  if (!isRecord(value)) return `[${value.map(python).join(', ')}]`;
  const members = Object.entries(value).map(([key, one]) => `${python(key)}: ${python(one)}`);
  return `{${members.join(', ')}}`;
}
