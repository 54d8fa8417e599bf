import { JSON_FORMATS, TEXT_FORMATS } from './formats.ts';
import type { NearFormat } from './normal-form.ts';

/** Words that a format's logs hold, by id. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  'openai-chat': ['"role"', '"content"', '"tool_calls"', '"function_call"', '"tool_call_id"'],
  'anthropic-messages': ['"role"', '"tool_use"', '"tool_result"', '"tool_use_id"'],
  'claude-code-jsonl': ['"sessionId"', '"isSidechain"', '"parentUuid"', '"toolUseResult"'],
  'openai-responses': ['"function_call_output"', '"call_id"', '"output_text"', '"input_text"'],
  'langchain-json': ['"lc"', '"kwargs"', 'AIMessage', '"human"', '"ai"'],
  'gemini-contents': ['"contents"', '"parts"', '"functionCall"', '"functionResponse"'],
  sharegpt: ['"conversations"', '"from"', '"value"', '"gpt"'],
  'swe-agent-traj': ['"trajectory"', '"observation"', '"action"', '"thought"'],
  'react-text': ['Thought:', 'Action:', 'Action Input:', 'Observation:', 'Final Answer:'],
  chatml: ['<|im_start|>', '<|im_end|>', '<tool_call>', '<tool_response>'],
  'langchain-repr': ['AIMessage(', 'ToolMessage(', 'HumanMessage('],
  'langchain-pretty': ['Ai Message ==', 'Tool Message ==', 'Human Message =='],
};

/** The formats that most logs are in: named where a text shows the marks of none. */
const COMMON = ['openai-chat', 'claude-code-jsonl', 'anthropic-messages'];
const NEAREST = 3;

/** The three formats that a text is nearest to: by the share of their marks that stand in its beginning. */
export function nearestFormats(text: string): NearFormat[] {
  const head = text.slice(0, 500_000);
  const scored = [...JSON_FORMATS, ...TEXT_FORMATS]
    .filter((format) => 'detect' in format)
    .map(({ id, name }) => {
      const marks = MARKS[id] ?? [];
      const found = marks.filter((mark) => head.includes(mark));
      return { id, name, found, share: marks.length === 0 ? 0 : found.length / marks.length };
    });
  const rank = (id: string): number => {
    const place = COMMON.indexOf(id);
    return place < 0 ? COMMON.length : place;
  };
  scored.sort((a, b) => b.share - a.share || rank(a.id) - rank(b.id));
  return scored.slice(0, NEAREST).map(({ id, name, found }) => ({
    id,
    name,
    why:
      found.length === 0
        ? 'A common format; none of its marks stand in the text.'
        : `It holds ${found.join(', ')}.`,
  }));
}
