import { jsonText, objectOut, type JsonOut } from '../json-out.ts';
import type { WrittenTurn } from '../written-turn.ts';
import {
  cannot,
  grouped,
  idAnswered,
  idsOf,
  NO_ARGUMENTS,
  toolsField,
  written,
  type Writer,
} from './writer.ts';

interface BlockMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly JsonOut[];
}

/** Messages of blocks. Thinking is signed by its service for its own place and is left out. */
function blockMessages(turns: readonly WrittenTurn[]): readonly BlockMessage[] | null {
  const ids = idsOf(turns, 'toolu_');
  const isHeld = turns.every(({ calls }) =>
    calls.every((call) => call.name !== null && objectOut(call) !== null),
  );
  if (!isHeld) return null;
  return grouped(turns, ({ role }) => role === 'tool').map((group): BlockMessage => {
    const [first] = group;
    if (first?.role !== 'tool') return ofTurn(first, ids);
    return {
      role: 'user',
      content: group.map((turn) => ({
        type: 'tool_result',
        tool_use_id: idAnswered(ids, turn),
        content: turn.text,
        is_error: turn.isError === true ? true : undefined,
      })),
    };
  });
}

function ofTurn(turn: WrittenTurn | undefined, ids: ReadonlyMap<string, string>): BlockMessage {
  if (turn?.role !== 'assistant') return { role: 'user', content: turn?.text ?? '' };
  const said: readonly JsonOut[] = turn.text === '' ? [] : [{ type: 'text', text: turn.text }];
  const calls = turn.calls.map((call): JsonOut => ({
    ...{ type: 'tool_use', id: ids.get(call.mark) ?? '', name: call.name },
    input: objectOut(call),
  }));
  return { role: 'assistant', content: [...said, ...calls] };
}

export const writeAnthropicMessages: Writer = ({ turns, tools }) => {
  const [first, ...rest] = turns;
  const system = first?.role === 'system' ? first.text : undefined;
  const others = system === undefined ? turns : rest;
  if (others.some(({ role }) => role === 'system'))
    return cannot('This format has one system prompt, at the beginning.');
  const messages = blockMessages(others);
  if (messages === null) return cannot(NO_ARGUMENTS);
  const list = messages.map(({ role, content }): JsonOut => ({ role, content }));
  return written(
    jsonText(
      system === undefined && tools === null ? list : { system, tools: toolsField(tools), messages: list },
    ),
  );
};

const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** One record a line, each pointing to the one before. */
export const writeClaudeCode: Writer = ({ turns }) => {
  if (turns.some(({ role }) => role === 'system'))
    return cannot('A Claude Code session file holds no system prompt.');
  const messages = blockMessages(turns);
  if (messages === null) return cannot(NO_ARGUMENTS);
  const lines = messages.map(({ role, content }, index) =>
    jsonText(
      {
        parentUuid: index === 0 ? null : uuid(index),
        isSidechain: false,
        sessionId: uuid(0),
        type: role,
        message: { role, content },
        uuid: uuid(index + 1),
      },
      true,
    ),
  );
  return written(`${lines.join('\n')}\n`);
};
