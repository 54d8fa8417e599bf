import type { Detected } from './draft.ts';
import type { SourceText } from './source-text.ts';
import { CHATML } from './text/chatml.ts';
import { LANGCHAIN_REPR } from './text/langchain-repr.ts';
import { onPlainText } from './text/on-plain-text.ts';
import { REACT_TEXT } from './text/react-text.ts';
import { ROLE_TEXT } from './text/role-text.ts';

/** One line of the table of formats: a text format. */
export interface TextFormat {
  readonly id: string;
  /** As the page names it. */
  readonly name: string;
  /** Where the format was seen. */
  readonly seenIn: string;
  /** Null: not this format. The first of the table that says yes is taken. */
  readonly detect: (source: SourceText) => Detected | null;
}

/** Text formats, the most distinct first. */
export const TEXT_FORMATS: readonly TextFormat[] = [CHATML, LANGCHAIN_REPR, REACT_TEXT, ROLE_TEXT].map(
  onPlainText,
);
