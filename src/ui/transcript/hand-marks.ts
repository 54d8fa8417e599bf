import {
  inOrderOfOffer,
  markedByHand,
  withRepeats,
  type FailedCall,
  type FailedPlace,
  type PastedTranscript,
} from '../../transcript/index.ts';

/** A failed call as its reader marks it. */
export interface HandMark {
  readonly call: FailedPlace;
  readonly result: number;
}

/** What the reader changed of the failures that were found. */
export interface HandMarks {
  readonly added: readonly HandMark[];
  /** Names of failures that are none. */
  readonly removed: ReadonlySet<string>;
}

export const NO_MARKS: HandMarks = { added: [], removed: new Set() };

/** One failure of a log, by its call and its result. */
export const failureName = ({ call, result }: HandMark): string =>
  `${call.turn}.${call.ordinal ?? 'reply'}>${result}`;

export const hasMarks = ({ added, removed }: HandMarks): boolean => added.length > 0 || removed.size > 0;

/** The failures that were found, without those taken away and with those added; repeats are counted anew. */
export function withMarks(
  transcript: PastedTranscript,
  found: readonly FailedCall[],
  marks: HandMarks,
): readonly FailedCall[] {
  if (!hasMarks(marks)) return found;
  const added = marks.added.flatMap(({ call, result }) => markedByHand(transcript, call, result) ?? []);
  const kept = found.filter((one) => !marks.removed.has(failureName(one)));
  return inOrderOfOffer(withRepeats(transcript, [...kept, ...added]));
}

/** Marked by hand, or found and taken away before: it is a failure from now on. */
export function withFailure(marks: HandMarks, found: readonly FailedCall[], mark: HandMark): HandMarks {
  const name = failureName(mark);
  const removed = new Set(marks.removed);
  removed.delete(name);
  const isThere = found.some((one) => failureName(one) === name);
  const others = marks.added.filter((one) => failureName(one) !== name);
  return { added: isThere ? others : [...others, mark], removed };
}

/** From now on it is none. */
export function withoutFailure(marks: HandMarks, found: readonly FailedCall[], mark: HandMark): HandMarks {
  const name = failureName(mark);
  return {
    added: marks.added.filter((one) => failureName(one) !== name),
    removed: found.some((one) => failureName(one) === name)
      ? new Set([...marks.removed, name])
      : marks.removed,
  };
}

/** Where the result of a call most likely stands: the turn that answers it, or else the first thing read after it. */
export function likelyResult(transcript: PastedTranscript, { turn, ordinal }: FailedPlace): number | null {
  const later = transcript.turns.slice(turn + 1);
  const answered = later.find(
    ({ answers }) => answers !== null && answers.turn === turn && answers.ordinal === ordinal,
  );
  const read = answered ?? later.find(({ role }) => role === 'tool' || role === 'user');
  return read?.index ?? null;
}
