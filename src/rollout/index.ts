export { actionOfTurn, isTurnOver } from './action-of-turn.ts';
export { isBannedTurn, type Ban } from './ban.ts';
export { readingsByStep, repeatsByFailure, type StepReading } from './by-step.ts';
export {
  advance,
  beginningOf,
  openingOf,
  repeatsByConstruction,
  startEpisode,
  underHarness,
  type Advance,
  type EpisodeEvent,
  type EpisodeState,
  type Wish,
} from './episode.ts';
export type { EpisodeStep, ModelTurn } from './episode-step.ts';
export {
  HARNESS_NAMES,
  harnessNamed,
  isHarnessName,
  ownHarness,
  PUBLISHED_HARNESSES,
  REFERENCE_HARNESS,
  type Harness,
  type HarnessName,
} from './harness.ts';
export {
  compareHarnesses,
  type ComparisonChoice,
  type HarnessContrast,
  type Signs,
} from './harness-comparison.ts';
export { isFloor, summarizeHarness, type HarnessSummary, type RepeatReadings } from './harness-summary.ts';
export { parsePublishedRollouts, type PublishedRollouts } from './published-rollouts.ts';
export { countsOfTrace, isComplete, isSolvedInStepOne, type RolloutCounts } from './rollout-counts.ts';
export { measureOf, ROLLOUT_MEASURE_NAMES, type RolloutMeasure } from './rollout-measures.ts';
export {
  CONTRAST_MEASURES,
  readRollouts,
  type ContrastMeasure,
  type HarnessCourse,
  type ReadingAsked,
  type RolloutReading,
} from './rollout-reading.ts';
export { runRollouts, type RolloutAnswer, type RolloutRequest, type TurnWriter } from './run-rollouts.ts';
export { parseTaskSet } from './task-set.ts';
export { traceKey, traceOfEpisode, type TraceSource } from './trace-of-episode.ts';
export {
  PUBLISHED_LIMITS,
  turnRequest,
  USUAL_LIMITS,
  type EpisodeSetting,
  type TurnRequest,
} from './turn-request.ts';
