import { argumentsFromText } from '../arguments.ts';
import type { DraftCall, DraftTurn } from '../draft.ts';
import type { PastedRole, ResultFlag, SourceSpan } from '../normal-form.ts';
import type { PythonCall, PythonNode } from './python-literal.ts';
import { pythonField, pythonItems, pythonText, pythonValue } from './python-value.ts';

const ROLES: Readonly<Partial<Record<string, PastedRole>>> = {
  AI: 'assistant',
  Human: 'user',
  System: 'system',
  Tool: 'tool',
  Function: 'tool',
};

/** A printed message, with its place. Every class of message has a name of this form. */
export const MESSAGE_CLASS = /\b(AI|Human|System|Tool|Function)Message(?:Chunk)?\(/g;

/** The turn a printed message is. */
export function turnOfMessage(message: PythonCall, text: string): DraftTurn | null {
  const role =
    ROLES[
      message.name
        .split('.')
        .at(-1)
        ?.replace(/Message(?:Chunk)?$/, '') ?? ''
    ];
  if (role === undefined) return null;
  const blocks = pythonItems(message.fields.get('content'));
  const turn = {
    role,
    text: pythonText(message, 'content') ?? joined(blocks, 'text', ['text', 'output_text']),
    name: pythonText(message, 'name'),
    spans: [spanOf(message)],
  };
  if (role === 'assistant')
    return {
      ...turn,
      reasoning: joined(blocks, 'thinking', ['thinking']) || null,
      calls: callsOf(message, blocks, text),
    };
  if (role !== 'tool') return turn;
  return {
    ...turn,
    hint: { id: pythonText(message, 'tool_call_id'), name: pythonText(message, 'name') },
    flag: flagOf(message),
  };
}

const spanOf = ({ start, end }: SourceSpan): SourceSpan => ({ start, end });

function joined(blocks: readonly PythonNode[], key: string, types: readonly string[]): string {
  return blocks
    .flatMap((block) => {
      if (block.kind === 'text') return key === 'text' ? [block.value] : [];
      return types.includes(pythonText(block, 'type') ?? '') ? [pythonText(block, key) ?? ''] : [];
    })
    .join('\n');
}

/** The calls stand in up to three fields, of which each is a copy of the next: the first that has any is taken. */
function callsOf(message: PythonCall, blocks: readonly PythonNode[], text: string): readonly DraftCall[] {
  const plain = [
    ...pythonItems(message.fields.get('tool_calls')).map((call) => callOf(call, 'args', text)),
    ...pythonItems(message.fields.get('invalid_tool_calls')).map((call) => callOf(call, 'args', text)),
  ];
  if (plain.length > 0) return plain;
  const more = message.fields.get('additional_kwargs');
  const legacy = pythonField(more, 'function_call');
  const raw = [
    ...pythonItems(pythonField(more, 'tool_calls')),
    ...(legacy?.kind === 'dict' ? [legacy] : []),
  ].map((call) => callOf(call, 'arguments', text));
  if (raw.length > 0) return raw;
  return blocks
    .filter((block) => pythonText(block, 'type') === 'tool_use')
    .map((block) => callOf(block, 'input', text));
}

function callOf(call: PythonNode, argumentKey: string, text: string): DraftCall {
  const inner = pythonField(call, 'function') ?? call;
  const written = pythonField(inner, argumentKey);
  const head = {
    id: pythonText(call, 'id'),
    name: pythonText(inner, 'name'),
    text: null,
    span: spanOf(call),
  };
  if (written === undefined) return { ...head, args: null, rawArgs: '' };
  if (written.kind === 'text') return { ...head, ...argumentsFromText(written.value) };
  return { ...head, args: pythonValue(written, text), rawArgs: text.slice(written.start, written.end) };
}

function flagOf(message: PythonCall): ResultFlag | null {
  const status = pythonText(message, 'status');
  if (status === null) return null;
  return {
    isError: status === 'error',
    rule: 'status-error',
    snippet: `status='${status}'`,
    denied: false,
    secondary: false,
  };
}
