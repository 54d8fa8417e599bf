import type { Schedule } from './order.ts';
import { NO_NODE, type TokenTrie } from './trie.ts';

/** What a pass may cost. One node is always taken, whatever the bounds say. */
export interface PassBounds {
  /** New tokens: from the time a pass should take, or fixed by the user. */
  readonly newTokens: number;
  /** Keys and values that a pass puts out, bytes. */
  readonly keyValueBytes: number;
  /** The three score tensors of one attention layer, 3 · heads · n · (P + n) float32, bytes. */
  readonly scoreTensorBytes: number;
  readonly heads: number;
  /** W of port.ts. */
  readonly keyValueFloats: number;
  /** Rows that can be kept between passes. */
  readonly capacityTokens: number;
}

/** Nodes of one pass. */
export interface PassPlan {
  /** Nodes to compute, parents before children. */
  readonly rows: readonly number[];
  /** Kept nodes that the rows look back at: the union of their ancestors. */
  readonly past: readonly number[];
  /** Place in the order where the following pass begins. */
  readonly next: number;
}

/**
 * Cuts the order of visits into passes, one at a time (the size of the next depends on how long the last took).
 *
 * What is kept must be closed upwards: with a node, all its ancestors. A node's missing ancestors (evicted earlier)
 * are then the lower end of its path, and are computed again in front of it.
 */
export class PassPlanner {
  readonly #trie: TokenTrie;
  readonly #schedule: Pick<Schedule, 'order' | 'liveAt'>;
  /** Number of the plan in which a node was last put into rows or past: no clearing between plans. */
  readonly #seen: Int32Array;
  #plan = 0;

  constructor(trie: TokenTrie, schedule: Pick<Schedule, 'order' | 'liveAt'>) {
    this.#trie = trie;
    this.#schedule = schedule;
    this.#seen = new Int32Array(trie.nodeCount);
  }

  /** The pass that begins at place `from` of the order; `isKept` tells whose keys and values are there. */
  plan(from: number, bounds: PassBounds, isKept: (node: number) => boolean): PassPlan {
    const { order, liveAt } = this.#schedule;
    this.#plan += 1;
    const rows: number[] = [];
    const past: number[] = [];
    let next = from;
    let best = { next: from, rows: 0, past: 0 };
    while (next < order.length) {
      const node = order[next] ?? 0;
      const { missing, kept } = this.#ancestors(node, isKept);
      const pastTokens = past.length + kept.length;
      if (!fits(rows.length + missing.length + 1, pastTokens, bounds)) {
        if (rows.length > 0) break;
        // Recomputing a long path can be spread over passes, if what is recomputed can be kept until the node's turn.
        if (missing.length > 0 && this.#trie.depth(node) <= bounds.capacityTokens) {
          return { rows: missing.slice(0, most(missing.length, pastTokens, bounds)), past: kept, next };
        }
      }
      for (const ancestor of missing) rows.push(this.#mark(ancestor));
      for (const ancestor of kept) past.push(this.#mark(ancestor));
      rows.push(this.#mark(node));
      next += 1;
      // What has to be kept afterwards depends only on where the pass ends: end it where that fits, if it can.
      if ((liveAt[next] ?? 0) <= bounds.capacityTokens || best.next === from) {
        best = { next, rows: rows.length, past: past.length };
      }
    }
    if ((liveAt[best.next] ?? 0) <= bounds.capacityTokens) {
      return { rows: rows.slice(0, best.rows), past: past.slice(0, best.past), next: best.next };
    }
    return { rows, past, next };
  }

  #mark(node: number): number {
    this.#seen[node] = this.#plan;
    return node;
  }

  /** Ancestors not yet in the plan: those to compute (top down) and those that are kept. */
  #ancestors(node: number, isKept: (node: number) => boolean): { missing: number[]; kept: number[] } {
    const missing: number[] = [];
    const kept: number[] = [];
    let ancestor = this.#trie.parent(node);
    while (ancestor !== NO_NODE && this.#seen[ancestor] !== this.#plan) {
      if (kept.length > 0 || isKept(ancestor)) kept.push(ancestor);
      else missing.push(ancestor);
      ancestor = this.#trie.parent(ancestor);
    }
    return { missing: missing.reverse(), kept: kept.reverse() };
  }
}

function fits(newTokens: number, pastTokens: number, bounds: PassBounds): boolean {
  return (
    newTokens <= bounds.newTokens &&
    newTokens * bounds.keyValueFloats * 4 <= bounds.keyValueBytes &&
    3 * bounds.heads * newTokens * (pastTokens + newTokens) * 4 <= bounds.scoreTensorBytes
  );
}

/** The most of the wanted new tokens that fit, at least 1. */
export function most(wanted: number, pastTokens: number, bounds: PassBounds): number {
  let newTokens = wanted;
  while (newTokens > 1 && !fits(newTokens, pastTokens, bounds)) newTokens -= 1;
  return newTokens;
}
