import type { ChosenStep, CutSettings } from '../transcript/index.ts';

/** What is asked about a failed step of a pasted log. */
export interface AskedStep {
  /** Whole, before the cut. */
  readonly step: ChosenStep;
  /** Null: the proposed one is taken. */
  readonly cut: CutSettings | null;
  /** A call that would have been right, in the step's style; null: not given. */
  readonly right: string | null;
  /** Names of the tools that occur in the log. */
  readonly tools: readonly string[];
  /** The later failed tries of the same call in the log, in order, without the step itself. */
  readonly attempts: readonly ChosenStep[];
}

/** A step that fits: after the cut, with what only the checkpoint's tokenizer could tell. */
export interface FittedStep {
  /** Begins with a system message: see `withSystemPrompt`. */
  readonly step: ChosenStep;
  readonly right: string | null;
  readonly tools: readonly string[];
  /** After their cuts, too. */
  readonly attempts: readonly ChosenStep[];
  /** A text that says neither success nor failure, as long as the error; null: there is none. */
  readonly neutral: string | null;
  /** How long the call is. */
  readonly callTokens: number;
}

/** Put before a log that has no system prompt of its own: chat templates would put in one that speaks of themselves. */
export const SUPPLIED_SYSTEM_PROMPT = 'You carry out a task by calling tools.';

/** The step with a system message at its beginning; one that has one stays as it is. */
export function withSystemPrompt(step: ChosenStep): ChosenStep {
  if (step.before[0]?.role === 'system') return step;
  const supplied = { role: 'system', content: SUPPLIED_SYSTEM_PROMPT, parts: [], turn: -1 } as const;
  return { ...step, before: [supplied, ...step.before] };
}
