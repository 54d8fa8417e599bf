import { comparePoints } from './string-order.ts';

/**
 * The candidate that is most like `query`, or null when there is none: Python's `difflib` with cutoff 0, so it
 * always finds something, however bad. On equal similarity the greatest in code-point order wins (toolshed §3.2).
 */
export const nearestName = (query: string, candidates: readonly string[]): string | null =>
  closeMatches(query, candidates, { count: 1, cutoff: 0 })[0] ?? null;

/**
 * Python's `difflib.get_close_matches`: at most `count` candidates whose similarity to `query` is at least
 * `cutoff` (0–1), best first; equally similar ones in falling code-point order.
 */
export function closeMatches(
  query: string,
  candidates: readonly string[],
  { count = 3, cutoff = 0.6 }: { readonly count?: number; readonly cutoff?: number } = {},
): string[] {
  return candidates
    .map((name) => ({ name, likeness: similarity(name, query) }))
    .filter(({ likeness }) => likeness >= cutoff)
    .sort((a, b) => b.likeness - a.likeness || comparePoints(b.name, a.name))
    .slice(0, count)
    .map(({ name }) => name);
}

/**
 * Python's `difflib.SequenceMatcher(None, first, second).ratio()`: twice the characters in matching blocks over
 * the characters of both, from 0 to 1 (two empty strings: 1). It is not symmetric: the longest common block is the
 * earliest in `first`, then in `second`, and a long `second` loses its frequent characters as starting points.
 */
export function similarity(first: string, second: string): number {
  const a = [...first];
  const b = [...second];
  const length = a.length + b.length;
  return length === 0 ? 1 : (2 * matchedCharacters(a, b)) / length;
}

interface Span {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** Ratcliff and Obershelp: the longest common block, then the same on its left and on its right. */
function matchedCharacters(a: readonly string[], b: readonly string[]): number {
  const places = placesWorthTrying(b);
  const open: Span[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  let matched = 0;
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const block = longestBlock(a, b, places, span);
    if (block === null) continue;
    const { aAt, bAt, size } = block;
    matched += size;
    open.push({ ...span, aTo: aAt, bTo: bAt }, { ...span, aFrom: aAt + size, bFrom: bAt + size });
  }
  return matched;
}

/** Where each character stands in b. From 200 characters on, one that makes up over 1 % of b is left out. */
function placesWorthTrying(b: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  b.forEach((character, at) => {
    const known = places.get(character);
    if (known === undefined) places.set(character, [at]);
    else known.push(at);
  });
  if (b.length < 200) return places;
  const most = Math.floor(b.length / 100) + 1;
  return new Map([...places].filter(([, ats]) => ats.length <= most));
}

interface Block {
  readonly aAt: number;
  readonly bAt: number;
  readonly size: number;
}

function longestBlock(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  { aFrom, aTo, bFrom, bTo }: Span,
): Block | null {
  let aAt = aFrom;
  let bAt = bFrom;
  let size = 0;
  // runs: for a place in b, how long the common run is that ends there and at the current place in a.
  let runs = new Map<number, number>();
  for (let i = aFrom; i < aTo; i += 1) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < bFrom || j >= bTo) continue;
      const run = (runs.get(j - 1) ?? 0) + 1;
      next.set(j, run);
      if (run > size) [aAt, bAt, size] = [i - run + 1, j - run + 1, run];
    }
    runs = next;
  }
  // Characters that were left out as starting points still lengthen a block.
  while (aAt > aFrom && bAt > bFrom && a[aAt - 1] === b[bAt - 1])
    [aAt, bAt, size] = [aAt - 1, bAt - 1, size + 1];
  while (aAt + size < aTo && bAt + size < bTo && a[aAt + size] === b[bAt + size]) size += 1;
  return size === 0 ? null : { aAt, bAt, size };
}
