import type { DecodedTokens, EncodedDecodeRequest } from './decode-request.ts';
import { GrowingPast } from './growing-past.ts';
import { PassAssembler } from './pass-assembly.ts';
import { most, PassPlanner, type PassBounds } from './passes.ts';
import { HIDDEN_BIAS, type ModelShape, type Pass, type PassResult } from './port.ts';
import type { ChooseToken } from './token-choice.ts';
import { NO_NODE, PLAIN, TokenTrie } from './trie.ts';

type Ended = Omit<DecodedTokens, 'elapsedMs'>;

/** A continuation that is being written. */
interface Strand {
  readonly request: EncodedDecodeRequest;
  readonly tokenIds: number[];
  ties: number;
  /** [rows so far, and room] the bias of its next token over the past: 0 on its own path. */
  sees: Float32Array;
}

/** When so large a share of the past belongs to ended strands, it is squeezed out. */
const WASTE = 0.25;

/**
 * Contexts continued together. First their trie is computed (row r of the past is node r), then each step computes
 * the newest token of every strand; each strand's next token is chosen as soon as its logits are there.
 */
export class DecodeGroup {
  readonly #shape: ModelShape;
  readonly #chooseToken: ChooseToken;
  readonly #trie = new TokenTrie();
  readonly #past: GrowingPast;
  readonly #planner: PassPlanner;
  readonly #assembler: PassAssembler;
  /** Requests waiting for the logits of a context's last token. */
  readonly #startsAt = new Map<number, EncodedDecodeRequest[]>();
  readonly #roomTokens: number;
  #strands: Strand[] = [];
  /** Strands whose newest token this step has not computed yet (a step may take several passes). */
  #waiting: Strand[] = [];
  #stepped: Strand[] = [];
  #prefilled = 0;

  constructor(shape: ModelShape, requests: readonly EncodedDecodeRequest[], chooseToken: ChooseToken) {
    this.#shape = shape;
    this.#chooseToken = chooseToken;
    for (const request of requests) {
      let node = NO_NODE;
      for (const token of request.context) node = this.#trie.add(node, token, PLAIN);
      const others = this.#startsAt.get(node);
      if (others === undefined) this.#startsAt.set(node, [request]);
      else others.push(request);
    }
    const nodes = this.#trie.nodeCount;
    const longest = (sum: number, { context, maximumTokens }: EncodedDecodeRequest): number =>
      sum + Math.min(maximumTokens, shape.windowTokens - context.length + 1);
    this.#roomTokens = requests.reduce(longest, nodes);
    this.#past = new GrowingPast(shape.keyValueFloats);
    // Node numbers are a fine order: request by request, parents first. All rows stay, so nothing has to be counted.
    const order = Int32Array.from({ length: nodes }, (_, node) => node);
    this.#planner = new PassPlanner(this.#trie, { order, liveAt: new Int32Array(nodes + 1) });
    this.#assembler = new PassAssembler(this.#trie, shape.keyValueFloats);
  }

  get prefilling(): boolean {
    return this.#prefilled < this.#trie.nodeCount;
  }

  get finished(): boolean {
    return !this.prefilling && this.#strands.length === 0;
  }

  nextPass(bounds: PassBounds): Pass {
    return this.prefilling ? this.#prefillPass(bounds) : this.#stepPass(bounds);
  }

  /** Keeps the pass's rows, chooses the next tokens, and returns the strands that ended. */
  take(pass: Pass, result: PassResult): Ended[] {
    const { newKeyValues, logits } = result;
    const firstRow = this.#past.rows;
    if (newKeyValues !== null) this.#past.append(newKeyValues);
    const logitsOf = (index: number): Float32Array => {
      const start = index * this.#shape.vocabularySize;
      return logits?.subarray(start, start + this.#shape.vocabularySize) ?? new Float32Array(0);
    };
    if (this.prefilling) return this.#takePrefill(pass, logitsOf);

    const ended: Ended[] = [];
    this.#stepped.forEach((strand, row) => {
      strand.sees[firstRow + row] = 0;
      const end = this.#choose(strand, logitsOf(row));
      if (end === null) return;
      ended.push(end);
      this.#strands = this.#strands.filter((other) => other !== strand);
    });
    this.#stepped = [];
    if (ended.length > 0) this.#squeeze();
    return ended;
  }

  #prefillPass(bounds: PassBounds): Pass {
    const plan = this.#planner.plan(this.#prefilled, bounds, (node) => node < this.#prefilled);
    return this.#assembler.assemble(
      plan.rows,
      plan.past,
      (node, target, row) => {
        this.#past.copyTo(node, target, row);
      },
      {
        asked: (node) => (this.#startsAt.has(node) ? [] : null),
        keepKeyValues: true,
        keepLogits: plan.rows.some((node) => this.#startsAt.has(node)),
      },
    );
  }

  #takePrefill(pass: Pass, logitsOf: (index: number) => Float32Array): Ended[] {
    const first = this.#prefilled;
    this.#prefilled += pass.tokens.length;
    const ended: Ended[] = [];
    pass.scoredRows.forEach((row, index) => {
      for (const request of this.#startsAt.get(first + row) ?? []) {
        const sees = new Float32Array(this.#roomTokens).fill(HIDDEN_BIAS);
        for (let node = first + row; node !== NO_NODE; node = this.#trie.parent(node)) sees[node] = 0;
        const strand: Strand = { request, tokenIds: [], ties: 0, sees };
        const end = this.#choose(strand, logitsOf(index));
        if (end === null) this.#strands.push(strand);
        else ended.push(end);
      }
    });
    return ended;
  }

  #stepPass(bounds: PassBounds): Pass {
    if (this.#waiting.length === 0) this.#waiting = [...this.#strands];
    const pastTokens = this.#past.rows;
    this.#stepped = this.#waiting.splice(0, most(this.#waiting.length, pastTokens, bounds));
    const rows = this.#stepped.length;
    const width = pastTokens + rows;
    const attentionBias = new Float32Array(rows * width).fill(HIDDEN_BIAS);
    this.#stepped.forEach(({ sees }, row) => {
      attentionBias.set(sees.subarray(0, pastTokens), row * width);
      attentionBias[row * width + pastTokens + row] = 0;
    });
    return {
      tokens: Int32Array.from(this.#stepped, ({ tokenIds }) => tokenIds.at(-1) ?? 0),
      positions: Int32Array.from(
        this.#stepped,
        ({ request, tokenIds }) => request.context.length + tokenIds.length - 1,
      ),
      past: this.#past.view(),
      pastTokens,
      attentionBias,
      scoredRows: Int32Array.from(this.#stepped.keys()),
      targetRows: new Int32Array(0),
      targets: new Int32Array(0),
      keepKeyValues: true,
      keepLogits: true,
    };
  }

  /** Writes the strand's next token; what it became if that ended it. */
  #choose(strand: Strand, logits: Float32Array): Ended | null {
    const { request, tokenIds } = strand;
    const { token, tie } = this.#chooseToken(logits, { id: request.id, tokenIds });
    if (tie) strand.ties += 1;
    const ended = (stopReason: Ended['stopReason'], stopToken: number | null): Ended => ({
      id: request.id,
      tokenIds: [...tokenIds],
      stopReason,
      stopToken,
      ties: strand.ties,
    });
    if (request.stopIds.includes(token)) return ended('stop-token', token);
    tokenIds.push(token);
    if (request.stopWhen?.(tokenIds) === true) return ended('stop-when', null);
    if (tokenIds.length >= request.maximumTokens) return ended('token-limit', null);
    // The token just written would be computed at this position next.
    if (request.context.length + tokenIds.length > this.#shape.windowTokens) return ended('window', null);
    return null;
  }

  /** Drops the rows that no strand sees any more, once they are many: every step pays for the whole past. */
  #squeeze(): void {
    const kept: number[] = [];
    for (let row = 0; row < this.#past.rows; row += 1) {
      if (this.#strands.some(({ sees }) => sees[row] === 0)) kept.push(row);
    }
    if (this.#past.rows - kept.length <= WASTE * this.#past.rows) return;
    this.#past.keepOnly(kept);
    for (const strand of this.#strands) {
      const sees = new Float32Array(this.#roomTokens).fill(HIDDEN_BIAS);
      kept.forEach((from, to) => {
        sees[to] = strand.sees[from] ?? HIDDEN_BIAS;
      });
      strand.sees = sees;
    }
  }
}
