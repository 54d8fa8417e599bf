import type { DraftCall, DraftTurn } from '../formats/draft.ts';
import type { JsonValue, PastedTranscript, ResultFlag } from '../formats/normal-form.ts';
import { settle } from '../formats/settle.ts';
import { wholePaste } from '../formats/source-text.ts';

const NOWHERE = { start: 0, end: 0 };

/** A call for a log written by hand. */
export const call = (name: string, args: JsonValue, rawArgs = JSON.stringify(args)): DraftCall => ({
  id: null,
  name,
  args,
  rawArgs,
  text: null,
  span: NOWHERE,
});

/** A call that is free text, as to a shell. */
export const shell = (text: string): DraftCall => ({
  id: null,
  name: null,
  args: null,
  rawArgs: '',
  text,
  span: NOWHERE,
});

export const user = (text: string): DraftTurn => ({ role: 'user', text, spans: [] });

export const reply = (text: string, ...calls: readonly DraftCall[]): DraftTurn => ({
  role: 'assistant',
  text,
  calls,
  spans: [],
});

export const result = (text: string, flag: Partial<ResultFlag> | null = null): DraftTurn => ({
  role: 'tool',
  text,
  hint: { id: null, name: null },
  flag: flag === null ? null : { ...NO_FLAG, ...flag },
  spans: [],
});

const NO_FLAG: ResultFlag = { isError: null, rule: 'is_error', snippet: '', denied: false, secondary: false };

/** A log as a format would read it, for tests. */
export const writtenLog = (...turns: readonly DraftTurn[]): PastedTranscript =>
  settle(
    { turns, skipped: [], unread: [], warnings: [] },
    {
      format: 'by-hand',
      detected: { variant: null, why: '' },
      source: wholePaste(''),
      pasted: '',
      runs: [],
      run: 0,
    },
  );
