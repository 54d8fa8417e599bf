import type { SourceSpan } from '../normal-form.ts';
import { linesOf } from './lines.ts';

export type ReactLabel = 'question' | 'thought' | 'action' | 'input' | 'observation' | 'answer';

/** A label and what stands after it, up to the next label. */
export interface ReactSegment {
  /** `enter` and `leave` are the marks around a chain; `words` is what stands before any label. */
  readonly label: ReactLabel | 'enter' | 'leave' | 'words';
  /** With the label. */
  readonly whole: SourceSpan;
  readonly content: SourceSpan;
}

const LABELS: Readonly<Partial<Record<string, ReactLabel>>> = {
  question: 'question',
  'new input': 'question',
  thought: 'thought',
  action: 'action',
  'action input': 'input',
  observation: 'observation',
  'final answer': 'answer',
};

/** Indents, list signs and numbers, then the label in plain or bold letters, with or without a number. */
const LABEL =
  /^[ \t\uFEFF]*(?:[-*#]{1,4}[ \t]+|\d{1,3}\.[ \t]+)?(?:\*\*|__)?(Question|New input|Thought|Action[ _]Input|Action|Observation|Final Answer)(?:[ \t]*\d{1,4})?(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?[ \t]?/i;
const CHAIN_MARK = /^[ \t]*> ?(?:(Entering new)\b|Finished\b)[^\n\r]{0,80}chain\b/;
const CHAIN_MARK_ANYWHERE = /^[ \t]*> ?(?:Entering new|Finished)\b[^\n\r]{0,80}chain\b/m;

/**
 * Cuts a text at its labels. Labels in small letters count only in a log that has no others: in the midst of a result
 * `action:` is more likely a key.
 */
export function reactSegments(text: string): readonly ReactSegment[] {
  const marks = linesOf(text).flatMap(({ start, end }): Mark[] => {
    const head = text.slice(start, Math.min(end, start + 160));
    const chain = CHAIN_MARK.exec(head);
    if (chain !== null)
      return [{ label: chain[1] === undefined ? 'leave' : 'enter', start, past: end, isSmall: false }];
    const found = LABEL.exec(head);
    const word = found?.[1]?.replace('_', ' ');
    const label = LABELS[word?.toLowerCase() ?? ''];
    if (found === null || word === undefined || label === undefined) return [];
    return [{ label, start, past: start + found[0].length, isSmall: word === word.toLowerCase() }];
  });
  const hasCapitals = marks.some(({ label, isSmall }) => label === 'action' && !isSmall);
  const used = hasCapitals ? marks.filter(({ isSmall }) => !isSmall) : marks;
  const segments = used.map(({ label, start, past }, at): ReactSegment => {
    const end = used[at + 1]?.start ?? text.length;
    return { label, whole: { start, end }, content: { start: past, end } };
  });
  const first = used[0]?.start ?? text.length;
  const words: ReactSegment = {
    label: 'words',
    whole: { start: 0, end: first },
    content: { start: 0, end: first },
  };
  return first > 0 ? [words, ...segments] : segments;
}

interface Mark {
  readonly label: ReactLabel | 'enter' | 'leave';
  readonly start: number;
  readonly past: number;
  readonly isSmall: boolean;
}

/** Whether a chain of LangChain was printed. */
export const hasChainMark = (text: string): boolean => CHAIN_MARK_ANYWHERE.test(text);
