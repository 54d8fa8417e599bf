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

  /** One more row at the end, written by `write(target, row)`; says which row it is. */
  append(write: (target: Float32Array, row: number) => void): number {
    const used = this.#rows * this.#floats;
    if (used + this.#floats > this.#buffer.length) {
      // Whole rows, a quarter more than now.
      const grown = new Float32Array(Math.ceil((this.#rows + 1) * 1.25) * this.#floats);
      grown.set(this.view());
      this.#buffer = grown;
    }
    write(this.#buffer, this.#rows);
    this.#rows += 1;
    return this.#rows - 1;
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
