import { GrowingPast } from './growing-past.ts';
import { KeyValueSlabs } from './key-value-slabs.ts';
import { NO_NODE, type TokenTrie } from './trie.ts';

/**
 * Keys and values of the nodes of a growing trie, each in one of two places. The desk is one buffer that is handed to
 * every pass as its past: what is being written now looks back at it. On the shelf lies what may be continued later,
 * under a bound of its own; what was not used longest is dropped first, and always a node after its descendants, so
 * that every node that is held has its whole path held.
 */
export class HeldRows {
  readonly #trie: TokenTrie;
  readonly #desk: GrowingPast;
  readonly #shelf: KeyValueSlabs;
  /** Node of each row of the desk. */
  #nodes: number[] = [];
  /** [nodes] row of the desk, or -1. */
  #rowOf = new Int32Array(0);
  /** [nodes] when the node was last on a path that was asked for. */
  #usedAt = new Int32Array(0);
  #now = 0;

  constructor(trie: TokenTrie, keyValueFloats: number, shelfBytes: number) {
    this.#trie = trie;
    this.#desk = new GrowingPast(keyValueFloats);
    this.#shelf = new KeyValueSlabs(shelfBytes, keyValueFloats);
  }

  /** Rows of the desk: the past of the next pass. */
  get deskRows(): number {
    return this.#desk.rows;
  }

  get shelfRows(): number {
    return this.#shelf.usedTokens;
  }

  /** [desk rows · W], valid until the next change. */
  past(): Float32Array {
    return this.#desk.view();
  }

  /** Row of the desk, or -1. */
  rowOf(node: number): number {
    return this.#rowOf[node] ?? -1;
  }

  isHeld(node: number): boolean {
    return this.rowOf(node) >= 0 || this.#shelf.has(node);
  }

  /** Says that the path down to this node is wanted: it is dropped later than what was wanted before. */
  touch(node: number): void {
    this.#grow();
    this.#now += 1;
    for (let on = node; on !== NO_NODE; on = this.#trie.parent(on)) this.#usedAt[on] = this.#now;
  }

  /** Puts what is held of the path down to this node on the desk. */
  bring(node: number): void {
    this.#grow();
    for (let on = node; on !== NO_NODE; on = this.#trie.parent(on)) {
      if (!this.#shelf.has(on)) continue;
      this.#rowOf[on] = this.#desk.append((target, row) => {
        this.#shelf.copyTo(on, target, row);
      });
      this.#nodes.push(on);
      this.#shelf.release(on);
    }
  }

  /** Puts the new rows of a pass on the desk; those of nodes that are held already are not needed twice. */
  store(nodes: readonly number[], newKeyValues: Float32Array): void {
    this.#grow();
    const floats = newKeyValues.length / nodes.length;
    nodes.forEach((node, index) => {
      if (this.rowOf(node) >= 0) return;
      this.#rowOf[node] = this.#desk.append((target, row) => {
        target.set(newKeyValues.subarray(index * floats, (index + 1) * floats), row * floats);
      });
      this.#nodes.push(node);
      // It may lie on the shelf, from an earlier turn that wrote the same: a node lies in one place.
      this.#shelf.release(node);
    });
  }

  /** Takes all rows but the living from the desk, onto the shelf as far as they fit. */
  clearDesk(isLive: (node: number) => boolean): void {
    const idle = this.#nodes.filter((node) => !isLive(node));
    const wanted = this.#chosenToKeep([...idle, ...this.#shelf.nodes()]);
    for (const node of [...this.#shelf.nodes()]) if (!wanted.has(node)) this.#shelf.release(node);
    for (const node of idle) {
      if (wanted.has(node)) this.#shelf.store(node, this.#desk.view(), this.rowOf(node));
      this.#rowOf[node] = -1;
    }
    const kept = this.#nodes.filter(isLive);
    this.#desk.keepOnly(kept.map((node) => this.rowOf(node)));
    kept.forEach((node, row) => (this.#rowOf[node] = row));
    this.#nodes = kept;
  }

  #chosenToKeep(nodes: number[]): ReadonlySet<number> {
    if (nodes.length <= this.#shelf.capacityTokens) return new Set(nodes);
    const usedAt = (node: number): number => this.#usedAt[node] ?? 0;
    // Newest first; a path was used at one time, and of it the beginning is kept.
    nodes.sort(
      (left, right) => usedAt(right) - usedAt(left) || this.#trie.depth(left) - this.#trie.depth(right),
    );
    return new Set(nodes.slice(0, this.#shelf.capacityTokens));
  }

  #grow(): void {
    const nodes = this.#trie.nodeCount;
    if (nodes <= this.#rowOf.length) return;
    const wider = (column: Int32Array, fill: number): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(Math.ceil(nodes * 1.5)).fill(fill);
      grown.set(column);
      return grown;
    };
    this.#rowOf = wider(this.#rowOf, -1);
    this.#usedAt = wider(this.#usedAt, 0);
  }
}
