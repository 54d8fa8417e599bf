/** How a failure was seen, the surest first. `by-hand` is a mark the reader of the page set. */
export type FailureLevel = 'by-hand' | 'explicit' | 'structured' | 'text';

/** What makes a result a failure: where it was seen, by which rule, and the words themselves. */
export interface ErrorMark {
  readonly level: FailureLevel;
  readonly rule: string;
  readonly snippet: string;
  /** It failed only because another call of the same turn did. */
  readonly secondary: boolean;
  /** A person or a permission rule refused it: nothing ran. */
  readonly denied: boolean;
  /** The reply could not be read as a call, so no tool ran. */
  readonly isRejectedReply: boolean;
}

/** The call that failed; ordinal null is the whole reply of a turn in which no call could be read. */
export interface FailedPlace {
  readonly turn: number;
  readonly ordinal: number | null;
}

/** A later turn with the same call. */
export interface Repeat {
  readonly turn: number;
  /** The argument text is equal too, to the letter. */
  readonly exactText: boolean;
  readonly failedAgain: boolean;
}

/** One failed call of a log. */
export interface FailedCall extends ErrorMark {
  readonly call: FailedPlace;
  /** Turn of its result. */
  readonly result: number;
  /** A search that found nothing and the like: the exit code says so, and nothing is wrong. */
  readonly mayBeNormal: boolean;
  /** It ran, and what it reports are failures of something else: of tests, say. */
  readonly ranAndReported: boolean;
  /** Later turns with the same call, whether it failed there or not. */
  readonly timesRepeated: number;
  /** These turns in order; of very many only the first. */
  readonly repeats: readonly Repeat[];
}
