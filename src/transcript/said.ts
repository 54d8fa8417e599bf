import type { Role } from './message.ts';
import type { Step } from './step.ts';

/** A message that does not yet know its place, with the stretches of its content that have a name. */
export interface Said {
  readonly role: Role;
  readonly content: string;
  readonly parts: readonly { readonly name: string; readonly start: number; readonly end: number }[];
}

/**
 * Results are shown as user messages that begin so. The tool role is never used: several small models' templates
 * have none, and a role that varies with the model would confound the comparison (measurement §1, §2).
 */
const OBSERVATION = 'Observation: ';

/** The assistant writes a call; the whole message may carry a part name. */
export function callSaid(call: string, partName?: string): Said {
  return { role: 'assistant', content: call, parts: wholeOf(call, 0, partName) };
}

/** The user message that holds a result; the part covers the result, without its label and what follows it. */
export function observationSaid(observation: string, partName?: string, after = ''): Said {
  const content = OBSERVATION + observation;
  return { role: 'user', content: content + after, parts: wholeOf(content, OBSERVATION.length, partName) };
}

/** A user message that is no result: what the agent's program notes about a step. It has no label. */
export function noteSaid(note: string): Said {
  return { role: 'user', content: note, parts: wholeOf(note, 0, 'note') };
}

/** How results are put into messages: the part covers the result alone, `after` follows it. */
export type SayResult = (result: string, partName?: string, after?: string) => Said;

/** A step as the model reads it: its call, then its result. */
export function stepSaid(step: Step): readonly Said[] {
  return [callSaid(step.call), observationSaid(step.observation)];
}

function wholeOf(content: string, start: number, name: string | undefined): Said['parts'] {
  return name === undefined || start === content.length ? [] : [{ name, start, end: content.length }];
}
