import type {
  JsonValue,
  PastedRole,
  PasteWarning,
  ResultFlag,
  SkippedPart,
  SourceSpan,
  UnreadPart,
} from './normal-form.ts';

/** A call as a format reads it: no key yet, and an id only where the log gives one. */
export interface DraftCall {
  readonly id: string | null;
  readonly name: string | null;
  readonly args: JsonValue | null;
  readonly rawArgs: string;
  readonly text: string | null;
  readonly span: SourceSpan;
}

/** What a result says of the call it answers. */
export interface AnswerHint {
  readonly id: string | null;
  readonly name: string | null;
}

/** A turn as a format reads it. Offsets of a draft are those of the text that the format was handed. */
export interface DraftTurn {
  readonly role: PastedRole;
  readonly text: string;
  readonly reasoning?: string | null;
  readonly calls?: readonly DraftCall[];
  /** Tool turns only. */
  readonly hint?: AnswerHint;
  readonly flag?: ResultFlag | null;
  readonly name?: string | null;
  /** Tool turns only: see PastedTurn. */
  readonly label?: string;
  readonly spans: readonly SourceSpan[];
}

/** What a format makes of one run. Text that it names nowhere is sorted by `settle.ts`. */
export interface Draft {
  readonly turns: readonly DraftTurn[];
  readonly skipped: readonly SkippedPart[];
  readonly unread: readonly UnreadPart[];
  readonly warnings: readonly PasteWarning[];
}

/** One run of a paste; it is read only when it is asked for. */
export interface DraftRun {
  readonly label: string;
  readonly span: SourceSpan;
  readonly read: () => Draft;
}

/** A format found in a paste: why, and its runs. */
export interface Detected {
  readonly variant: string | null;
  readonly why: string;
  readonly runs: readonly DraftRun[];
}
