import type { PastedTranscript, PastedTurn } from '../formats/normal-form.ts';
import { callKey } from '../formats/call-key.ts';
import { readPaste } from '../formats/read-paste.ts';
import type { ShownTurns } from './shown-turns.ts';
import { knownTools } from './known-tools.ts';
import type { WrittenTurn } from './written-turn.ts';
import { responseText, writeGemini } from './writers/gemini.ts';
import { writeAnthropicMessages, writeClaudeCode } from './writers/anthropic.ts';
import { writeChatml } from './writers/chatml.ts';
import { writeLangchainJson, writeLangchainRepr } from './writers/langchain.ts';
import { writeOpenaiChat } from './writers/openai-chat.ts';
import { writeOpenaiResponses } from './writers/openai-responses.ts';
import { writeReactText } from './writers/react-text.ts';
import { writeRoleText } from './writers/role-text.ts';
import { writeSharegpt } from './writers/sharegpt.ts';
import { writeSweAgent } from './writers/swe-agent.ts';
import type { Writer } from './writers/writer.ts';

const WRITERS: Readonly<Partial<Record<string, Writer>>> = {
  'openai-chat': writeOpenaiChat,
  'openai-responses': writeOpenaiResponses,
  'anthropic-messages': writeAnthropicMessages,
  'claude-code-jsonl': writeClaudeCode,
  'gemini-contents': writeGemini,
  'langchain-json': writeLangchainJson,
  'langchain-repr': writeLangchainRepr,
  sharegpt: writeSharegpt,
  'swe-agent-traj': writeSweAgent,
  chatml: writeChatml,
  'react-text': writeReactText,
  'role-text': writeRoleText,
};

/** Formats in which blanks around a text are layout. */
const TRIMS = new Set(['chatml', 'react-text', 'role-text', 'swe-agent-traj', 'sharegpt']);

/** The file a rewritten log becomes, or why this format cannot hold it. */
export type Rewritten =
  | {
      readonly kind: 'written';
      readonly text: string;
      readonly format: string;
      /** What the log has and the text has not or has elsewhere, in sentences. */
      readonly leftOut: readonly string[];
    }
  | { readonly kind: 'cannot'; readonly format: string; readonly why: string };

/**
 * A shown log as text in a format: the one that was pasted, unless another is asked for. The text is read again before it
 * is handed out: what does not come back as the same turns is not written.
 */
export function rewritten(
  transcript: PastedTranscript,
  pasted: string,
  { turns, unpaired, moved }: ShownTurns,
  format = transcript.format,
): Rewritten {
  const write = WRITERS[format];
  if (write === undefined) return { kind: 'cannot', format, why: 'This format is read, but not written.' };
  const tools = format === transcript.format ? (knownTools(pasted)?.text ?? null) : null;
  const variant = format === transcript.format ? transcript.variant : null;
  const result = write({ turns, pasted, variant, tools });
  if (result.kind === 'cannot') return { ...result, format };
  const difference = differenceWhenRead(result.text, turns, format);
  if (difference !== null) return { kind: 'cannot', format, why: difference };
  return {
    ...{ kind: 'written', text: result.text, format },
    leftOut: leftOutOf(transcript, { turns, unpaired, moved }, result.text, format),
  };
}

/** Null: the text is read as these turns. */
function differenceWhenRead(text: string, turns: readonly WrittenTurn[], format: string): string | null {
  const read = readPaste(text);
  const again = read.kind === 'transcript' ? read.transcript : read.fault.offer;
  const hasCalls = turns.some(({ calls }) => calls.length > 0);
  // Messages without a call are the same in several formats, and without a reply in none.
  if (again === null) return turns.some(({ role }) => role === 'assistant') ? NOT_READ : null;
  if (again.format !== format && hasCalls) return NOT_READ;
  return isSameLog(turns, again.turns, format) ? null : NOT_READ;
}

const NOT_READ =
  'Written in this format, a text of this log would be read as something else: it holds marks of the format itself.';

function isSameLog(turns: readonly WrittenTurn[], read: readonly PastedTurn[], format: string): boolean {
  if (turns.length !== read.length) return false;
  const places = new Map(
    turns.flatMap(({ calls }, turn) => calls.map(({ mark }, ordinal) => [mark, { turn, ordinal }] as const)),
  );
  return turns.every((turn, index) => {
    const again = read[index];
    if (again?.role !== turn.role || again.calls.length !== turn.calls.length) return false;
    const place = turn.answers === null ? undefined : places.get(turn.answers);
    if (place?.turn !== again.answers?.turn || place?.ordinal !== again.answers?.ordinal) return false;
    const expected = format === 'gemini-contents' && turn.role === 'tool' ? responseText(turn) : turn.text;
    const isSameText = TRIMS.has(format) ? again.text.trim() === expected.trim() : again.text === expected;
    return isSameText && turn.calls.every((call, ordinal) => callKey(call) === again.calls[ordinal]?.key);
  });
}

function leftOutOf(
  transcript: PastedTranscript,
  { turns, unpaired, moved }: Pick<ShownTurns, 'turns' | 'unpaired' | 'moved'>,
  text: string,
  format: string,
): readonly string[] {
  const hasReasoning = turns.some(({ reasoning }) => reasoning !== null && reasoning !== '');
  const keepsReasoning = ['openai-chat', 'langchain-json', 'chatml'].includes(format);
  const hasPictures =
    transcript.skipped.some(({ what }) => what === 'picture or file') ||
    /\[(?:image|file|document|audio) left out\]/u.test(text);
  return [
    'What a log keeps beside its messages (times, usage, settings) is left out.',
    ...(hasReasoning && !keepsReasoning
      ? ['Reasoning is left out: services sign it or do not take it back.']
      : []),
    ...(hasPictures
      ? ['Pictures and files are left out; a remark in square brackets stands in their place.']
      : []),
    ...(moved > 0 ? ['Results that came late stand right behind their call, as services want it.'] : []),
    ...(unpaired > 0
      ? [
          unpaired === 1
            ? 'A call without a result, or a result without a call, is left out: no program accepts it.'
            : `${unpaired} calls without a result and results without a call are left out: no program accepts them.`,
        ]
      : []),
  ];
}
