import type { SourceText } from '../source-text.ts';
import { COLOUR_CODE } from './plain-log.ts';

/** Where the colour changes inside a stretch, in offsets of the readable text. */
export type ColourBreaks = (start: number, end: number) => readonly number[];

/** In a printed log a change of colour is at times all that parts a result from what stands before it. */
export function colourBreaksOf(source: SourceText): ColourBreaks {
  const places = source.removed
    .filter(({ what }) => what === COLOUR_CODE)
    .map(({ span }) => span.end)
    .sort((a, b) => a - b);
  return (start, end) => {
    if (end <= start) return [];
    const pasted = source.spanOf(start, end);
    const from = firstFrom(0, places.length, (at) => (places[at] ?? 0) > pasted.start);
    const to = firstFrom(from, places.length, (at) => (places[at] ?? 0) >= pasted.end);
    const breaks = places
      .slice(from, to)
      .map((place) => firstFrom(start, end, (at) => source.spanOf(at, at + 1).start >= place));
    return [...new Set(breaks)].filter((at) => at > start && at < end);
  };
}

/** The first number from `low` on that passes, where all after one that passes do. */
function firstFrom(low: number, high: number, passes: (at: number) => boolean): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (passes(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
