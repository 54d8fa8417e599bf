import type { Message, Part } from './message.ts';
import type { Presentation } from './presentations.ts';
import { stepSaid, type Said } from './said.ts';
import type { PastStep } from './step.ts';
import type { Wording } from './wording.ts';

/** What the model reads before its next turn, with its named parts located. */
export interface Transcript {
  readonly messages: readonly Message[];
  readonly parts: readonly Part[];
}

/** How a transcript begins: the system prompt, where in it the needed tool is documented, and the goal. */
export interface Opening {
  readonly systemPrompt: string;
  /** Half-open range of UTF-16 units of the system prompt; null when unknown. */
  readonly documentation: readonly [start: number, end: number] | null;
  readonly goal: string;
}

/** The system message and the goal, as the first two messages of every transcript. */
export function openingSaid(opening: Opening): readonly Said[] {
  const { systemPrompt, documentation, goal } = opening;
  return [
    {
      role: 'system',
      content: systemPrompt,
      parts:
        documentation === null
          ? []
          : [{ name: 'documentation', start: documentation[0], end: documentation[1] }],
    },
    { role: 'user', content: goal, parts: [{ name: 'goal', start: 0, end: goal.length }] },
  ];
}

/** Puts messages in a row and gives their parts the index of the message they lie in. */
export function transcriptOf(...stretches: readonly (readonly Said[])[]): Transcript {
  const said = stretches.flat();
  return {
    messages: said.map(({ role, content }) => ({ role, content })),
    parts: said.flatMap(({ parts }, message) => parts.map((part) => ({ ...part, message }))),
  };
}

/**
 * The transcript of a past in which every failed step is shown in the same way; null when a failed step lacks a text
 * that this way needs. Probe and rollouts both build their contexts here.
 */
export function presentedTranscript(
  opening: Opening,
  past: readonly PastStep[],
  presentation: Presentation,
  wording: Wording,
): Transcript | null {
  const { place, instructs, show } = presentation;
  const failedFirst = [
    ...past.filter(({ outcome }) => outcome === 'failed'),
    ...past.filter(({ outcome }) => outcome === 'worked'),
  ];
  const shown = (place === 'before-the-rest' ? failedFirst : past).map((entry) =>
    entry.outcome === 'worked' ? stepSaid(entry.step) : show(entry.step, wording),
  );
  return shown.every((said) => said !== null)
    ? transcriptOf(openingSaid(instructs ? instructed(opening, wording) : opening), ...shown)
    : null;
}

/** The instruction at the end of the system prompt, from the start, where the wording puts it there. */
const instructed = (opening: Opening, { instruction, instructionPlace }: Wording): Opening =>
  instructionPlace === 'system-prompt'
    ? { ...opening, systemPrompt: `${opening.systemPrompt}\n${instruction}` }
    : opening;

/** Every part of that name, in reading order. */
export function partsNamed(transcript: Transcript, name: string): readonly Part[] {
  return transcript.parts.filter((part) => part.name === name);
}

/** The text of a part; what a reader sees marked. */
export function textOfPart(transcript: Transcript, part: Part): string {
  return transcript.messages[part.message]?.content.slice(part.start, part.end) ?? '';
}
