import type { ProbeItem } from '../probe/index.ts';

const LONGEST = 64;

/** What a reader calls a case: its goal, cut at a word. Ids are for tables and files. */
export function caseName({ goal }: Pick<ProbeItem, 'goal'>): string {
  const line = goal.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LONGEST) return `“${line}”`;
  const cut = line.slice(0, LONGEST);
  return `“${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2)).trimEnd()}…”`;
}
