/** Width of the bands of logits that are sorted one after the other. */
const BAND_NATS = 4;

/**
 * The tokens of a vocabulary by falling logit, the lowest id first among equals. Mostly a few are looked at, so only
 * as much is sorted as is asked for: one sweep over the vocabulary for each band of logits.
 */
export class RankedTokens {
  readonly #logits: Float32Array;
  readonly #order: number[] = [];
  /** All tokens with a logit of at least this are in the order. */
  #lowest = Infinity;

  constructor(logits: Float32Array) {
    this.#logits = logits;
  }

  /** The token in this place (0: the likeliest), or undefined when there are no more. */
  at(rank: number): number | undefined {
    while (rank >= this.#order.length && this.#order.length < this.#logits.length) this.#sortNextBand();
    return this.#order[rank];
  }

  #sortNextBand(): void {
    const logits = this.#logits;
    const above = this.#lowest;
    let largest = -Infinity;
    for (const logit of logits) if (logit < above && logit > largest) largest = logit;
    this.#lowest = largest - BAND_NATS;
    const band: number[] = [];
    logits.forEach((logit, token) => {
      if (logit < above && logit >= this.#lowest) band.push(token);
    });
    // Sorting is stable, and the band is in the order of ids.
    band.sort((left, right) => (logits[right] ?? 0) - (logits[left] ?? 0));
    for (const token of band) this.#order.push(token);
  }
}
