import type { FailedStep } from '../step.ts';
import { PAPER_WORDING, type Wording } from '../wording.ts';
import type { ChosenStep } from './chosen-step.ts';

/** Longer is no short error any more. */
const TERSE_CHARACTERS = 100;

/** The texts that a way of showing needs and a log does not have, in one wording. */
export interface OwnTexts {
  /** What stands behind the error in its long form. */
  readonly hint: string;
  /** Put before the call where the error quotes it. */
  readonly quote: string;
  readonly wording: Wording;
}

/** Three wordings of everything that is ours to word: what is said of a way of showing holds over all of them. */
export const OWN_TEXTS: readonly OwnTexts[] = [
  {
    hint: 'Look at the arguments and at what the tool expects before you go on.',
    quote: 'The call was:',
    wording: {
      ...PAPER_WORDING,
      neutral: 'The tool has answered.',
      note: '[Attempt {attempt} failed: the tool reported an error. That call is used up.]',
      marker: '[Attempt {attempt} failed]',
      instruction: 'This call has failed. Do not make it again as it is. Change it first, then try.',
      instructionPlace: 'after-error',
    },
  },
  {
    hint: 'Something in this call was wrong. Check the names and values in it, then decide how to go on.',
    quote: 'What was sent:',
    wording: {
      ...PAPER_WORDING,
      neutral: 'The request was received.',
      note: '(One step did not work: a tool call came back with an error, for the {attempt}. time.)',
      marker: '(One step did not work.)',
      instruction: 'The same call would fail again. Take another way.',
      instructionPlace: 'after-error',
    },
  },
  {
    hint: 'The task is still open. Another tool, or other arguments, may be what is needed.',
    quote: 'This is the call it belongs to:',
    wording: {
      ...PAPER_WORDING,
      neutral: 'Noted. Go on.',
      note: 'Note: an earlier try at this step ended in an error and had no effect.',
      marker: 'Note: an earlier try failed.',
      instruction: 'Do not repeat a call that has failed. Correct what the error names, or use another tool.',
      instructionPlace: 'after-error',
    },
  },
];

/** The failed step with the texts that other ways of showing it need. */
export function failedStepOf({ call, error, tool, attempt }: ChosenStep, own: OwnTexts): FailedStep {
  return {
    ...{ call, error, tool, attempt },
    // The families are ToolShed's; nothing is known of a stranger's error but its words.
    errorKind: 'of_a_log',
    neutral: own.wording.neutral,
    terse: terseOf(error),
    verbose: `${error}\n${own.hint}`,
    quoting: `${error}\n${own.quote} ${call}`,
  };
}

/** The line of an error that names it: of a traceback the last, else the first; cut at a blank where it is long. */
export function terseOf(error: string): string {
  const lines = error
    .split(/\r\n|[\n\r]/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isTraceback = lines.some((line) => line.startsWith('Traceback (most recent call last)'));
  const line = (isTraceback ? lines.at(-1) : lines[0]) ?? error;
  if (line.length <= TERSE_CHARACTERS) return line;
  const cut = line.slice(0, TERSE_CHARACTERS);
  const blank = cut.lastIndexOf(' ');
  return `${wholeCharacters(blank > TERSE_CHARACTERS / 2 ? cut.slice(0, blank) : cut)} …`;
}

/** A cut in the middle of a pair would leave half a character. */
const wholeCharacters = (text: string): string => text.replace(/[\uD800-\uDBFF]$/u, '');
