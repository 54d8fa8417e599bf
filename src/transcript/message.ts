export type Role = 'system' | 'user' | 'assistant';

/** One message of a transcript. Content is only ever text: a control token's spelling in it stays text. */
export interface Message {
  readonly role: Role;
  readonly content: string;
}

/** A named stretch of one message, half-open, in UTF-16 units of its content. */
export interface Part {
  readonly name: string;
  readonly message: number;
  readonly start: number;
  readonly end: number;
}
