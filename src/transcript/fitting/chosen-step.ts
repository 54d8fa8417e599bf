import type { FailedPlace } from '../failures/failed-call.ts';
import type { PastedCall, PastedTranscript } from '../formats/normal-form.ts';
import { CALL_STYLES, type CallStyleName } from './call-style.ts';
import { saidTurn, type SaidTurn } from './said-turns.ts';

/** A failed step of a log, ready to be shown to a model. */
export interface ChosenStep {
  /** What the agent had read when it made the call: C. Earlier calls of the same reply stand here with their results. */
  readonly before: readonly SaidTurn[];
  /** The call in the chosen style: a, the text that is scored. */
  readonly call: string;
  /** What the agent read next: o. */
  readonly error: string;
  readonly tool: string | null;
  /** 1 for the first failed try of this call in the log, 2 for the second, … */
  readonly attempt: number;
  readonly style: CallStyleName;
  /** What stood before the error in the log's message, as “Observation: ”; absent where results have messages of their own. */
  readonly label?: string;
}

/** A step as the user sees it: where its call and its result stand. */
export interface StepPlace {
  readonly call: FailedPlace;
  readonly result: number;
  readonly attempt: number;
}

/**
 * Everything before a failed step, the call and its error. Nothing that stands behind the failed result is in it. Of a
 * reply with several calls those before the failed one become steps of their own, with their results, and those behind
 * it are left out, so that the failed call is the only difference between before and after. What the agent said before
 * its call is left out as well: it would bind the model to the call that follows. Null: there is no such step.
 */
export function chosenStep(
  transcript: PastedTranscript,
  { call: place, result, attempt }: StepPlace,
  style: CallStyleName,
): ChosenStep | null {
  const reply = transcript.turns[place.turn];
  const answer = transcript.turns[result];
  if (reply === undefined || answer === undefined || result <= place.turn) return null;
  const manner = CALL_STYLES[style];
  const said = (index: number): readonly SaidTurn[] => {
    const turn = transcript.turns[index];
    const one = turn === undefined ? null : saidTurn(transcript, turn, manner);
    return one === null ? [] : [one];
  };
  const written = place.ordinal === null ? reply.text : callText(reply.calls[place.ordinal], manner.call);
  if (written === null || written.trim() === '') return null;
  const earlier = reply.calls.slice(0, place.ordinal ?? 0).flatMap((call, ordinal): readonly SaidTurn[] => {
    const text = manner.call(call);
    const answered = transcript.turns.find(
      ({ answers }) => answers?.turn === place.turn && answers.ordinal === ordinal,
    );
    return text.trim() === ''
      ? []
      : [
          { role: 'assistant', content: text, parts: [], turn: place.turn },
          ...(answered === undefined ? [] : said(answered.index)),
        ];
  });
  return {
    before: [...transcript.turns.slice(0, place.turn).flatMap(({ index }) => said(index)), ...earlier],
    call: written,
    error: answer.text,
    tool: place.ordinal === null ? null : (reply.calls[place.ordinal]?.name ?? null),
    attempt,
    style,
    ...(answer.label === undefined ? {} : { label: answer.label }),
  };
}

const callText = (call: PastedCall | undefined, write: (call: PastedCall) => string): string | null =>
  call === undefined ? null : write(call);

/** Formats whose logs show the text that the model itself wrote keep it; of the others the study's form is taken. */
export function usualStyle(transcript: PastedTranscript): CallStyleName {
  const calls = transcript.turns.flatMap((turn) => turn.calls);
  if (calls.length > 0 && calls.every(({ text }) => text !== null)) return 'as-written';
  if (transcript.format === 'react-text') return 'labels';
  return transcript.format === 'chatml' ? 'tags' : 'function';
}
