import type { TokenSpan } from './request.ts';

/** The parent of a node that stands at position 0. */
export const NO_NODE = -1;
/** Hiding number of a node that sees all its ancestors. */
export const PLAIN = 0;

/**
 * A prefix tree of tokens. A node is one distinct (prefix, hiding) pair, so it is also one row of keys and values
 * that has to be computed once. Columns, not objects: a job may have a million nodes.
 *
 * Nodes are numbered in the order they were added, so a parent's number is always below its children's.
 */
export class TokenTrie {
  #count = 0;
  #parent = new Int32Array(1024);
  #token = new Int32Array(1024);
  #depth = new Int32Array(1024);
  #hiding = new Int32Array(1024);
  /** Open addressing: node + 1, or 0 for a free place. */
  #table = new Int32Array(4096);
  readonly #hidings: (readonly TokenSpan[])[] = [[]];
  readonly #hidingNumbers = new Map<string, number>([['', PLAIN]]);

  get nodeCount(): number {
    return this.#count;
  }

  /** The node before this one, or NO_NODE. */
  parent(node: number): number {
    return this.#parent[node] ?? NO_NODE;
  }

  token(node: number): number {
    return this.#token[node] ?? 0;
  }

  /** Position of the node's token in its own sequence, 0 for the first. */
  depth(node: number): number {
    return this.#depth[node] ?? 0;
  }

  /** What the node does not see: PLAIN, or a number for spansOf. */
  hiding(node: number): number {
    return this.#hiding[node] ?? PLAIN;
  }

  spansOf(hiding: number): readonly TokenSpan[] {
    return this.#hidings[hiding] ?? [];
  }

  /**
   * A number for a set of hidden positions. Spans must be sorted and disjoint; spans that touch hide the same
   * positions as their union and get the same number.
   */
  numberOfHiding(spans: readonly TokenSpan[]): number {
    const merged: TokenSpan[] = [];
    for (const span of spans) {
      const last = merged.at(-1);
      if (last?.end === span.start) merged[merged.length - 1] = { start: last.start, end: span.end };
      else merged.push(span);
    }
    const key = merged.map(({ start, end }) => `${start}-${end}`).join(' ');
    const known = this.#hidingNumbers.get(key);
    if (known !== undefined) return known;
    this.#hidings.push(merged);
    this.#hidingNumbers.set(key, this.#hidings.length - 1);
    return this.#hidings.length - 1;
  }

  /** The node for this token after this parent, made when there is none yet. */
  add(parent: number, token: number, hiding: number): number {
    const mask = this.#table.length - 1;
    let place = mix(parent, token, hiding) & mask;
    for (;;) {
      const node = (this.#table[place] ?? 0) - 1;
      if (node < 0) break;
      if (this.#parent[node] === parent && this.#token[node] === token && this.#hiding[node] === hiding) {
        return node;
      }
      place = (place + 1) & mask;
    }
    const node = this.#count;
    if (node === this.#parent.length) this.#grow();
    this.#parent[node] = parent;
    this.#token[node] = token;
    this.#hiding[node] = hiding;
    this.#depth[node] = parent === NO_NODE ? 0 : this.depth(parent) + 1;
    this.#table[place] = node + 1;
    this.#count += 1;
    if (this.#count * 2 > this.#table.length) this.#rehash();
    return node;
  }

  /**
   * Whether `node` may look at `ancestor` (one of its ancestors). Hidden spans end before the context's last token,
   * and a hiding branch begins there: the rows of one branch always see each other.
   */
  sees(node: number, ancestor: number): boolean {
    const depth = this.depth(ancestor);
    return !this.spansOf(this.hiding(node)).some(({ start, end }) => start <= depth && depth < end);
  }

  #grow(): void {
    const wider = (column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(column.length * 2);
      grown.set(column);
      return grown;
    };
    this.#parent = wider(this.#parent);
    this.#token = wider(this.#token);
    this.#depth = wider(this.#depth);
    this.#hiding = wider(this.#hiding);
  }

  #rehash(): void {
    this.#table = new Int32Array(this.#table.length * 4);
    const mask = this.#table.length - 1;
    for (let node = 0; node < this.#count; node += 1) {
      let place = mix(this.parent(node), this.token(node), this.hiding(node)) & mask;
      while (this.#table[place] !== 0) place = (place + 1) & mask;
      this.#table[place] = node + 1;
    }
  }
}

/** Spreads three small integers over 32 bits (multiply and fold, twice). */
function mix(parent: number, token: number, hiding: number): number {
  let hash =
    Math.imul(parent + 1, 0x9e3779b1) ^ Math.imul(token + 1, 0x85ebca6b) ^ Math.imul(hiding, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return (hash ^ (hash >>> 16)) >>> 0;
}
