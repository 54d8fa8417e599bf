import type { ProbeItem } from '../probe/index.ts';

/** What figures need of an item: its name on the page, and by what it is grouped. */
export type NamedItem = Pick<
  ProbeItem,
  'item_id' | 'goal' | 'operator' | 'error_type' | 'template' | 'prefix_actions'
>;

/** Names by item id. */
export const caseNames = (items: readonly NamedItem[]): ReadonlyMap<string, string> =>
  new Map(items.map((item) => [item.item_id, caseName(item)]));

const LONGEST = 64;

/** What a reader calls a case: its goal, cut at a word. Ids are for tables and files. */
export function caseName({ goal }: Pick<ProbeItem, 'goal'>): string {
  const line = goal.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LONGEST) return `“${line}”`;
  const cut = line.slice(0, LONGEST);
  return `“${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2)).trimEnd()}…”`;
}
