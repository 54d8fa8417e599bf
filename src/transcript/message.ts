export type Role = 'system' | 'user' | 'assistant';

/** One message of a transcript. Content is only ever text: a control token's spelling in it stays text. */
export interface Message {
  readonly role: Role;
  readonly content: string;
}

/** A stretch of one message, half-open, in UTF-16 units of its content. */
export interface TextRange {
  readonly message: number;
  readonly start: number;
  readonly end: number;
}

/**
 * A named stretch of one message. Whoever turns it into tokens takes every token that overlaps the stretch.
 *
 * With `sameTokensAs` the stretch is only where the part may lie: the part is the last run of tokens that lie
 * wholly inside the stretch, hold none of the first CONTEXT_HEAD_TOKENS tokens of the context, and are as many as
 * the tokens of that other range. No such run: the part does not exist, and the request that hides it is refused.
 */
export interface Part extends TextRange {
  readonly name: string;
  readonly sameTokensAs?: TextRange;
  /** A stretch with one of the context's first CONTEXT_HEAD_TOKENS tokens is refused as well. */
  readonly outsideHead?: true;
  /** The context's first CONTEXT_HEAD_TOKENS tokens stay seen; the rest of the stretch is the part. */
  readonly butHead?: true;
}

/** The first tokens of a context draw attention whatever they say; nothing that is measured word by word or by message hides them. */
export const CONTEXT_HEAD_TOKENS = 4;
