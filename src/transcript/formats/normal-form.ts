import type { LabError } from '../../records/index.ts';

/** A JSON value as it was parsed; NaN and the infinities may stand in it, because logs hold them. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type PastedRole = 'system' | 'user' | 'assistant' | 'tool';

/** Half-open, in UTF-16 units of the text exactly as it was pasted. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
}

/** One tool call of an assistant turn. */
export interface PastedCall {
  /** As given, or `#turn.ordinal`. */
  readonly id: string;
  /** Null: the call is free text without a name (code, a shell line). */
  readonly name: string | null;
  /** Null: free text, or arguments that do not parse. */
  readonly args: JsonValue | null;
  /** The arguments as they stood; of arguments written as an object, their source text. */
  readonly rawArgs: string;
  /** The whole call when it is free text. */
  readonly text: string | null;
  /** Two calls with one key are the same call: name and arguments are equal, whatever the order of keys. */
  readonly key: string;
  readonly span: SourceSpan;
}

export interface CallPlace {
  readonly turn: number;
  readonly ordinal: number;
}

/** The call that a result answers, and how the two were brought together. */
export interface Answer extends CallPlace {
  readonly how: 'id' | 'name' | 'order';
}

/** What the format itself says of a result, in a field of its own. The wording of a result is judged elsewhere. */
export interface ResultFlag {
  /** Null: the format has such a field and says neither yes nor no. */
  readonly isError: boolean | null;
  /** The field, in the spelling of the table of marks (for example `is_error`, `status-error`). */
  readonly rule: string;
  /** The field as it stood, cut to a line. */
  readonly snippet: string;
  /** A person or a permission rule refused the call. */
  readonly denied: boolean;
  /** Cancelled because another call of the same batch failed. */
  readonly secondary: boolean;
}

export interface PastedTurn {
  readonly index: number;
  readonly role: PastedRole;
  readonly text: string;
  readonly reasoning: string | null;
  /** Assistant turns only. */
  readonly calls: readonly PastedCall[];
  /** Tool turns only; null: no call was found for this result. */
  readonly answers: Answer | null;
  /** Tool turns only; null: the format says nothing. */
  readonly flag: ResultFlag | null;
  readonly name: string | null;
  /** Tool turns only: what stood before the result in a message that is no tool's, as “Observation: ”; `text` is without. */
  readonly label?: string;
  /** In order; the spans of all turns and parts of a transcript are disjoint. */
  readonly spans: readonly SourceSpan[];
}

/** Text that was understood and belongs to no turn. */
export interface SkippedPart {
  readonly what: string;
  readonly span: SourceSpan;
}

/** Text that was not understood. */
export interface UnreadPart {
  readonly why: string;
  readonly span: SourceSpan;
}

export interface PasteWarning {
  readonly code: string;
  readonly text: string;
  readonly span: SourceSpan | null;
}

/** One of several runs in one paste. */
export interface PastedRun {
  readonly label: string;
  readonly span: SourceSpan;
}

/** What any pasted log becomes. Every character of the paste is in a turn, in a skipped or in an unread part. */
export interface PastedTranscript {
  /** Id of the format in the table of formats. */
  readonly format: string;
  readonly variant: string | null;
  /** Why the paste was taken for this format: shown to the user. */
  readonly why: string;
  readonly turns: readonly PastedTurn[];
  readonly runs: readonly PastedRun[];
  /** Which of `runs` the turns are of. */
  readonly run: number;
  readonly warnings: readonly PasteWarning[];
  readonly skipped: readonly SkippedPart[];
  readonly unread: readonly UnreadPart[];
}

/** A format that the paste resembles, with what speaks for it. */
export interface NearFormat {
  readonly id: string;
  readonly name: string;
  readonly why: string;
}

/** Why a paste is no transcript. `kind` is one of the codes of the README. */
export interface PasteFault extends LabError {
  readonly nearest: readonly NearFormat[];
  /** What can be used all the same: the complete records of a text that is cut off, or turns without calls. */
  readonly offer: PastedTranscript | null;
}

export type ReadPaste =
  | { readonly kind: 'transcript'; readonly transcript: PastedTranscript }
  | { readonly kind: 'not-read'; readonly fault: PasteFault };
