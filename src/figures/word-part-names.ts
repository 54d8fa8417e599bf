import type { WordPart } from '../probe/index.ts';

/** What is taken word by word, in words. */
export const WORD_PART_NAMES: Readonly<Record<WordPart, string>> = {
  error: 'the error text',
  observation: 'the text in place of the error',
  note: 'the note',
  call: 'the failed call',
  goal: 'the goal',
  documentation: 'the tool’s documentation',
  transcript: 'the whole transcript',
};
