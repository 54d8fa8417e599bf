/** One step of an agent: the call it wrote and what it read afterwards. */
export interface Step {
  readonly call: string;
  readonly observation: string;
}

/** A call that failed, and what is known of the failure. */
export interface Failure {
  readonly call: string;
  /** The error as the tools reported it. */
  readonly error: string;
  /** Name of the tool as the call spells it; null when the call has no readable name. */
  readonly tool: string | null;
}

/**
 * A step whose call failed, with the texts that may stand where its result was read. A log has only the failure
 * itself; the other texts belong to a probe item, and a presentation that lacks its text shows nothing.
 */
export interface FailedStep extends Failure {
  /** Family of the error, for example 'unknown_tool'; decides how a note puts it (error-kind.ts). */
  readonly errorKind: string;
  /** 1 for the first failed step of the transcript, 2 for the second, … */
  readonly attempt: number;
  /** An acknowledgement that says neither success nor failure. */
  readonly neutral?: string;
  /** The same, as long as the error. */
  readonly padded?: string;
  /** What would have been read had the call worked. */
  readonly success?: string;
  /** The error at its shortest. */
  readonly terse?: string;
  /** The error with a hint added. */
  readonly verbose?: string;
  /** The error, then the call word for word. */
  readonly quoting?: string;
  /** Another wrong call at the same place, and its own error. */
  readonly other?: Failure;
}

/** A step of the past, as it went. */
export type PastStep =
  | { readonly outcome: 'worked'; readonly step: Step }
  | { readonly outcome: 'failed'; readonly step: FailedStep };
