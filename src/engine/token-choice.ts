import { RankedTokens } from './ranked-tokens.ts';
import { TIE_GAP_NATS } from './request.ts';

/** Whether a token may be chosen now; null where every token may. */
export type Allows = ((token: number) => boolean) | null;

export interface TokenChoice {
  /** Null: no token is allowed. */
  readonly token: number | null;
  /** So close to another choice that float32 noise decides: another machine may choose otherwise. */
  readonly tie: boolean;
  /** What would have been chosen if every token were allowed. */
  readonly unmasked: number;
}

/** Chooses the next token from [V] finite logits. The array is only lent. */
export type ChooseToken = (logits: Float32Array, allows: Allows) => TokenChoice;

/** The allowed token with the largest logit, the lowest id among equals. */
export const greedyToken: ChooseToken = (logits, allows) =>
  allows === null ? largestLogit(logits) : largestAllowed(logits, allows);

function largestLogit(logits: Float32Array): TokenChoice {
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
  return { token, tie: best - second < TIE_GAP_NATS, unmasked: token };
}

/** Asks about one token after the other, so that few are asked about. */
function largestAllowed(logits: Float32Array, allows: NonNullable<Allows>): TokenChoice {
  const ranked = new RankedTokens(logits);
  const logitOf = (token: number): number => logits[token] ?? 0;
  const unmasked = ranked.at(0) ?? 0;
  let chosen: number | null = null;
  for (let rank = 0; ; rank += 1) {
    const token = ranked.at(rank);
    if (token === undefined) return { token: chosen, tie: false, unmasked };
    if (chosen !== null && logitOf(chosen) - logitOf(token) >= TIE_GAP_NATS) {
      return { token: chosen, tie: false, unmasked };
    }
    if (!allows(token)) continue;
    if (chosen !== null) return { token: chosen, tie: true, unmasked };
    chosen = token;
  }
}
