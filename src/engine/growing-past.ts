/**
 * Keys and values of all rows decoded so far, in one buffer that is handed to every pass and grows at its end: a step
 * of one token appends one row instead of gathering hundreds.
 */
export class GrowingPast {
  readonly #floats: number;
  #buffer = new Float32Array(0);
  #rows = 0;

  constructor(floatsPerToken: number) {
    this.#floats = floatsPerToken;
  }

  get rows(): number {
    return this.#rows;
  }

  /** [rows · W], valid until the next append. */
  view(): Float32Array {
    return this.#buffer.subarray(0, this.#rows * this.#floats);
  }

  /** Copies whole rows in at the end. */
  append(newKeyValues: Float32Array): void {
    const used = this.#rows * this.#floats;
    if (used + newKeyValues.length > this.#buffer.length) {
      const grown = new Float32Array(Math.ceil((used + newKeyValues.length) * 1.25));
      grown.set(this.view());
      this.#buffer = grown;
    }
    this.#buffer.set(newKeyValues, used);
    this.#rows += newKeyValues.length / this.#floats;
  }

  /** Copies row `from` to row `to` of `target`. */
  copyTo(from: number, target: Float32Array, to: number): void {
    target.set(this.#buffer.subarray(from * this.#floats, (from + 1) * this.#floats), to * this.#floats);
  }

  /** Drops all rows but these (ascending); they move up and keep their order. */
  keepOnly(rows: readonly number[]): void {
    rows.forEach((from, to) => {
      if (from === to) return;
      this.#buffer.copyWithin(to * this.#floats, from * this.#floats, (from + 1) * this.#floats);
    });
    this.#rows = rows.length;
  }
}
