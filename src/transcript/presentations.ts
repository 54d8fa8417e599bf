import { callSaid, observationSaid, type Said } from './said.ts';
import type { FailedStep } from './step.ts';

/**
 * The ways in which a failed step is shown to the model. This is the one place that holds the rewriting rules:
 * conditions of the probe, harnesses of the rollouts and the advice for a pasted transcript all choose from here.
 */
export type PresentationName = 'none' | 'error' | 'neutral' | 'success';

export interface Presentation {
  /** Its name on the page. */
  readonly label: string;
  /** 'comparison': a text that no agent would show, there to take the effect apart. */
  readonly purpose: 'way-to-show' | 'comparison';
  /** The messages that stand in place of the failed step. */
  readonly show: (failed: FailedStep) => readonly Said[];
}

export const PRESENTATIONS: Readonly<Record<PresentationName, Presentation>> = {
  none: {
    label: 'left out',
    purpose: 'way-to-show',
    show: () => [],
  },
  error: {
    label: 'error',
    purpose: 'way-to-show',
    show: (failed) => [callSaid(failed.call, 'call'), observationSaid(failed.error, 'error')],
  },
  neutral: {
    label: 'neutral text',
    purpose: 'comparison',
    show: (failed) => [callSaid(failed.call, 'call'), observationSaid(failed.neutral, 'observation')],
  },
  success: {
    label: 'success text',
    purpose: 'comparison',
    show: (failed) => [callSaid(failed.call, 'call'), observationSaid(failed.success, 'observation')],
  },
};
