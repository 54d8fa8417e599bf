import type { JsonValue, PastedCall, PastedRole, PastedTranscript } from '../formats/normal-form.ts';

/** A call that is to be written out. */
export interface WrittenCall {
  /** Names the call among the turns, so that turns can be moved and left out. */
  readonly mark: string;
  /** Null: the log gives none. */
  readonly id: string | null;
  readonly name: string | null;
  readonly args: JsonValue | null;
  readonly rawArgs: string;
  readonly text: string | null;
}

/** A turn that is to be written out: the normal form without places. */
export interface WrittenTurn {
  readonly role: PastedRole;
  readonly text: string;
  readonly reasoning: string | null;
  readonly calls: readonly WrittenCall[];
  /** Tool turns: mark of the call that is answered. */
  readonly answers: string | null;
  /** What the format itself says of a result; null: nothing. */
  readonly isError: boolean | null;
  readonly name: string | null;
  /** What stood before a result in a message that is no tool's, as “Observation: ”; null: results have messages of their own. */
  readonly label: string | null;
}

const labelOf = ({ label }: { readonly index: number; readonly label?: string }): string | null =>
  label ?? null;

const markOf = (turn: number, ordinal: number): string => `${turn}.${ordinal}`;

/** The turns of a log, ready to be changed and written out. */
export function writtenTurns({ turns }: PastedTranscript): readonly WrittenTurn[] {
  return turns.map((turn) => {
    const { index, role, text, reasoning, calls, answers, flag, name } = turn;
    return {
      ...{ role, text, reasoning, name, label: labelOf(turn) },
      calls: calls.map((call, ordinal) => writtenCall(call, index, ordinal)),
      answers: answers === null ? null : markOf(answers.turn, answers.ordinal),
      isError: flag?.isError ?? null,
    };
  });
}

/** An id that the reader made is none of the log's. */
function writtenCall(call: PastedCall, turn: number, ordinal: number): WrittenCall {
  const { id, name, args, rawArgs, text } = call;
  const mark = markOf(turn, ordinal);
  return { mark, id: id === `#${mark}` ? null : id, name, args, rawArgs, text };
}

/** A message of the user that stands in no log. */
export const userTurn = (text: string): WrittenTurn => ({
  ...{ role: 'user', text, reasoning: null, calls: [] },
  ...{ answers: null, isError: null, name: null, label: null },
});

/** Every call by its mark. */
export const callsByMark = (turns: readonly WrittenTurn[]): ReadonlyMap<string, WrittenCall> =>
  new Map(turns.flatMap(({ calls }) => calls.map((call) => [call.mark, call] as const)));
