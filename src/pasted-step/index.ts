export { adviceOn, type Advice } from './advice.ts';
export { together, unanswered, type Answers, type Asking } from './asking.ts';
export { SUPPLIED_SYSTEM_PROMPT, withSystemPrompt, type AskedStep, type FittedStep } from './asked-step.ts';
export { cutAsked, cutCheckOf, type CutCheck, type CutSize } from './cut-check.ts';
export type { ScoredCall } from './scored-call.ts';
export { messageEffects, messagesAsked, wordEffects, wordsAsked, type SpanEffect } from './span-effects.ts';
export { stepContexts, type StepContexts } from './step-contexts.ts';
export {
  attemptPoints,
  attemptsAsked,
  LEAST_MEAN_NATS,
  viewAsked,
  viewOf,
  writtenAround,
  type AttemptPoint,
  type StepView,
  type WrittenAround,
} from './step-view.ts';
export { isTurnOver, type TurnToWrite, type WrittenText } from './turn-to-write.ts';
export { SAMPLES, wayResults, waysAsked, type WayResult } from './way-results.ts';
export { waySummaries, type WaySummary } from './way-summary.ts';
export { charactersAsked } from './cost.ts';
