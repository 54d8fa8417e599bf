import type { PastedTranscript } from '../formats/normal-form.ts';
import type { FailedCall, Repeat } from './failed-call.ts';
import { placeKey, placesOf, spelledAt, type SpelledPlace } from './spelled-place.ts';

/** A log that is one loop has repeats without end; a call lists no more than these. */
const REPEATS_LISTED = 200;

/** The same failed calls with the repeats that follow from this list of them: to be called again after any change of it. */
export function withRepeats(
  transcript: PastedTranscript,
  failed: readonly FailedCall[],
): readonly FailedCall[] {
  const failedPlaces = new Set(failed.map(({ call }) => placeKey(call)));
  const turnsOfKey = new Map<string, SpelledPlace[][]>();
  for (const { index } of transcript.turns)
    for (const place of placesOf(transcript, index)) noteIn(turnsOfKey, place);
  /** Repeats of one call as spelt, by all turns that make it; shared by the failed calls with that spelling. */
  const known = new Map<string, readonly Repeat[]>();
  const repeatsOf = ({ key, written }: SpelledPlace): readonly Repeat[] => {
    const spelling = `${key}\n${written}`;
    const repeats =
      known.get(spelling) ??
      (turnsOfKey.get(key) ?? []).map((places) => ({
        turn: places[0]?.turn ?? 0,
        exactText: places.some((place) => place.written === written),
        failedAgain: places.some((place) => failedPlaces.has(placeKey(place))),
      }));
    known.set(spelling, repeats);
    return repeats;
  };
  return failed.map((one) => {
    const own = spelledAt(transcript, one.call);
    const all = own === null ? [] : repeatsOf(own);
    const from = firstAfter(all, one.call.turn);
    return { ...one, timesRepeated: all.length - from, repeats: all.slice(from, from + REPEATS_LISTED) };
  });
}

function noteIn(turnsOfKey: Map<string, SpelledPlace[][]>, place: SpelledPlace): void {
  const turns = turnsOfKey.get(place.key) ?? [];
  turnsOfKey.set(place.key, turns);
  const last = turns.at(-1);
  if (last?.[0]?.turn === place.turn) last.push(place);
  else turns.push([place]);
}

function firstAfter(repeats: readonly Repeat[], turn: number): number {
  let low = 0;
  let high = repeats.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((repeats[middle]?.turn ?? 0) <= turn) low = middle + 1;
    else high = middle;
  }
  return low;
}
