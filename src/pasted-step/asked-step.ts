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
  readonly step: ChosenStep;
  readonly right: string | null;
  readonly tools: readonly string[];
  /** After the cut, too. */
  readonly attempts: readonly ChosenStep[];
  /** A text that says neither success nor failure, as long as the error; null: there is none. */
  readonly neutral: string | null;
}
