import type { RunStatus, StepPart } from '../../../lab/index.ts';
import type { Activity } from '../../probe/run-standing.svelte.ts';

/** Two names of one part of what can be measured. */
export const isSamePart = (one: StepPart | null, other: StepPart | null): boolean =>
  typeof one === 'object' && typeof other === 'object' ? one?.words === other?.words : one === other;

const RUN_WORDS: Readonly<Record<Exclude<StepPart, object>, string>> = {
  view: 'Measure this step',
  attempts: 'Measure every try',
  messages: 'Hide each message',
  ways: 'Compare the ways',
  cuts: 'Does the cut matter?',
};

/** What is pressed for a part. */
export const runWords = (part: StepPart): string =>
  typeof part === 'object' ? 'Hide each word' : RUN_WORDS[part];

const DOING_WORDS: Readonly<Record<Exclude<StepPart, object>, string>> = {
  view: 'Scoring the step',
  attempts: 'Scoring every try',
  messages: 'Hiding one message after another',
  ways: 'Scoring the ways, and writing what comes next',
  cuts: 'Scoring other sizes of the context',
};

/** What goes on while a part is measured. */
export const doingWords = (part: StepPart): string =>
  typeof part === 'object' ? `Hiding each word of message ${part.words + 1}` : DOING_WORDS[part];

/** What the button of a part shows: what is on may be another part, and then this one waits. */
export function partActivity(status: RunStatus['kind'], isOn: boolean, isDone: boolean): Activity {
  if (!isOn) return isDone ? 'done' : 'ready';
  switch (status) {
    case 'loading':
      return 'loading';
    case 'running':
      return 'busy';
    case 'paused':
      return 'paused';
    case 'cancelling':
      return 'stopping';
    default:
      return isDone ? 'done' : 'ready';
  }
}
