import {
  CALL_STYLES,
  nextCallOf,
  type CallStyleName,
  type ChosenStep,
  type FailedCall,
  type PastedTranscript,
} from '../../transcript/index.ts';

const HEAD_CHARACTERS = 70;
const MOST_PLACES = 12;

/** Turns in which the result of a call may stand: the next ones that the agent read, and where it stands now. */
export function resultPlaces(
  { turns }: PastedTranscript,
  { call, result }: FailedCall,
): readonly { readonly turn: number; readonly head: string }[] {
  const read: number[] = [];
  for (let at = call.turn + 1; at < turns.length && read.length < MOST_PLACES; at += 1)
    if (turns[at]?.role === 'tool' || turns[at]?.role === 'user') read.push(at);
  const places = read.includes(result) ? read : [...read, result];
  return places.map((turn) => ({
    turn,
    head: (turns[turn]?.text ?? '').slice(0, HEAD_CHARACTERS).replaceAll(/\s+/g, ' ').trim(),
  }));
}

/** A right call as the log may have it: the next one of the same tool that did not fail. Only its owner knows whether it was. */
export function rightFromLog(
  { turns }: PastedTranscript,
  failed: readonly FailedCall[],
  { call, result }: FailedCall,
  style: CallStyleName,
): { readonly turn: number; readonly text: string } | null {
  const own = call.ordinal === null ? undefined : turns[call.turn]?.calls[call.ordinal];
  if (own?.name == null) return null;
  const failures = new Set(failed.map((one) => `${one.call.turn}.${one.call.ordinal ?? ''}`));
  for (const turn of turns.slice(result + 1))
    for (const [ordinal, one] of turn.calls.entries())
      if (one.name === own.name && one.key !== own.key && !failures.has(`${turn.index}.${ordinal}`))
        return { turn: turn.index, text: CALL_STYLES[style].call(one) };
  return null;
}

/** What is wrong with a call that was given as the right one; null: nothing. */
export function rightCallRemark(
  right: string,
  { call }: ChosenStep,
  style: CallStyleName,
  tools: readonly string[],
): string | null {
  const kind = nextCallOf(right, { style, failed: call, right: null, tools: new Set(tools) });
  switch (kind) {
    case 'same-call':
      return 'This is the call that failed.';
    case 'unusable-call':
      return 'It cannot be read as a call in this form, or its tool does not occur in the log; a model is asked about it all the same.';
    case 'words':
      return style === 'as-written'
        ? null
        : 'It does not look like a call in this form; a model is asked about it all the same.';
    default:
      return null;
  }
}
