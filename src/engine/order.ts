import { sha256 } from '@noble/hashes/sha2.js';
import type { EncodedRequest } from './request.ts';
import { NO_NODE } from './trie.ts';
import type { Planting } from './units.ts';

/**
 * The place of each request's task in the order of visits, 0 first.
 *
 * A run is watched while it grows and may be stopped at any time, so what is there at any moment should be a fair
 * sample of the tasks. Two things are needed for that. Within a template the tasks come in an order that has nothing
 * to do with how the file lists them: they are sorted by a hash of seed and name. (A hash rather than a shuffle: the
 * order among the remaining tasks is the same when a run is resumed with half of them done.) And templates take
 * turns in proportion to their sizes: the i-th of a template's n tasks stands at (i + ½)/n of the way.
 */
export function taskRanks(requests: readonly EncodedRequest[], seed: number): Int32Array {
  const keyOf = (request: EncodedRequest): string => JSON.stringify([request.template, request.task]);
  const strata = new Map<string, Map<string, string>>();
  for (const request of requests) {
    const stratum = strata.get(request.template) ?? new Map<string, string>();
    if (!stratum.has(keyOf(request))) stratum.set(keyOf(request), draw(seed, keyOf(request)));
    strata.set(request.template, stratum);
  }
  const places: { key: string; place: number; lot: string }[] = [];
  for (const [template, stratum] of strata) {
    const lot = draw(seed, template);
    const keys = [...stratum].sort(([, left], [, right]) => compare(left, right)).map(([key]) => key);
    keys.forEach((key, index) => places.push({ key, place: (index + 0.5) / keys.length, lot }));
  }
  places.sort((left, right) => left.place - right.place || compare(left.lot, right.lot));
  const rankOf = new Map(places.map(({ key }, rank) => [key, rank]));
  return Int32Array.from(requests, (request) => rankOf.get(keyOf(request)) ?? 0);
}

/** When each node is computed, and until when its keys and values are needed. */
export interface Schedule {
  /** [nodes] all nodes in the order of their first computation; parents before children. */
  readonly order: Int32Array;
  /** [nodes] place in `order` of the node's last descendant; -1 for a leaf. */
  readonly lastUse: Int32Array;
  /** [nodes + 1] how many of the first c nodes of the order are still needed by a later one. */
  readonly liveAt: Int32Array;
}

/**
 * Orders all nodes: task by task (ranks as by taskRanks, one per unit), depth-first within a task.
 *
 * A node that several tasks share (the system prompt, a first word) belongs to the first of them, is computed there,
 * and its keys and values wait for the others. One depth-first walk of the whole trie would let such nodes go sooner,
 * but it would finish all tasks that begin with the same words before the next: exactly the unfair sample that the
 * shuffled order avoids. What has to wait is small: shared beginnings, not whole transcripts.
 *
 * Among children the small subtrees come first: the tails of candidates are answered before the long continuation
 * of the same transcript is begun, and every subtree stays in one piece, so the rows it shares are in few passes.
 */
export function schedule({ trie, units }: Planting, ranks: Int32Array): Schedule {
  const nodes = trie.nodeCount;
  const owner = new Int32Array(nodes).fill(0x7fffffff);
  units.forEach(({ lastNode }, index) => {
    owner[lastNode] = Math.min(owner[lastNode] ?? 0, ranks[index] ?? 0);
  });
  const subtree = new Int32Array(nodes).fill(1);
  const childCount = new Int32Array(nodes + 1);
  // Children have higher numbers than their parents, so one backward sweep carries everything up.
  for (let node = nodes - 1; node >= 0; node -= 1) {
    const parent = trie.parent(node);
    const slot = parent === NO_NODE ? nodes : parent;
    childCount[slot] = (childCount[slot] ?? 0) + 1;
    if (parent === NO_NODE) continue;
    owner[parent] = Math.min(owner[parent] ?? 0, owner[node] ?? 0);
    subtree[parent] = (subtree[parent] ?? 0) + (subtree[node] ?? 0);
  }
  const order = byOwner(depthFirst(planted(trie, childCount, subtree)), owner);
  return { order, ...uses(trie, order) };
}

/** Children of each node (and of the root, numbered `nodes`), small subtrees first. */
interface Children {
  readonly nodes: number;
  readonly start: Int32Array;
  readonly list: Int32Array;
}

function planted(trie: Planting['trie'], childCount: Int32Array, subtree: Int32Array): Children {
  const nodes = trie.nodeCount;
  const start = new Int32Array(nodes + 2);
  for (let slot = 0; slot <= nodes; slot += 1) start[slot + 1] = (start[slot] ?? 0) + (childCount[slot] ?? 0);
  const next = start.slice();
  const list = new Int32Array(nodes);
  for (let node = 0; node < nodes; node += 1) {
    const parent = trie.parent(node);
    const slot = parent === NO_NODE ? nodes : parent;
    const place = next[slot] ?? 0;
    list[place] = node;
    next[slot] = place + 1;
  }
  for (let slot = 0; slot <= nodes; slot += 1) {
    const from = start[slot] ?? 0;
    const to = start[slot + 1] ?? 0;
    if (to - from > 1) {
      list
        .subarray(from, to)
        .sort((left, right) => (subtree[left] ?? 0) - (subtree[right] ?? 0) || left - right);
    }
  }
  return { nodes, start, list };
}

function depthFirst({ nodes, start, list }: Children): Int32Array {
  const preorder = new Int32Array(nodes);
  const stack = [nodes];
  let place = 0;
  for (let slot = stack.pop(); slot !== undefined; slot = stack.pop()) {
    if (slot !== nodes) {
      preorder[place] = slot;
      place += 1;
    }
    const from = start[slot] ?? 0;
    for (let child = (start[slot + 1] ?? 0) - 1; child >= from; child -= 1) stack.push(list[child] ?? 0);
  }
  return preorder;
}

/** A stable sort by owner. A parent's owner is never later than its child's, so parents stay before children. */
function byOwner(preorder: Int32Array, owner: Int32Array): Int32Array {
  const highest = owner.reduce((left, right) => Math.max(left, right), 0);
  const next = new Int32Array(highest + 2);
  for (const rank of owner) next[rank + 1] = (next[rank + 1] ?? 0) + 1;
  for (let rank = 0; rank <= highest; rank += 1) next[rank + 1] = (next[rank + 1] ?? 0) + (next[rank] ?? 0);
  const order = new Int32Array(preorder.length);
  for (const node of preorder) {
    const rank = owner[node] ?? 0;
    const place = next[rank] ?? 0;
    order[place] = node;
    next[rank] = place + 1;
  }
  return order;
}

function uses(trie: Planting['trie'], order: Int32Array): Pick<Schedule, 'lastUse' | 'liveAt'> {
  const nodes = order.length;
  const placeOf = new Int32Array(nodes);
  order.forEach((node, place) => {
    placeOf[node] = place;
  });
  const lastUse = new Int32Array(nodes).fill(-1);
  for (let node = nodes - 1; node >= 0; node -= 1) {
    const parent = trie.parent(node);
    if (parent === NO_NODE) continue;
    lastUse[parent] = Math.max(lastUse[parent] ?? -1, lastUse[node] ?? -1, placeOf[node] ?? -1);
  }
  const liveAt = new Int32Array(nodes + 1);
  for (let node = 0; node < nodes; node += 1) {
    const last = lastUse[node] ?? -1;
    if (last < 0) continue;
    const born = (placeOf[node] ?? 0) + 1;
    liveAt[born] = (liveAt[born] ?? 0) + 1;
    liveAt[last + 1] = (liveAt[last + 1] ?? 0) - 1;
  }
  for (let place = 1; place <= nodes; place += 1) {
    liveAt[place] = (liveAt[place] ?? 0) + (liveAt[place - 1] ?? 0);
  }
  return { lastUse, liveAt };
}

function draw(seed: number, name: string): string {
  const bytes = sha256(new TextEncoder().encode(JSON.stringify([seed, name])));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** By code unit: the same in every locale. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
