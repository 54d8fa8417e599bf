import type { TokenSpan } from '../../engine/index.ts';
import { byteOffsets, normalisedIndex } from './tokenizer-bytes.ts';

/** A stretch of text between two control tokens, encoded. */
export interface EncodedRun {
  readonly ids: readonly number[];
  /** Byte offset in the normalised run at which each token ends. */
  readonly ends: readonly number[];
  readonly normalised: string;
}

/** Tokens of a run that overlap a range of its UTF-16 units; `offset` is the run's first token in the context. */
export function spanLocator(
  text: string,
  encoded: EncodedRun,
  offset: number,
): (start: number, end: number) => TokenSpan {
  const { ends, normalised } = encoded;
  const bytes = byteOffsets(normalised);
  const lowSurrogate = (at: number): boolean => /[\uDC00-\uDFFF]/.test(normalised.charAt(at));
  return (start, end) => {
    const first = bytes[normalisedIndex(text, normalised, start, 'back')] ?? 0;
    const stop = normalisedIndex(text, normalised, end, 'forward');
    const last = bytes[lowSurrogate(stop) ? stop + 1 : stop] ?? 0;
    const before = ends.filter((tokenEnd) => tokenEnd <= first).length;
    if (end <= start) return { start: offset + before, end: offset + before };
    const through = ends.findIndex((tokenEnd) => tokenEnd >= last);
    return { start: offset + before, end: offset + (through < 0 ? ends.length : through + 1) };
  };
}
