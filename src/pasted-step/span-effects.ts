/** What a stretch of the context does to the call, seen by hiding it from the positions that write the call. */
export interface SpanEffect {
  /** `message-3` of the context after the failure, `call`, `error`, `control`, or a word: `message-3:10-17`. */
  readonly name: string;
  readonly hiddenTokens: number;
  /** log p of the call with it hidden. */
  readonly hiddenNats: number;
  /** L(after) − L(after, hidden): above zero, it pulls toward repeating. */
  readonly effectNats: number;
  /** The same of a control of as many tokens, for a word; null: not computed, or none is that long. */
  readonly controlNats: number | null;
}
