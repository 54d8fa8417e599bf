import { NOTHING_ASKED, scoreOf, together, turnOf, type Answers, type Asking } from './asking.ts';
import { meanNats, type ScoredCall } from './scored-call.ts';
import type { ShownStep, StepContexts } from './step-contexts.ts';

/** What a checkpoint makes of the step. */
export interface StepView {
  readonly before: ScoredCall;
  readonly after: ScoredCall;
  /** After a result that says neither success nor failure, as long as the error; null: there is none. */
  readonly neutral: ScoredCall | null;
  /** Null: no right call was given. */
  readonly rightBefore: ScoredCall | null;
  readonly rightAfter: ScoredCall | null;
  /** G: L(before) − L(after). Below zero, the failure made the same call likelier. */
  readonly gainNats: number;
  /** L(neutral) − L(before): what the presence of the call does. −G = copy + sem. */
  readonly copyNats: number | null;
  /** L(after) − L(neutral): what the content of the error adds. */
  readonly semNats: number | null;
  /** The checkpoint could have made this call itself: see LEAST_MEAN_NATS. */
  readonly standsIn: boolean;
}

/** One failed try of the same call, at its place in the log. */
export interface AttemptPoint {
  /** 1 is the step itself where it is the first failure of the call. */
  readonly attempt: number;
  readonly before: ScoredCall;
  readonly after: ScoredCall;
}

/** What the checkpoint would write, greedily; null: not written yet. */
export interface WrittenAround {
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Below this mean log p of a token before the failure, the checkpoint would hardly have written the call: on average it
 * gave each piece less than one chance in ten. What it says of such a call says little about the agent that made it.
 */
export const LEAST_MEAN_NATS = -Math.log(10);

/** The scores of a view, and what the checkpoint would write before and after. */
export function viewAsked({ fitted, call, before, after, neutral, writing }: StepContexts): Asking {
  const { right } = fitted;
  const calls = right === null ? [call] : [call, right];
  return {
    scores: [
      ...[before, after.messages].flatMap((context) => calls.map((one) => scoreOf(context, one))),
      ...(neutral === null ? [] : [scoreOf(neutral.messages, call)]),
    ],
    turns: [before, after.messages].map((context) => turnOf(context, { ...writing, sampling: null })),
  };
}

/** Null: before or after were not scored yet. */
export function viewOf(contexts: StepContexts, { scores }: Answers): StepView | null {
  const { fitted, call, before, after, neutral } = contexts;
  const found = (context: StepContexts['before'], candidate: string | null): ScoredCall | null =>
    candidate === null ? null : (scores.get(scoreOf(context, candidate).id) ?? null);
  const seen = {
    before: found(before, call),
    after: found(after.messages, call),
    neutral: neutral === null ? null : found(neutral.messages, call),
  };
  if (seen.before === null || seen.after === null) return null;
  return {
    ...seen,
    before: seen.before,
    after: seen.after,
    rightBefore: found(before, fitted.right),
    rightAfter: found(after.messages, fitted.right),
    gainNats: seen.before.nats - seen.after.nats,
    copyNats: seen.neutral === null ? null : seen.neutral.nats - seen.before.nats,
    semNats: seen.neutral === null ? null : seen.after.nats - seen.neutral.nats,
    standsIn: meanNats(seen.before) >= LEAST_MEAN_NATS,
  };
}

export function writtenAround({ before, after, writing }: StepContexts, { turns }: Answers): WrittenAround {
  const text = (context: StepContexts['before']): string | null =>
    turns.get(turnOf(context, { ...writing, sampling: null }).id)?.text ?? null;
  return { before: text(before), after: text(after.messages) };
}

/** Every failed try of the call before and after, the step itself first. */
export const attemptsAsked = (contexts: StepContexts): Asking =>
  together(
    ...[contexts, ...contexts.attempts].map(({ call, before, after }) => ({
      ...NOTHING_ASKED,
      scores: [scoreOf(before, call), scoreOf(after.messages, call)],
    })),
  );

/** The tries of which both scores are there, in the order of the log. */
export const attemptPoints = (contexts: StepContexts, { scores }: Answers): readonly AttemptPoint[] =>
  [contexts, ...contexts.attempts].flatMap(({ attempt, call, before, after }: ShownStep) => {
    const scored = {
      before: scores.get(scoreOf(before, call).id),
      after: scores.get(scoreOf(after.messages, call).id),
    };
    return scored.before === undefined || scored.after === undefined
      ? []
      : [{ attempt, before: scored.before, after: scored.after }];
  });
