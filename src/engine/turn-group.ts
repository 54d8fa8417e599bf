import { rowsNeeded } from './decode-request.ts';
import { HeldRows } from './held-rows.ts';
import { NodeMarks } from './node-marks.ts';
import { most, type PassBounds } from './passes.ts';
import { HIDDEN_BIAS, type ModelShape, type Pass, type PassResult } from './port.ts';
import { Strand, type EndedTurn } from './strand.ts';
import { NO_NODE, PLAIN, TokenTrie } from './trie.ts';
import type { BytesOf } from './turn-mask.ts';
import type { EncodedTurnRequest } from './turn-request.ts';

/** When so large a share of the past belongs to no turn that is being written, it is taken out: every pass pays for it. */
const WASTE = 0.25;

export interface GroupOptions {
  /** Different contexts that are continued at the same time, at most. */
  readonly sideBySide: number;
  /** Rows of keys and values that the turns being written may take together. */
  readonly capacityTokens: number;
  /** Bytes of keys and values kept for turns that come later. */
  readonly shelfBytes: number;
  readonly bytesOf: BytesOf;
}

/** A turn that has ended, and when it joined. */
export interface LeavingTurn {
  readonly ended: EndedTurn;
  readonly joinedMs: number;
}

/**
 * Turns written together. All contexts and everything written lie in one trie, and a node is computed once: what
 * turns have in common, now or one after the other, costs one row. A turn joins between any two passes and leaves
 * when it ends. A pass holds the newest token of each turn that is being written and, as far as there is room, the
 * missing rows of those that have just joined.
 */
export class TurnGroup {
  readonly #shape: ModelShape;
  readonly #options: GroupOptions;
  readonly #trie = new TokenTrie();
  readonly #rows: HeldRows;
  readonly #marks = new NodeMarks();
  /** By rank, then as they came; with the node of the context's last token. */
  readonly #waiting: { readonly request: EncodedTurnRequest; readonly start: number }[] = [];
  /** Those that have waited longest for a row come first. */
  #strands: Strand[] = [];
  /** Nodes of the pass that is under way. */
  #inPass: number[] = [];
  #hasChanged = false;

  constructor(shape: ModelShape, options: GroupOptions) {
    this.#shape = shape;
    this.#options = options;
    this.#rows = new HeldRows(this.#trie, shape.keyValueFloats, options.shelfBytes);
  }

  get isDone(): boolean {
    return this.#waiting.length === 0 && this.#strands.length === 0;
  }

  has(id: string): boolean {
    return [...this.#waiting, ...this.#strands].some(({ request }) => request.id === id);
  }

  add(request: EncodedTurnRequest): void {
    let start = NO_NODE;
    for (const token of request.context) start = this.#trie.add(start, token, PLAIN);
    const rank = request.rank ?? 0;
    const before = this.#waiting.findLastIndex((other) => (other.request.rank ?? 0) <= rank);
    this.#waiting.splice(before + 1, 0, { request, start });
    this.#rows.touch(start);
  }

  /** Lets those that wait join, as many as there is room for. */
  admit(nowMs: number): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const { request, start } = next;
      if (this.#strands.length > 0 && !this.#hasRoom(request, start)) return;
      this.#waiting.shift();
      const place = { start, heldTokens: this.#heldDownTo(start), joinedMs: nowMs };
      this.#rows.touch(start);
      this.#rows.bring(start);
      this.#strands.push(new Strand(request, place, this.#options.bytesOf, this.#shape));
      this.#hasChanged = true;
    }
  }

  /** Rows that the next pass wants at least: one for each different newest token. */
  get writingRows(): number {
    return new Set(this.#strands.filter((strand) => !this.#isJoining(strand)).map(({ at }) => at)).size;
  }

  /** Whether a context is still to be computed. */
  get isAnyJoining(): boolean {
    return this.#strands.some((strand) => this.#isJoining(strand));
  }

  nextPass(bounds: PassBounds): Pass {
    if (this.#hasChanged) this.#clearDesk();
    this.#hasChanged = false;
    const wanted = this.#wantedRows(bounds.newTokens);
    const pastTokens = this.#rows.deskRows;
    this.#inPass = wanted.slice(0, most(wanted.length, pastTokens, bounds));
    const asked = new Set(this.#strands.map(({ at }) => at));
    const scoredRows = this.#inPass.flatMap((node, row) => (asked.has(node) ? [row] : []));
    return {
      tokens: Int32Array.from(this.#inPass, (node) => this.#trie.token(node)),
      positions: Int32Array.from(this.#inPass, (node) => this.#trie.depth(node)),
      past: this.#rows.past(),
      pastTokens,
      attentionBias: this.#attentionBias(),
      scoredRows: Int32Array.from(scoredRows),
      targetRows: new Int32Array(0),
      targets: new Int32Array(0),
      keepKeyValues: true,
      keepLogits: scoredRows.length > 0,
    };
  }

  /** Keeps the pass's rows, chooses the next tokens, and returns the turns that ended. */
  take({ scoredRows }: Pass, { newKeyValues, logits }: PassResult): LeavingTurn[] {
    if (newKeyValues !== null) this.#rows.store(this.#inPass, newKeyValues);
    const size = this.#shape.vocabularySize;
    const rowOf = new Map(Array.from(scoredRows, (row, index) => [this.#inPass[row] ?? NO_NODE, index]));
    const leaving: LeavingTurn[] = [];
    const stay: Strand[] = [];
    const served: Strand[] = [];
    for (const strand of this.#strands) {
      const index = rowOf.get(strand.at);
      if (index === undefined || logits === null) {
        stay.push(strand);
        continue;
      }
      const chosen = strand.choose(logits.subarray(index * size, (index + 1) * size));
      if (typeof chosen === 'number') {
        strand.at = this.#trie.add(strand.at, chosen, PLAIN);
        served.push(strand);
      } else {
        this.#rows.touch(strand.at);
        leaving.push({ ended: chosen, joinedMs: strand.joinedMs });
        this.#hasChanged = true;
      }
    }
    this.#strands = [...stay, ...served];
    return leaving;
  }

  /** Nothing has been written behind its context yet. */
  #isJoining({ at, start }: Strand): boolean {
    return at === start;
  }

  /** How far down the path to this node rows are held. */
  #heldDownTo(node: number): number {
    let on = node;
    while (on !== NO_NODE && !this.#rows.isHeld(on)) on = this.#trie.parent(on);
    return on === NO_NODE ? 0 : this.#trie.depth(on) + 1;
  }

  #hasRoom(request: EncodedTurnRequest, start: number): boolean {
    const starts = new Set(this.#strands.map((strand) => strand.start)).add(start);
    if (starts.size > this.#options.sideBySide) return false;
    this.#marks.clear();
    let rows = this.#rowsToWrite([request, ...this.#strands.map((strand) => strand.request)]);
    for (const end of starts) rows += this.#markPath(end).marked;
    return rows <= this.#options.capacityTokens;
  }

  /** Rows that these turns may need behind their contexts. */
  #rowsToWrite(requests: readonly EncodedTurnRequest[]): number {
    return requests.reduce(
      (sum, { context, maximumTokens }) =>
        sum + rowsNeeded(context.length, maximumTokens, this.#shape) - context.length,
      0,
    );
  }

  /** Marks the path down to a node; how many of it were not marked yet, and how many of those lie on the desk. */
  #markPath(node: number): { marked: number; onDesk: number } {
    let marked = 0;
    let onDesk = 0;
    for (let on = node; on !== NO_NODE && this.#marks.mark(on); on = this.#trie.parent(on)) {
      marked += 1;
      if (this.#rows.rowOf(on) >= 0) onDesk += 1;
    }
    return { marked, onDesk };
  }

  #clearDesk(): void {
    this.#marks.clear();
    let live = 0;
    let coming = this.#rowsToWrite(this.#strands.map(({ request }) => request));
    for (const { at } of this.#strands) {
      const { marked, onDesk } = this.#markPath(at);
      live += onDesk;
      coming += marked - onDesk;
    }
    const rows = this.#rows.deskRows;
    if (rows - live <= WASTE * rows && rows + coming <= this.#options.capacityTokens) return;
    this.#rows.clearDesk((node) => this.#marks.has(node));
  }

  /**
   * Nodes to compute next: first the turns that are being written, then those that join. A parent whose row is missing
   * comes before its children; one that is held and asked again may come behind them.
   */
  #wantedRows(newTokens: number): number[] {
    const wanted: number[] = [];
    this.#marks.clear();
    const joining = this.#strands.filter((strand) => this.#isJoining(strand));
    const writing = this.#strands.filter((strand) => !this.#isJoining(strand));
    for (const { at } of [...writing, ...joining]) {
      const chain: number[] = [];
      for (let on = at; on !== NO_NODE && this.#rows.rowOf(on) < 0 && !this.#marks.has(on);) {
        chain.push(on);
        on = this.#trie.parent(on);
      }
      // Held already, by an earlier turn: computed once more for what it says comes next.
      if (chain.length === 0 && !this.#marks.has(at)) chain.push(at);
      for (const node of chain.reverse().slice(0, newTokens - wanted.length)) {
        this.#marks.mark(node);
        wanted.push(node);
      }
      if (wanted.length >= newTokens) break;
    }
    return wanted;
  }

  /**
   * Each row sees itself and exactly its ancestors: in the past if they are held, though they may be asked again in
   * this pass, before the row or behind it. A row whose parent was missing begins as a copy of the parent's.
   */
  #attentionBias(): Float32Array {
    const past = this.#rows.deskRows;
    const width = past + this.#inPass.length;
    const bias = new Float32Array(this.#inPass.length * width).fill(HIDDEN_BIAS);
    const missing = new Map<number, number>();
    this.#inPass.forEach((node, row) => {
      const start = row * width;
      const parent = this.#trie.parent(node);
      const parentRow = missing.get(parent);
      if (parentRow !== undefined) bias.copyWithin(start, parentRow * width, (parentRow + 1) * width);
      else {
        for (let on = parent; on !== NO_NODE; on = this.#trie.parent(on)) {
          const column = this.#rows.rowOf(on);
          if (column < 0)
            throw new RangeError(`Node ${on} is an ancestor, but neither held nor computed before`);
          bias[start + column] = 0;
        }
      }
      bias[start + past + row] = 0;
      if (this.#rows.rowOf(node) < 0) missing.set(node, row);
    });
    return bias;
  }
}
