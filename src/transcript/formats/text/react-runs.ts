import type { SkippedPart, SourceSpan } from '../normal-form.ts';
import type { ReactSegment } from './react-labels.ts';

/** One run of an agent in a printed log: its segments, and where it stands. */
export interface ReactRun {
  readonly span: SourceSpan;
  readonly segments: readonly ReactSegment[];
  readonly skipped: readonly SkippedPart[];
  readonly isPrintedChain: boolean;
}

/**
 * Parts a log at the marks around its chains. A chain inside a chain is what a tool did, and no run of its own. Without
 * marks the whole log is one run.
 */
export function reactRuns(segments: readonly ReactSegment[], length: number): readonly ReactRun[] {
  const flat = withoutInnerChains(segments);
  const runs: { segments: ReactSegment[]; isPrintedChain: boolean }[] = [];
  let current: ReactSegment[] = [];
  let isOpen = false;
  const close = (isPrintedChain: boolean): void => {
    if (current.some(({ label }) => label === 'action')) runs.push({ segments: current, isPrintedChain });
    current = [];
  };
  for (const segment of flat.segments) {
    if (segment.label === 'enter') {
      if (isOpen) close(true);
      isOpen = true;
    }
    current.push(segment);
    if (segment.label === 'leave') {
      close(isOpen);
      isOpen = false;
    }
  }
  close(isOpen);
  return runs.map((run, at) => {
    const span = {
      start: at === 0 ? 0 : (run.segments[0]?.whole.start ?? 0),
      end: runs[at + 1]?.segments[0]?.whole.start ?? length,
    };
    return {
      ...run,
      span,
      skipped: flat.skipped.filter((part) => part.span.start >= span.start && part.span.end <= span.end),
    };
  });
}

/** Only a chain that is left again before the outer one is an inner one: a log that breaks off has no inner chains. */
function withoutInnerChains(segments: readonly ReactSegment[]): {
  segments: readonly ReactSegment[];
  skipped: readonly SkippedPart[];
} {
  const kept: ReactSegment[] = [];
  const skipped: SkippedPart[] = [];
  const partner = partners(segments);
  let depth = 0;
  for (let at = 0; at < segments.length; at += 1) {
    const segment = segments[at];
    if (segment === undefined) continue;
    const end = partner.get(at);
    if (segment.label === 'enter' && depth > 0 && end !== undefined) {
      const leave = segments[end] ?? segment;
      const next = { start: segment.whole.start, end: leave.content.start };
      skipped.push({ what: 'chain inside a tool', span: next });
      // What follows the inner chain is words: the next label, if any, begins a segment of its own.
      kept.push({ label: 'words', whole: { start: next.end, end: leave.whole.end }, content: leave.content });
      at = end;
      continue;
    }
    if (segment.label === 'enter') depth = end === undefined ? 0 : 1;
    if (segment.label === 'leave') depth = 0;
    kept.push(segment);
  }
  return { segments: kept, skipped };
}

/** For each opening mark its closing one. */
function partners(segments: readonly ReactSegment[]): ReadonlyMap<number, number> {
  const open: number[] = [];
  const partner = new Map<number, number>();
  for (const [at, { label }] of segments.entries()) {
    if (label === 'enter') open.push(at);
    const start = label === 'leave' ? open.pop() : undefined;
    if (start !== undefined) partner.set(start, at);
  }
  return partner;
}
