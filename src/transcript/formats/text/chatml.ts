import type { Detected, Draft, DraftTurn } from '../draft.ts';
import type { TextFormat } from '../format.ts';
import type { PastedRole, SkippedPart, SourceSpan } from '../normal-form.ts';
import { taggedReply, taggedResults } from './tagged-calls.ts';

const OPENING = '<|im_start|>';
const CLOSING = '<|im_end|>';

const ROLES: Readonly<Partial<Record<string, PastedRole>>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
  ipython: 'tool',
};

/** The prompt text of a chat template with `<|im_start|>` marks. */
export const CHATML: TextFormat = {
  id: 'chatml',
  name: 'ChatML text with <tool_call> tags',
  seenIn: 'prompt texts of Qwen and Hermes models',
  detect: ({ text }): Detected | null => {
    if (!/<\|im_start\|>\w/.test(text)) return null;
    return {
      variant: null,
      why: 'Turns begin with <|im_start|>.',
      runs: [{ label: 'the whole text', span: { start: 0, end: text.length }, read: () => draftOf(text) }],
    };
  },
};

function draftOf(text: string): Draft {
  const turns: DraftTurn[] = [];
  const skipped: SkippedPart[] = [];
  let close = text.indexOf(CLOSING);
  for (let at = text.indexOf(OPENING); at >= 0;) {
    const next = text.indexOf(OPENING, at + OPENING.length);
    const limit = next < 0 ? text.length : next;
    if (close >= 0 && close < at) close = text.indexOf(CLOSING, at);
    const isClosed = close >= 0 && close < limit;
    const header =
      /^[^\n]{0,60}\n?/.exec(text.slice(at + OPENING.length, at + OPENING.length + 64))?.[0] ?? '';
    const role = ROLES[header.trim().split(/\s/, 1)[0]?.toLowerCase() ?? ''];
    const body = {
      start: Math.min(at + OPENING.length + header.length, limit),
      end: isClosed ? close : limit,
    };
    const whole = { start: at, end: isClosed ? close + CLOSING.length : limit };
    const isOpenHeader = next < 0 && !isClosed && text.slice(body.start, body.end).trim() === '';
    if (isOpenHeader) skipped.push({ what: 'open header of the next reply', span: whole });
    else if (role !== undefined) {
      turns.push(...turnsOf(text, role, body, whole));
      skipped.push({ what: 'marks of a turn', span: whole });
    }
    at = next;
  }
  return { turns, skipped, unread: [], warnings: [] };
}

function turnsOf(text: string, role: PastedRole, body: SourceSpan, whole: SourceSpan): readonly DraftTurn[] {
  if (role === 'assistant') return [{ role, ...taggedReply(text, body), spans: [whole] }];
  const { results, words } = taggedResults(text, body);
  if (role === 'system' || results.length === 0) {
    const plain = text.slice(body.start, body.end).trim();
    return [{ role, text: plain, ...hintOf(role), spans: [whole] }];
  }
  const answers = results.map(({ inner, outer }): DraftTurn => ({
    role: 'tool',
    text: text.slice(inner.start, inner.end),
    ...hintOf('tool'),
    spans: [outer],
  }));
  return words === '' ? answers : inPlace(text, answers, words, body);
}

const hintOf = (role: PastedRole): Pick<DraftTurn, 'hint'> =>
  role === 'tool' ? { hint: { id: null, name: null } } : {};

/** Words beside results are what the user said: before the results or after them, as they stand. */
function inPlace(
  text: string,
  answers: readonly DraftTurn[],
  words: string,
  body: SourceSpan,
): readonly DraftTurn[] {
  const first = answers[0]?.spans[0]?.start ?? body.end;
  const last = answers.at(-1)?.spans[0]?.end ?? body.start;
  const isBefore = text.slice(body.start, first).trim() !== '';
  const span = isBefore ? { start: body.start, end: first } : { start: last, end: body.end };
  const said: DraftTurn = { role: 'user', text: words, spans: [span] };
  return isBefore ? [said, ...answers] : [...answers, said];
}
