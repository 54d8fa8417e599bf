export {
  ChatTokenizer,
  createChatTokenizer,
  type EncodedContext,
  type NamedSpan,
  type TokenizerFiles,
} from './tokenizer.ts';
export type { CheckpointFiles, WeightData } from './checkpoint-files.ts';
export { DroppedFiles } from './dropped-files.ts';
export {
  openCheckpoint,
  type OpenedCheckpoint,
  type OpeningStage,
  type OpenOptions,
} from './open-checkpoint.ts';
export { mountWeights, type MountedFile } from './mount-weights.ts';
export { createOrtModel, type OrtModel, type OrtModelOptions } from './ort-model.ts';
export { runtimeVersion } from './ort-runtime.ts';
export { ServedFiles } from './served-files.ts';
export { sessionFault } from './session-fault.ts';
