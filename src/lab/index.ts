export { droppedCheckpoint, servedCheckpoints, type CheckpointChoice } from './checkpoint-menu.ts';
export {
  loadItemSet,
  openItemFile,
  remarksOnItems,
  SHIPPED_ITEM_SETS,
  type ItemSet,
  type ItemSetChoice,
  type SetWording,
} from './item-sets.ts';
export { EngineClient } from './engine-client.ts';
export {
  SHIPPED_TASK_SETS,
  loadTaskSet,
  openTaskFile,
  type TaskSet,
  type TaskSetChoice,
} from './task-sets.ts';
export { RolloutBook, sourceOf } from './rollout-book.ts';
export {
  DEFAULT_ROLLOUT_CHOICE,
  plannedRollouts,
  referenceAmong,
  type RolloutChoice,
} from './rollout-choice.ts';
export {
  RolloutRun,
  type FrozenFailures,
  type LeftOutFailure,
  type LiveRollout,
} from './rollout-run.svelte.ts';
export { RolloutShelf } from './rollout-shelf.svelte.ts';
export { RolloutStore, type StoredRolloutRun } from './rollout-store.ts';
export { StepRun, type StepCost, type StepFit, type StepPart } from './step-run.svelte.ts';
export { offlineCopy } from './offline-copy.svelte.ts';
export { scopeRefusal } from './scope-refusal.ts';
export { LabFault, toLabError } from './lab-fault.ts';
export { PaddingShelf, type Padding } from './padding.ts';
export { writtenKey } from './closer-look.ts';
export { ProbeRun } from './probe-run.svelte.ts';
export type { CloserLook, WordFault } from './item-looks.svelte.ts';
export type { RunStatus } from './engine-run.svelte.ts';
export { probeRecord, type Refusal } from './probe-record.ts';
export { isCsvOfRows } from './csv-of-rows.ts';
export type { ImportedBeside, ImportedPart, ImportReport } from './import-run.ts';
export type { OpenedRun } from './open-run.ts';
export { RunShelf } from './run-shelf.svelte.ts';
export { RowStore, type RunOpening, type StoredRun } from './row-store.ts';
export { recipeOfWording, wordingOfRecipe, wordingOfSet } from './run-wording.ts';
export { Twin, TwinRun, type TwinStatus } from './twin-run.svelte.ts';
export { unitsAsked } from './sliced-units.ts';
export { defaultThreads } from './threads.ts';
export type {
  CheckpointSource,
  Decoded,
  DecodeEvent,
  DecodeRequest,
  Holding,
  JobEvent,
  JobSummary,
  LoadOptions,
  Progress,
  RolloutJob,
  RolloutJobEvent,
  RolloutProgress,
  RolloutSummary,
  ScoreJob,
  Stage,
} from '../../workers/engine-door.ts';
