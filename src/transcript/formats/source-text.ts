import type { SkippedPart, SourceSpan } from './normal-form.ts';

/** A stretch to take out of a text before it is read, with what stands in its place. */
export interface Cut extends SourceSpan {
  /** Null: a mere spelling (an escape, a quote); it belongs to whatever stands around it. */
  readonly what: string | null;
  readonly mark: string;
}

/** A text made readable, which still knows where each of its characters stood in the paste. */
export interface SourceText {
  readonly text: string;
  /** Where a stretch of `text` stood in the paste. */
  readonly spanOf: (start: number, end: number) => SourceSpan;
  /** What was taken out so far, by its place in the paste. */
  readonly removed: readonly SkippedPart[];
}

/** The paste as it is. */
export const wholePaste = (text: string): SourceText => ({
  text,
  spanOf: (start, end) => ({ start, end }),
  removed: [],
});

/** Takes stretches out of a text. The cuts are given in order and do not overlap. */
export function cutOut(source: SourceText, cuts: readonly Cut[]): SourceText {
  if (cuts.length === 0) return source;
  const pieces: string[] = [];
  // Segment i of the new text begins at starts[i] and shows from[i] … to[i] of the old one.
  const starts: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const isMark: boolean[] = [];
  let length = 0;
  let read = 0;
  const put = (piece: string, start: number, end: number, mark: boolean): void => {
    if (piece === '') return;
    pieces.push(piece);
    starts.push(length);
    from.push(start);
    to.push(end);
    isMark.push(mark);
    length += piece.length;
  };
  for (const cut of cuts) {
    put(source.text.slice(read, cut.start), read, cut.start, false);
    put(cut.mark, cut.start, cut.end, true);
    read = cut.end;
  }
  put(source.text.slice(read), read, source.text.length, false);
  const segmentOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const first = (offset: number): number => {
    const segment = segmentOf(offset);
    const begin = from[segment] ?? 0;
    return isMark[segment] === true ? begin : begin + offset - (starts[segment] ?? 0);
  };
  const past = (offset: number): number => {
    const segment = segmentOf(offset - 1);
    return isMark[segment] === true
      ? (to[segment] ?? 0)
      : (from[segment] ?? 0) + offset - (starts[segment] ?? 0);
  };
  return {
    text: pieces.join(''),
    spanOf: (start, end) => {
      const begin = first(start);
      return source.spanOf(begin, end <= start ? begin : past(end));
    },
    removed: [
      ...source.removed,
      ...cuts.flatMap(({ what, start, end }) =>
        what === null ? [] : [{ what, span: source.spanOf(start, end) }],
      ),
    ],
  };
}
