import type { ScoredCall } from './scored-call.ts';

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

/**
 * Below this mean log p of a token before the failure, the checkpoint would hardly have written the call: on average it
 * gave each piece less than one chance in ten. What it says of such a call says little about the agent that made it.
 */
export const LEAST_MEAN_NATS = -Math.log(10);
