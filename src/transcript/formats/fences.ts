import type { SourceSpan } from './normal-form.ts';

const FENCE = /^[ \t]*(```+|~~~+)[^\n`]*$/gm;

/** What stands inside the fenced blocks of a text, the largest first. A fence that nobody closes runs to the end. */
export function fencedBlocks(text: string): SourceSpan[] {
  const blocks: SourceSpan[] = [];
  let open: { readonly mark: string; readonly start: number } | null = null;
  for (const match of text.matchAll(FENCE)) {
    const mark = match[1] ?? '';
    if (open === null) open = { mark, start: Math.min(text.length, match.index + match[0].length + 1) };
    else if (mark.startsWith(open.mark)) {
      blocks.push({ start: open.start, end: match.index });
      open = null;
    }
  }
  if (open !== null) blocks.push({ start: open.start, end: text.length });
  return blocks.filter(({ start, end }) => end > start).sort((a, b) => b.end - b.start - (a.end - a.start));
}
