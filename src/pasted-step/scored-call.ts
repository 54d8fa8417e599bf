/** A call that was scored in one context. */
export interface ScoredCall {
  /** log p of the whole call. */
  readonly nats: number;
  readonly tokens: readonly ScoredToken[];
  readonly contextTokens: number;
  /** Greedy decoding would write it word for word. */
  readonly isGreedy: boolean;
  /** Tokens hidden from the positions that write the call; 0 where nothing is. */
  readonly hiddenTokens: number;
}

export interface ScoredToken {
  readonly piece: string;
  readonly nats: number;
  /** Largest logit less the token's: 0 is the argmax. */
  readonly gapNats: number;
}

/** Mean log p of a token of the call. */
export const meanNats = ({ nats, tokens }: ScoredCall): number => nats / tokens.length;
