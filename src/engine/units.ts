import type { EncodedRequest } from './request.ts';
import { NO_NODE, PLAIN, TokenTrie } from './trie.ts';

/** One accepted request and where its answer will stand. */
export interface Unit {
  readonly request: EncodedRequest;
  /** One slot per candidate token, then one for the end of turn when it is scored. */
  readonly targetSlots: Int32Array;
  /** Node of the context's last token; it stands for (context, hiding). */
  readonly contextNode: number;
  /** The node whose pass answers the last of the unit's targets. */
  readonly lastNode: number;
}

/** All requests of a job in one trie, with the targets asked after each node. */
export interface Planting {
  readonly trie: TokenTrie;
  readonly units: readonly Unit[];
  /** Distinct (node, next token) pairs: requests that ask the same thing share a slot. */
  readonly targetCount: number;
  /** Token asked in each slot. */
  readonly targetTokens: readonly number[];
  /** Slots asked after a node. */
  readonly slotsAfter: ReadonlyMap<number, readonly number[]>;
}

/**
 * Puts requests into one trie. Only tokens with a scored successor get a node: the whole context, and the candidate
 * without its last token (with it when the end of turn is scored too), so every node is to be computed, and every
 * node once.
 *
 * With hidden spans the rows from the context's last token on are nodes of their own, because their keys and values
 * are recomputed without the hidden part; the tokens before are shared with the plain tree.
 */
export function plant(requests: readonly EncodedRequest[]): Planting {
  const trie = new TokenTrie();
  const targetTokens: number[] = [];
  const slotsAfter = new Map<number, number[]>();
  const slotFor = (node: number, token: number): number => {
    const slots = slotsAfter.get(node);
    const known = slots?.find((slot) => targetTokens[slot] === token);
    if (known !== undefined) return known;
    const slot = targetTokens.push(token) - 1;
    if (slots === undefined) slotsAfter.set(node, [slot]);
    else slots.push(slot);
    return slot;
  };

  // The candidates of a context come one after the other and share its list of ids: its nodes are looked up once.
  let latest: { readonly context: readonly number[]; readonly hiding: number; readonly node: number } | null =
    null;
  const nodeOf = (context: readonly number[], hiding: number): number => {
    if (latest?.context === context && latest.hiding === hiding) return latest.node;
    const last = context.length - 1;
    let node = NO_NODE;
    context.forEach((token, position) => {
      node = trie.add(node, token, position < last ? PLAIN : hiding);
    });
    latest = { context, hiding, node };
    return node;
  };

  const units = requests.map((request): Unit => {
    const { context, candidate, endOfTurn } = request;
    const hiding = trie.numberOfHiding(request.hidden);
    const contextNode = nodeOf(context, hiding);
    let node = contextNode;
    const asked = endOfTurn === null ? candidate : [...candidate, endOfTurn];
    const targetSlots = new Int32Array(asked.length);
    asked.forEach((token, index) => {
      targetSlots[index] = slotFor(node, token);
      if (index < asked.length - 1) node = trie.add(node, token, hiding);
    });
    return { request, targetSlots, contextNode, lastNode: node };
  });
  return { trie, units, targetCount: targetTokens.length, targetTokens, slotsAfter };
}
