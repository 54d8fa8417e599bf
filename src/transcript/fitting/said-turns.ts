import type { CallPlace, PastedTranscript, PastedTurn } from '../formats/normal-form.ts';
import type { Said } from '../said.ts';
import type { CallStyle } from './call-style.ts';

/** A turn of a log as a message, and which turn it is. */
export interface SaidTurn extends Said {
  readonly turn: number;
}

/**
 * The turn as a message: reasoning is left out (it was not shown to the agent again), calls stand behind the text of
 * their turn, results are user messages, because not every template has a role for tools.
 */
export function saidTurn(transcript: PastedTranscript, turn: PastedTurn, style: CallStyle): SaidTurn | null {
  const content = contentOf(transcript, turn, style);
  if (content.trim() === '') return null;
  return { role: turn.role === 'tool' ? 'user' : turn.role, content, parts: [], turn: turn.index };
}

function contentOf(transcript: PastedTranscript, turn: PastedTurn, style: CallStyle): string {
  switch (turn.role) {
    case 'assistant':
      return [turn.text, ...turn.calls.map(style.call)].filter((text) => text.trim() !== '').join('\n');
    case 'tool':
      return style.result(turn.name ?? toolAnswered(transcript, turn.answers), turn.label).join(turn.text);
    default:
      return turn.text;
  }
}

const toolAnswered = (transcript: PastedTranscript, place: CallPlace | null): string | null =>
  place === null ? null : (transcript.turns[place.turn]?.calls[place.ordinal]?.name ?? null);
