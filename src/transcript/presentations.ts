import { callSaid, noteSaid, observationSaid, type Said, type SayResult } from './said.ts';
import type { FailedStep } from './step.ts';
import { fillTemplate, type Wording, type WordingField } from './wording.ts';

/**
 * The ways in which a failed step is shown to the model. This is the one place that holds the rewriting rules:
 * conditions of the probe, harnesses of the rollouts and the advice for a pasted transcript all choose from here.
 */
export type PresentationName =
  | 'none'
  | 'error'
  | 'terse'
  | 'verbose'
  | 'quoting'
  | 'instructed'
  | 'description'
  | 'marker'
  | 'success'
  | 'neutral'
  | 'padded'
  | 'twice'
  | 'thrice'
  | 'early'
  | 'other';

export interface Presentation {
  /** Its name on the page. */
  readonly label: string;
  /** 'comparison': a text that no agent would show, there to take the effect apart. */
  readonly purpose: 'way-to-show' | 'comparison';
  /** The texts of a wording that decide what is shown. */
  readonly uses: readonly WordingField[];
  /** Where failed steps stand: where they happened, or before every step that worked. */
  readonly place: 'where-it-happened' | 'before-the-rest';
  /** The instruction belongs to it: in the system prompt, or after the error, as the wording says. */
  readonly instructs: boolean;
  /**
   * The messages that stand in place of the failed step; null when the step lacks a text that is needed. Results are
   * said as in the study unless a log says them otherwise.
   */
  readonly show: (failed: FailedStep, wording: Wording, sayResult?: SayResult) => readonly Said[] | null;
}

export const PRESENTATIONS: Readonly<Record<PresentationName, Presentation>> = {
  none: { ...wayToShow('left out', []), show: () => [] },
  error: { ...wayToShow('error', ['error']), show: asError },
  terse: {
    ...wayToShow('terse error', []),
    show: (failed, _, say) => tried(failed, 'error', failed.terse, say),
  },
  verbose: {
    ...wayToShow('long error', []),
    show: (failed, _, say) => tried(failed, 'error', failed.verbose, say),
  },
  quoting: {
    ...wayToShow('quoted error', []),
    show: (failed, _, say) => tried(failed, 'error', failed.quoting, say),
  },
  instructed: {
    ...wayToShow('error, instruction', ['error', 'instruction', 'instructionPlace']),
    instructs: true,
    show: (failed, wording, say) =>
      wording.instructionPlace === 'system-prompt'
        ? asError(failed, wording, say)
        : asError(failed, wording, say, fillTemplate(wording.instruction, failed)),
  },
  description: {
    ...wayToShow('note', ['note']),
    show: (failed, wording) => noted(fillTemplate(wording.note, failed)),
  },
  marker: {
    ...wayToShow('bare marker', ['marker']),
    show: (failed, wording) => noted(fillTemplate(wording.marker, failed)),
  },
  success: {
    ...comparison('success text', []),
    show: (failed, _, say) => tried(failed, 'observation', failed.success, say),
  },
  neutral: {
    ...comparison('neutral text', ['neutral']),
    show: (failed, wording, say) => tried(failed, 'observation', fillTemplate(wording.neutral, failed), say),
  },
  padded: {
    // Made from the neutral text, as long as the error.
    ...comparison('padded neutral', ['neutral', 'error']),
    show: (failed, _, say) => tried(failed, 'observation', failed.padded, say),
  },
  twice: { ...comparison('error twice', ['error']), show: repeated(2) },
  thrice: { ...comparison('error three times', ['error']), show: repeated(3) },
  early: { ...comparison('error placed first', ['error']), place: 'before-the-rest', show: asError },
  other: {
    ...comparison('another call failed', ['error']),
    show: (failed, wording, say) =>
      failed.other === undefined ? null : asError({ ...failed, ...failed.other }, wording, say),
  },
};

function wayToShow(label: string, uses: readonly WordingField[]): Omit<Presentation, 'show'> {
  return { label, purpose: 'way-to-show', uses, place: 'where-it-happened', instructs: false };
}

function comparison(label: string, uses: readonly WordingField[]): Omit<Presentation, 'show'> {
  return { ...wayToShow(label, uses), purpose: 'comparison' };
}

/** The call as it was made, then what is read. */
function tried(
  failed: FailedStep,
  part: 'error' | 'observation',
  observation: string | null | undefined,
  sayResult: SayResult = observationSaid,
): readonly Said[] | null {
  return observation === null || observation === undefined
    ? null
    : [callSaid(failed.call, 'call'), sayResult(observation, part)];
}

/** The call, then the error; with an instruction, that stands on a line of its own after the error. */
function asError(
  failed: FailedStep,
  wording: Wording,
  sayResult: SayResult = observationSaid,
  instruction: string | null = null,
): readonly Said[] | null {
  const error = fillTemplate(wording.error, failed);
  if (error === null) return null;
  return [
    callSaid(failed.call, 'call'),
    sayResult(error, 'error', instruction === null ? '' : `\n${instruction}`),
  ];
}

/** One message of the user in place of call and result. */
const noted = (text: string | null): readonly Said[] | null => (text === null ? null : [noteSaid(text)]);

/** The same call and the same error, as often as said. */
function repeated(times: number): Presentation['show'] {
  return (failed, wording, say) => {
    const once = asError(failed, wording, say);
    return once === null ? null : Array.from({ length: times }, () => once).flat();
  };
}
