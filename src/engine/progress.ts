import type { Unit } from './units.ts';
import type { TokenTrie } from './trie.ts';

/** Where a scoring job stands. */
export interface Progress {
  /** Rows computed so far, recomputed ones included. */
  readonly computedTokens: number;
  /** Distinct prefixes with a scored successor, over the whole job. */
  readonly plannedTokens: number;
  /** What scoring every candidate from scratch would have computed, for the units done so far. */
  readonly perCandidateTokens: number;
  /** The same with every context computed once. */
  readonly perContextTokens: number;
  /** Rows whose keys and values were dropped while still needed: each is computed once more. */
  readonly evictedTokens: number;
  readonly passes: number;
  readonly unitsDone: number;
  readonly unitsAll: number;
  /** Time since the start, without the time spent waiting at the gate (pauses). */
  readonly elapsedMs: number;
}

/** The two closed forms that the trie is compared with, over the units handed in so far. */
export class Reckoning {
  perCandidateTokens = 0;
  perContextTokens = 0;
  readonly #trie: TokenTrie;
  readonly #contextNodes = new Set<number>();
  readonly #contexts = new Set<string>();

  constructor(trie: TokenTrie) {
    this.#trie = trie;
  }

  /**
   * A candidate costs its tokens less one (the last is only predicted), all of them when the end of turn is scored.
   * From scratch a unit costs its context besides; with contexts computed once, each distinct context costs its
   * tokens less one, and its last token once for each way of hiding parts of it.
   */
  add({ request, targetSlots, contextNode }: Unit): void {
    const candidateRows = targetSlots.length - 1;
    this.perCandidateTokens += request.context.length + candidateRows;
    this.perContextTokens += candidateRows;
    if (!this.#contextNodes.has(contextNode)) {
      this.#contextNodes.add(contextNode);
      this.perContextTokens += 1;
      const context = `${this.#trie.parent(contextNode)} ${this.#trie.token(contextNode)}`;
      if (!this.#contexts.has(context)) {
        this.#contexts.add(context);
        this.perContextTokens += request.context.length - 1;
      }
    }
  }
}
