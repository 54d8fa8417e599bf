import type { Detected, Draft, DraftCall, DraftTurn } from '../draft.ts';
import type { TextFormat } from '../format.ts';
import type { SourceSpan } from '../normal-form.ts';
import { callFromText, inputOf, wholeValue } from './call-text.ts';
import { linesOf, trimmed } from './lines.ts';
import { roleSections, type RoleSection } from './role-headings.ts';
import { taggedReply } from './tagged-calls.ts';

/** The speaker at the head of a line, and what is said behind it or below. */
export const ROLE_TEXT: TextFormat = {
  id: 'role-text',
  name: 'Plain text with User:, Assistant: and Tool: headings',
  seenIn: 'notes and exports of one’s own',
  detect: ({ text }): Detected | null => {
    const sections = roleSections(text);
    const count = (role: RoleSection['role']): number =>
      sections.filter((section) => section.role === role).length;
    const replies = count('assistant') + count('call');
    if (replies === 0 || count('user') + count('tool') === 0) return null;
    return {
      variant: null,
      why: `Headings of speakers begin lines: ${count('user')} of a user, ${replies} of an assistant, ${count('tool')} of a tool.`,
      runs: [
        {
          label: 'the whole text',
          span: { start: 0, end: text.length },
          read: () => draftOf(text, sections),
        },
      ],
    };
  },
};

function draftOf(text: string, sections: readonly RoleSection[]): Draft {
  const turns: DraftTurn[] = [];
  for (const [at, section] of sections.entries()) {
    const { role, name, whole, content } = section;
    const last = turns.at(-1);
    if (role === 'call' && last?.role === 'assistant' && sections[at - 1]?.role !== 'tool')
      turns[turns.length - 1] = {
        ...last,
        calls: [...(last.calls ?? []), headedCall(text, name, content)],
        spans: [...last.spans, whole],
      };
    else if (role === 'call')
      turns.push({ role: 'assistant', text: '', calls: [headedCall(text, name, content)], spans: [whole] });
    else if (role === 'assistant')
      turns.push({ role, ...replyOf(text, content, isAnswered(sections, at)), spans: [whole] });
    else {
      const said = text.slice(content.start, content.end).trim();
      const hint = role === 'tool' ? { hint: { id: null, name } } : {};
      turns.push({ role, text: said, name, ...hint, spans: [whole] });
    }
  }
  return { turns, skipped: [], unread: [], warnings: [] };
}

/** A reply that a result follows holds a call, unless a heading of its own gives the call. */
const isAnswered = (sections: readonly RoleSection[], at: number): boolean =>
  sections[at + 1]?.role === 'tool';

function headedCall(text: string, name: string | null, content: SourceSpan): DraftCall {
  const span = trimmed(text, content.start, content.end);
  if (name !== null) return { id: null, name, ...inputOf(text, span), text: null, span };
  return callFromText(text, span) ?? namedCall(text, span) ?? freeText(text, span);
}

/** `name {"a": 1}` and `name: {"a": 1}`, on one line or two. */
function namedCall(text: string, span: SourceSpan): DraftCall | null {
  const found = /^`?([A-Za-z_][\w.-]{0,60})`?[ \t]*:?\s*(?=\{)/.exec(
    text.slice(span.start, span.start + 100),
  );
  if (found?.[1] === undefined) return null;
  const input = { start: span.start + found[0].length, end: span.end };
  if (wholeValue(text, input) === null) return null;
  return { id: null, name: found[1], ...inputOf(text, input), text: null, span };
}

const freeText = (text: string, span: SourceSpan): DraftCall => ({
  id: null,
  name: null,
  args: null,
  rawArgs: '',
  text: text.slice(span.start, span.end),
  span,
});

/**
 * The call of a reply is in tags, else in its last code fence or its last line, else, if a result follows, the whole
 * reply is the call.
 */
function replyOf(
  text: string,
  content: SourceSpan,
  answered: boolean,
): Pick<DraftTurn, 'text' | 'calls' | 'reasoning'> {
  const tagged = taggedReply(text, content);
  if (tagged.calls.length > 0 || !answered) return tagged;
  const span = trimmed(text, content.start, content.end);
  const place = lastFence(text, span) ?? lastLine(text, span);
  const isFence = text.startsWith('```', place.start);
  const call =
    callFromText(text, place) ??
    namedCall(text, place) ??
    (isFence ? freeText(text, insideOf(text, place)) : callFromText(text, span));
  if (call === null) return { text: '', reasoning: null, calls: [freeText(text, span)] };
  return {
    text: text.slice(span.start, call.span.start < place.start ? span.start : place.start).trim(),
    reasoning: null,
    calls: [call],
  };
}

/** A fence that closes at the end of the reply. */
function lastFence(text: string, { start, end }: SourceSpan): SourceSpan | null {
  const said = text.slice(start, end);
  if (!said.endsWith('```')) return null;
  const opening = said.lastIndexOf('```', said.length - 4);
  return opening < 0 ? null : { start: start + opening, end };
}

function insideOf(text: string, { start, end }: SourceSpan): SourceSpan {
  const head = /^```[^\n]*\n?/.exec(text.slice(start, Math.min(end, start + 60)))?.[0].length ?? 3;
  return trimmed(text, start + head, end - 3);
}

function lastLine(text: string, { start, end }: SourceSpan): SourceSpan {
  const last = linesOf(text.slice(start, end)).at(-1);
  return last === undefined ? { start, end } : trimmed(text, start + last.start, end);
}
