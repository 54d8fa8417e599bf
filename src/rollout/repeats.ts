import { canonicalForm } from '../toolshed/index.ts';

/** How often what had failed was written again, among the failed actions given in order. */
export interface Repeats {
  /** The same text. */
  readonly text: number;
  /** The same call, however it is spelt. Never fewer. */
  readonly canonical: number;
}

/** Actions that fail and had failed before in this rollout (measurement §6.6). */
export const repeatsAmong = (failed: readonly string[]): Repeats => ({
  text: seenBefore(failed).filter(Boolean).length,
  canonical: seenBefore(failed.map(canonicalForm)).filter(Boolean).length,
});

/** For each entry, whether an earlier one is equal. */
export function seenBefore(entries: readonly string[]): readonly boolean[] {
  const seen = new Set<string>();
  return entries.map((entry) => {
    const isSeen = seen.has(entry);
    seen.add(entry);
    return isSeen;
  });
}
