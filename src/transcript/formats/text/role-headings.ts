import type { SourceSpan } from '../normal-form.ts';
import { linesOf } from './lines.ts';

export type HeadedRole = 'system' | 'user' | 'assistant' | 'tool' | 'call';

/** A heading that names a speaker, and what stands below it. */
export interface RoleSection {
  readonly role: HeadedRole;
  /** A name beside the role: `Tool (find_event):`. */
  readonly name: string | null;
  readonly whole: SourceSpan;
  readonly content: SourceSpan;
}

const ROLES: Readonly<Partial<Record<string, HeadedRole>>> = {
  system: 'system',
  'system prompt': 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  agent: 'assistant',
  tool: 'tool',
  function: 'tool',
  observation: 'tool',
  'tool result': 'tool',
  'tool output': 'tool',
  'tool response': 'tool',
  'tool call': 'call',
  'function call': 'call',
};

const WORD = Object.keys(ROLES)
  .sort((a, b) => b.length - a.length)
  .join('|');
const NAME = String.raw`(?:[ \t]*[(\[]([\w.-]{1,60})[)\]])?`;
/** `User:`, `**User:**`, `Tool (name):`. */
const WITH_COLON = new RegExp(
  String.raw`^[ \t\uFEFF]*(?:#{1,6}[ \t]+|[-*][ \t]+)?(?:\*\*|__)?(${WORD})${NAME}(?:\*\*|__)?[ \t]*:(?:\*\*|__)?(?=\s|$)[ \t]?`,
  'i',
);
/** `### Assistant`, `[user]`, `**User**` alone on a line. */
const ALONE = new RegExp(
  String.raw`^[ \t\uFEFF]*(?:#{1,6}[ \t]+(?:\*\*)?(${WORD})${NAME}(?:\*\*)?|\[(${WORD})\]|\*\*(${WORD})${NAME}\*\*)[ \t]*$`,
  'i',
);

interface Heading {
  readonly role: HeadedRole;
  readonly name: string | null;
  readonly start: number;
  readonly past: number;
  readonly isSmall: boolean;
}

/** Parts a text at the headings of its speakers. In small letters they count only if no heading has a capital. */
export function roleSections(text: string): readonly RoleSection[] {
  const headings = linesOf(text).flatMap(({ start, end, next }): Heading[] => {
    const line = text.slice(start, Math.min(end, start + 160));
    const inLine = WITH_COLON.exec(line);
    const found = inLine ?? ALONE.exec(line);
    if (found === null) return [];
    const word = found[1] ?? found[3] ?? found[4] ?? '';
    const role = ROLES[word.toLowerCase()];
    if (role === undefined) return [];
    const past = inLine === null ? next : start + found[0].length;
    return [{ role, name: found[2] ?? found[5] ?? null, start, past, isSmall: word === word.toLowerCase() }];
  });
  const hasCapitals = headings.some(({ role, isSmall }) => role === 'assistant' && !isSmall);
  const used = hasCapitals ? headings.filter(({ isSmall }) => !isSmall) : headings;
  return used.map(({ role, name, start, past }, at) => {
    const end = used[at + 1]?.start ?? text.length;
    return { role, name, whole: { start, end }, content: { start: Math.min(past, end), end } };
  });
}
