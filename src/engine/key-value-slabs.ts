/** Tokens of one slab: small enough that the last one wastes little, large enough to be few. */
const SLAB_TOKENS = 64;

/**
 * Keys and values of computed nodes, kept for their descendants. Rows are copied in and copied out, so no array of a
 * pass is held: a `subarray` of a pass's output would keep the whole output alive as long as its longest-lived row.
 * A node's row is contiguous (token-major); freed rows are used again; memory never exceeds the capacity.
 */
export class KeyValueSlabs {
  readonly #floats: number;
  readonly #slabs: Float32Array[] = [];
  readonly #slotOf = new Map<number, number>();
  readonly #free: number[] = [];
  #slots = 0;
  /** Rows that fit. */
  readonly capacityTokens: number;

  /** Bytes are rounded down to whole rows of `floatsPerToken` float32 values. */
  constructor(bytes: number, floatsPerToken: number) {
    this.#floats = floatsPerToken;
    this.capacityTokens = Math.floor(bytes / (floatsPerToken * Float32Array.BYTES_PER_ELEMENT));
  }

  /** Bytes of all slabs, used or free. */
  get allocatedBytes(): number {
    return this.#slabs.reduce((sum, slab) => sum + slab.byteLength, 0);
  }

  get usedTokens(): number {
    return this.#slotOf.size;
  }

  has(node: number): boolean {
    return this.#slotOf.has(node);
  }

  nodes(): IterableIterator<number> {
    return this.#slotOf.keys();
  }

  /** Copies row `row` of `source` [rows · W] in. The caller keeps within the capacity. */
  store(node: number, source: Float32Array, row: number): void {
    const slot = this.#free.pop() ?? this.#newSlot();
    this.#slotOf.set(node, slot);
    this.#rowAt(slot).set(source.subarray(row * this.#floats, (row + 1) * this.#floats));
  }

  /** Copies a node's row out, to row `row` of `target` [rows · W]. */
  copyTo(node: number, target: Float32Array, row: number): void {
    const slot = this.#slotOf.get(node);
    if (slot === undefined) throw new RangeError(`No keys and values are kept for node ${node}`);
    target.set(this.#rowAt(slot), row * this.#floats);
  }

  release(node: number): void {
    const slot = this.#slotOf.get(node);
    if (slot === undefined) return;
    this.#slotOf.delete(node);
    this.#free.push(slot);
  }

  #newSlot(): number {
    if (this.#slots >= this.capacityTokens) throw new RangeError('The slabs are full');
    if (this.#slots % SLAB_TOKENS === 0) {
      const tokens = Math.min(SLAB_TOKENS, this.capacityTokens - this.#slots);
      this.#slabs.push(new Float32Array(tokens * this.#floats));
    }
    this.#slots += 1;
    return this.#slots - 1;
  }

  #rowAt(slot: number): Float32Array {
    const start = (slot % SLAB_TOKENS) * this.#floats;
    const slab = this.#slabs[Math.floor(slot / SLAB_TOKENS)];
    if (slab === undefined) throw new RangeError(`No slab holds slot ${slot}`);
    return slab.subarray(start, start + this.#floats);
  }
}
