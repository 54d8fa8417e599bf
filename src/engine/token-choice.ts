import { TIE_GAP_NATS } from './request.ts';

/** What a chooser may look at besides the logits. */
export interface ChoiceState {
  readonly id: string;
  /** Tokens written so far. */
  readonly tokenIds: readonly number[];
}

export interface TokenChoice {
  readonly token: number;
  /** The runner-up was closer than float32 noise: another machine may choose it. */
  readonly tie: boolean;
}

/** Chooses the next token from [V] logits. The array is only lent. */
export type ChooseToken = (logits: Float32Array, state: ChoiceState) => TokenChoice;

/** The token with the largest logit, the lowest id among equals. */
export const greedyToken: ChooseToken = (logits) => {
  let token = 0;
  let best = -Infinity;
  let second = -Infinity;
  logits.forEach((logit, index) => {
    if (logit > best) {
      second = best;
      best = logit;
      token = index;
    } else if (logit > second) second = logit;
  });
  return { token, tie: best - second < TIE_GAP_NATS };
};
