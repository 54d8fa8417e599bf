/** A set of nodes that is emptied at no cost: a mark counts as long as its round lasts. */
export class NodeMarks {
  #round = 1;
  #roundOf = new Int32Array(0);

  clear(): void {
    this.#round += 1;
  }

  has(node: number): boolean {
    return this.#roundOf[node] === this.#round;
  }

  /** True when the node was not marked yet. */
  mark(node: number): boolean {
    if (node >= this.#roundOf.length) {
      const grown = new Int32Array(Math.ceil((node + 1) * 1.5));
      grown.set(this.#roundOf);
      this.#roundOf = grown;
    }
    if (this.has(node)) return false;
    this.#roundOf[node] = this.#round;
    return true;
  }
}
