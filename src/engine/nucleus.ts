import type { RankedTokens } from './ranked-tokens.ts';
import { TIE_GAP_NATS } from './request.ts';
import type { Allows } from './token-choice.ts';

/** A share of the mass this close to top-p may be enough on one machine and not on another. */
const SHARE_MARGIN = 1e-5;

export interface Nucleus {
  /** By falling probability, equal ones by id. Empty: no token is allowed. */
  readonly members: readonly number[];
  /** Tokens, inside or just outside, that would change sides within float32 noise. */
  readonly doubtful: ReadonlySet<number>;
}

/**
 * The smallest set of likeliest allowed tokens that has at least `topP` of the mass of all allowed tokens.
 *
 * That mass is known only when every token has been asked about, which would take far longer than the model. But it
 * is at least the allowed mass seen so far, and at most that and all that is unseen: the search ends when both give
 * the same set.
 */
export function nucleusOf(
  ranked: RankedTokens,
  logits: Float32Array,
  weights: Float64Array,
  topP: number,
  allows: Allows,
): Nucleus {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const allowed: number[] = [];
  /** [i] mass of the first i + 1 allowed tokens. */
  const masses: number[] = [];
  let rank = 0;
  let mass = 0;
  let unseen = total;
  /** Index of the last member, if nothing unseen is allowed. */
  let last = 0;
  /** Sees one more token; false when there is none. */
  const see = (): boolean => {
    const token = ranked.at(rank);
    if (token === undefined) {
      unseen = 0;
      return false;
    }
    rank += 1;
    const weight = weights[token] ?? 0;
    unseen = Math.max(0, unseen - weight);
    if (allows?.(token) === false) return true;
    mass += weight;
    allowed.push(token);
    masses.push(mass);
    return true;
  };
  const least = (): number => (allows === null ? total : mass);
  const most = (): number => (allows === null ? total : mass + unseen);
  const upTo = (index: number): number => masses[index] ?? 0;
  for (;;) {
    const more = see();
    while (last < masses.length - 1 && upTo(last) < topP * least()) last += 1;
    if (!more) break;
    if (allowed.length > 0 && upTo(last) >= topP * most()) break;
  }
  const members = allowed.slice(0, last + 1);
  const edge = allowed[last];
  if (edge === undefined) return { members, doubtful: new Set() };

  const edgeLogit = logits[edge] ?? 0;
  const doubtful = new Set<number>();
  const gap = (token: number): number => Math.abs((logits[token] ?? 0) - edgeLogit);
  // The first ones outside: as many as are nearly as likely as the last inside, and one in any case.
  const isSeen = (): boolean => allowed.length > last + 1 && gap(allowed.at(-1) ?? 0) >= TIE_GAP_NATS;
  while (!isSeen()) {
    const next = ranked.at(rank);
    if (
      next === undefined ||
      (gap(next) >= TIE_GAP_NATS && upTo(last) - topP * most() >= SHARE_MARGIN * total)
    )
      break;
    see();
  }
  if (allowed.slice(last + 1).some((token) => gap(token) < TIE_GAP_NATS)) {
    for (const token of allowed) if (gap(token) < TIE_GAP_NATS) doubtful.add(token);
  }
  const outside = allowed[last + 1];
  if (outside !== undefined && upTo(last) - topP * most() < SHARE_MARGIN * total) doubtful.add(outside);
  if (last > 0 && topP * least() - upTo(last - 1) < SHARE_MARGIN * total) doubtful.add(edge);
  return { members, doubtful };
}
