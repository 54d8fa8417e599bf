import { HIDDEN_BIAS, type Pass } from './port.ts';
import { NO_NODE, PLAIN, type TokenTrie } from './trie.ts';

/** What is asked after a row: tokens whose log-probability is wanted; an empty list asks for the logits only. */
export type Asked = (node: number) => readonly number[] | null;

export interface AssemblyOptions {
  readonly asked: Asked;
  readonly keepKeyValues: boolean;
  readonly keepLogits: boolean;
}

/**
 * Turns a plan (nodes to compute, nodes to look back at) into the arrays of a pass. The two large ones, past and
 * bias, lie in buffers that every pass of a job uses again: a pass is valid until the next is assembled.
 */
export class PassAssembler {
  readonly #trie: TokenTrie;
  readonly #keyValueFloats: number;
  /** Column of a node in the pass being built, or -1. */
  readonly #columnOf: Int32Array;
  #past = new Float32Array(0);
  #bias = new Float32Array(0);

  constructor(trie: TokenTrie, keyValueFloats: number) {
    this.#trie = trie;
    this.#keyValueFloats = keyValueFloats;
    this.#columnOf = new Int32Array(trie.nodeCount).fill(-1);
  }

  /** `copyKeyValues(node, target, row)` writes a past node's keys and values to row `row` of target. */
  assemble(
    rows: readonly number[],
    past: readonly number[],
    copyKeyValues: (node: number, target: Float32Array, row: number) => void,
    { asked, keepKeyValues, keepLogits }: AssemblyOptions,
  ): Pass {
    this.#past = atLeast(this.#past, past.length * this.#keyValueFloats);
    past.forEach((node, row) => {
      copyKeyValues(node, this.#past, row);
    });
    const scoredRows: number[] = [];
    const targetRows: number[] = [];
    const targets: number[] = [];
    rows.forEach((node, row) => {
      const tokens = asked(node);
      if (tokens === null) return;
      scoredRows.push(row);
      for (const token of tokens) {
        targetRows.push(scoredRows.length - 1);
        targets.push(token);
      }
    });
    return {
      tokens: Int32Array.from(rows, (node) => this.#trie.token(node)),
      positions: Int32Array.from(rows, (node) => this.#trie.depth(node)),
      past: this.#past.subarray(0, past.length * this.#keyValueFloats),
      pastTokens: past.length,
      attentionBias: this.#attentionBias(rows, past),
      scoredRows: Int32Array.from(scoredRows),
      targetRows: Int32Array.from(targetRows),
      targets: Int32Array.from(targets),
      keepKeyValues,
      keepLogits,
    };
  }

  /**
   * Each row sees itself and exactly its ancestors, less what its branch hides. A row whose parent is in the same
   * pass starts as a copy of the parent's row, so a long chain costs one memory copy a row and no walk to the root.
   */
  #attentionBias(rows: readonly number[], past: readonly number[]): Float32Array {
    const width = past.length + rows.length;
    this.#bias = atLeast(this.#bias, rows.length * width);
    const bias = this.#bias;
    past.forEach((node, column) => (this.#columnOf[node] = column));
    rows.forEach((node, row) => (this.#columnOf[node] = past.length + row));
    rows.forEach((node, row) => {
      const start = row * width;
      const parent = this.#trie.parent(node);
      const parentRow = parent === NO_NODE ? -1 : (this.#columnOf[parent] ?? -1) - past.length;
      if (parentRow >= 0) {
        bias.copyWithin(start, parentRow * width, (parentRow + 1) * width);
        const hiding = this.#trie.hiding(node);
        if (hiding !== PLAIN && this.#trie.hiding(parent) === PLAIN) this.#hide(node, start);
      } else {
        bias.fill(HIDDEN_BIAS, start, start + width);
        this.#show(node, start);
      }
      bias[start + past.length + row] = 0;
    });
    for (const node of past) this.#columnOf[node] = -1;
    for (const node of rows) this.#columnOf[node] = -1;
    return bias.subarray(0, rows.length * width);
  }

  #show(node: number, start: number): void {
    for (let other = this.#trie.parent(node); other !== NO_NODE; other = this.#trie.parent(other)) {
      if (this.#trie.sees(node, other)) this.#bias[start + this.#column(other)] = 0;
    }
  }

  #hide(node: number, start: number): void {
    for (let other = this.#trie.parent(node); other !== NO_NODE; other = this.#trie.parent(other)) {
      if (!this.#trie.sees(node, other)) this.#bias[start + this.#column(other)] = HIDDEN_BIAS;
    }
  }

  #column(node: number): number {
    const column = this.#columnOf[node] ?? -1;
    if (column < 0)
      throw new RangeError(`Node ${node} is an ancestor but neither in the pass nor in its past`);
    return column;
  }
}

function atLeast(buffer: Float32Array<ArrayBuffer>, floats: number): Float32Array<ArrayBuffer> {
  if (buffer.length >= floats) return buffer;
  // A quarter more than asked: sizes creep upwards while passes grow.
  return new Float32Array(Math.ceil(floats * 1.25));
}
