import { argumentsFromText } from '../../formats/arguments.ts';
import { readJson } from '../../formats/json-reader.ts';
import { isRecord, jsonText, objectOut, RawJson, type JsonOut } from '../json-out.ts';
import { callsByMark, type WrittenTurn } from '../written-turn.ts';
import { cannot, grouped, nameAnswered, NO_ARGUMENTS, toolsField, written, type Writer } from './writer.ts';

/** Contents of parts. Thoughts are signed by their service and are left out. */
export const writeGemini: Writer = ({ turns, tools }) => {
  const [first, ...rest] = turns;
  const system = first?.role === 'system' ? { parts: [{ text: first.text }] } : undefined;
  const others = system === undefined ? turns : rest;
  if (others.some(({ role }) => role === 'system'))
    return cannot('This format has one system prompt, at the beginning.');
  const isHeld = others.every(({ calls }) =>
    calls.every((call) => call.name !== null && objectOut(call) !== null),
  );
  if (!isHeld) return cannot(NO_ARGUMENTS);
  const byMark = callsByMark(turns);
  const contents = grouped(others, ({ role }) => role === 'tool').map((group): JsonOut => {
    const [one] = group;
    if (one?.role === 'tool') {
      return {
        role: 'user',
        parts: group.map((turn) => ({
          functionResponse: {
            id: byMark.get(turn.answers ?? '')?.id ?? undefined,
            name: nameAnswered(byMark, turn),
            response: new RawJson(responseText(turn)),
          },
        })),
      };
    }
    if (one?.role !== 'assistant') return { role: 'user', parts: [{ text: one?.text ?? '' }] };
    const said: readonly JsonOut[] = one.text === '' ? [] : [{ text: one.text }];
    const calls = one.calls.map((call): JsonOut => ({
      functionCall: { id: call.id ?? undefined, name: call.name, args: objectOut(call) },
    }));
    return { role: 'model', parts: [...said, ...calls] };
  });
  return written(jsonText({ systemInstruction: system, tools: toolsField(tools), contents }));
};

/**
 * A response is an object. What is one already stays; what is added behind an object with one text goes into that text;
 * anything else becomes its `error` or its `result`.
 */
export function responseText({ text, isError }: Pick<WrittenTurn, 'text' | 'isError'>): string {
  if (isRecord(argumentsFromText(text).args)) return text;
  const begins = text.startsWith('{') ? readJson(text) : null;
  if (begins?.fault === null) {
    const { args } = argumentsFromText(text.slice(0, begins.end));
    const entries = isRecord(args) ? Object.entries(args) : [];
    const [key, value] = entries[0] ?? [];
    if (entries.length === 1 && key !== undefined && typeof value === 'string')
      return JSON.stringify({ [key]: value + text.slice(begins.end) });
  }
  return JSON.stringify({ [isError === true ? 'error' : 'result']: text });
}
