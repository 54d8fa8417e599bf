export { droppedCheckpoint, servedCheckpoints, type CheckpointChoice } from './checkpoint-menu.ts';
export {
  loadItemSet,
  openItemFile,
  SHIPPED_ITEM_SETS,
  type ItemSet,
  type ItemSetChoice,
} from './item-sets.ts';
export { EngineClient } from './engine-client.ts';
export { LabFault, toLabError } from './lab-fault.ts';
export { ProbeRun, writtenKey, type CloserLook, type RunStatus } from './probe-run.svelte.ts';
export type { Refusal } from './probe-record.ts';
export { RowStore, type StoredRun } from './row-store.ts';
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
  ScoreJob,
  Stage,
} from '../../workers/engine-door.ts';
