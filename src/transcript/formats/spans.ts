import type { SourceSpan } from './normal-form.ts';

/** A stretch and whose it is. */
export interface Claim<T> {
  readonly owner: T;
  readonly span: SourceSpan;
}

/** Spans in order, joined where they touch or overlap; empty ones are left out. */
export function disjoint(spans: readonly SourceSpan[]): SourceSpan[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= start) continue;
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/**
 * Each stretch to one claim, in order: of claims that lie inside each other the innermost has it, and what is left
 * of the outer one stays the outer one's.
 */
export function innermost<T>(claims: readonly Claim<T>[]): Claim<T>[] {
  const won: Claim<T>[] = [];
  const open: Claim<T>[] = [];
  let read = 0;
  const upTo = (offset: number): void => {
    for (let top = open.at(-1); top !== undefined && read < offset; top = open.at(-1)) {
      const end = Math.min(top.span.end, offset);
      if (end > read) won.push({ owner: top.owner, span: { start: read, end } });
      read = Math.max(read, end);
      if (top.span.end <= read) open.pop();
    }
  };
  const order = [...claims].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  for (const claim of order) {
    upTo(claim.span.start);
    read = Math.max(read, claim.span.start);
    open.push(claim);
  }
  upTo(Infinity);
  return won;
}

/** What is left of claims in order when `taken` (in order, disjoint) is cut out of them. */
export function minus<T>(claims: readonly Claim<T>[], taken: readonly SourceSpan[]): Claim<T>[] {
  const left: Claim<T>[] = [];
  let next = 0;
  for (const { owner, span } of claims) {
    let start = span.start;
    while ((taken[next]?.end ?? Infinity) <= start) next += 1;
    for (let at = next; (taken[at]?.start ?? Infinity) < span.end; at += 1) {
      const { start: from, end: to } = taken[at] ?? span;
      if (from > start) left.push({ owner, span: { start, end: from } });
      start = Math.max(start, to);
    }
    if (start < span.end) left.push({ owner, span: { start, end: span.end } });
  }
  return left;
}

/** The stretches of 0 … length that no span (in order, disjoint) covers. */
export function gapsIn(spans: readonly SourceSpan[], length: number): SourceSpan[] {
  const gaps: SourceSpan[] = [];
  let read = 0;
  for (const { start, end } of spans) {
    if (start > read) gaps.push({ start: read, end: start });
    read = Math.max(read, end);
  }
  if (read < length) gaps.push({ start: read, end: length });
  return gaps;
}
