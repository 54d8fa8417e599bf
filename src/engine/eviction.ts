import { NO_NODE, type TokenTrie } from './trie.ts';

/**
 * Which of the `wanted` nodes to keep when only `capacity` fit: those whose next use comes first. Going through the
 * coming order and collecting every wanted node on the way meets them in just that sequence, and ancestors before
 * descendants of equal next use, so what is kept stays closed upwards.
 */
export function nextUsed(
  trie: TokenTrie,
  order: Int32Array,
  from: number,
  wanted: ReadonlySet<number>,
  capacity: number,
): Set<number> {
  const kept = new Set<number>();
  const met = new Set<number>();
  for (let place = from; place < order.length && kept.size < Math.min(capacity, wanted.size); place += 1) {
    const path: number[] = [];
    let node = trie.parent(order[place] ?? 0);
    while (node !== NO_NODE && !met.has(node)) {
      met.add(node);
      path.push(node);
      node = trie.parent(node);
    }
    for (const ancestor of path.reverse()) {
      if (wanted.has(ancestor) && kept.size < capacity) kept.add(ancestor);
    }
  }
  return kept;
}
