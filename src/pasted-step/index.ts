export type { Advice } from './advice.ts';
export type { AskedStep, FittedStep } from './asked-step.ts';
export type { CutCheck } from './cut-check.ts';
export type { ScoredCall, ScoredToken } from './scored-call.ts';
export type { SpanEffect } from './span-effects.ts';
export { LEAST_MEAN_NATS, type AttemptPoint, type StepView } from './step-view.ts';
export type { Spread, WayResult, WaySummary, WrittenTurn } from './way-results.ts';
