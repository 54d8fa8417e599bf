import { shownAs, shownWays, shownWithText } from '../transcript/index.ts';
import type { ChosenStep, Message, ShownWay, Transcript } from '../transcript/index.ts';
import type { FittedStep } from './asked-step.ts';
import { mostTurnTokens, turnUntil, type TurnToWrite } from './turn-to-write.ts';

/** A failed step before and after. */
export interface ShownStep {
  readonly attempt: number;
  readonly call: string;
  readonly before: readonly Message[];
  readonly after: Transcript;
}

/** Everything that a checkpoint reads about a step, made once. */
export interface StepContexts extends ShownStep {
  readonly fitted: FittedStep;
  /** With a text in place of the error that says neither success nor failure, as long as it. */
  readonly neutral: Transcript | null;
  /** Later failed tries of the same call. */
  readonly attempts: readonly ShownStep[];
  readonly ways: readonly ShownWay[];
  /** How every turn is written but for its sampling. */
  readonly writing: Pick<TurnToWrite, 'maximumTokens' | 'until'>;
}

export function stepContexts(fitted: FittedStep): StepContexts {
  const { step, neutral } = fitted;
  const until = turnUntil(step);
  return {
    ...shown(step),
    fitted,
    neutral: neutral === null ? null : shownWithText(step, neutral),
    attempts: fitted.attempts.map(shown),
    ways: shownWays(step),
    writing: { maximumTokens: mostTurnTokens(fitted.callTokens, until), until },
  };
}

function shown(step: ChosenStep): ShownStep {
  const after = shownAs(step, 'error', 0);
  // The error is the log's own text, so this way lacks nothing.
  if (after === null) throw new RangeError('an error that cannot be shown');
  return {
    attempt: step.attempt,
    call: step.call,
    before: step.before.map(({ role, content }) => ({ role, content })),
    after,
  };
}
