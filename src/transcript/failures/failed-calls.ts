import type { PastedCall, PastedTranscript, PastedTurn } from '../formats/normal-form.ts';
import type { ErrorMark, FailedCall, FailedPlace } from './failed-call.ts';
import { harmlessnessOf } from './harmless-failure.ts';
import { markOfResult } from './mark-of-result.ts';
import { withRepeats } from './repeats.ts';

/** The failed calls of a log, in the order of their results, each with the reason for taking it for one. */
export function failedCalls(transcript: PastedTranscript): readonly FailedCall[] {
  const found = transcript.turns.flatMap((turn): FailedCall[] => {
    const mark = markOf(turn);
    if (mark === null) return [];
    const call = failedPlace(transcript, turn, mark);
    return call === null ? [] : [failedCall(transcript, call, turn, mark)];
  });
  return withRepeats(transcript, found);
}

/** A failure the user marked: the call at `call`, whose result is the turn `result`. Repeats are counted by `withRepeats`. */
export function markedByHand(
  transcript: PastedTranscript,
  call: FailedPlace,
  result: number,
): FailedCall | null {
  const turn = transcript.turns[result];
  const caller = transcript.turns[call.turn];
  if (turn === undefined || caller?.role !== 'assistant' || result <= call.turn) return null;
  if (call.ordinal !== null && caller.calls[call.ordinal] === undefined) return null;
  const snippet =
    turn.text
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.slice(0, 160) ?? '';
  return failedCall(transcript, call, turn, {
    level: 'by-hand',
    rule: 'by-hand',
    snippet,
    secondary: false,
    denied: false,
    isRejectedReply: false,
  });
}

function failedCall(
  transcript: PastedTranscript,
  call: FailedPlace,
  result: PastedTurn,
  mark: ErrorMark,
): FailedCall {
  return {
    ...mark,
    call,
    result: result.index,
    ...harmlessnessOf(calledAt(transcript, call), result.text),
    timesRepeated: 0,
    repeats: [],
  };
}

/** The call at a place; null where the whole reply is meant. */
const calledAt = ({ turns }: PastedTranscript, { turn, ordinal }: FailedPlace): PastedCall | null =>
  ordinal === null ? null : (turns[turn]?.calls[ordinal] ?? null);

function markOf(turn: PastedTurn): ErrorMark | null {
  if (turn.role !== 'tool' && turn.role !== 'user') return null;
  const mark = markOfResult(turn.text, turn.flag);
  // A user may speak of any error; only a harness that could not read a reply answers in the user's place.
  return turn.role === 'user' && mark?.isRejectedReply !== true ? null : mark;
}

/**
 * The call the result answers. A complaint about a reply in which no call could be read is about that reply: the
 * turn just before, without a call. Any other result without a call cannot be laid to one.
 */
function failedPlace(
  { turns }: PastedTranscript,
  { index, answers }: PastedTurn,
  mark: ErrorMark,
): FailedPlace | null {
  if (answers !== null) return { turn: answers.turn, ordinal: answers.ordinal };
  const before = turns[index - 1];
  const isReply = mark.isRejectedReply && before?.role === 'assistant' && before.calls.length === 0;
  return isReply ? { turn: index - 1, ordinal: null } : null;
}
