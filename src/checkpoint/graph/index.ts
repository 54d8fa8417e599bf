export type { Architecture, AttentionBias, RotaryScaling } from './architecture.ts';
export { chooseHolding, chooseWindow, type HeldAs, type HoldingQuestion } from './holding.ts';
export { INPUT, modelShape, OUTPUT, writeLabGraph, type LabGraphOptions } from './lab-graph.ts';
export { readConfig } from './read-config.ts';
export {
  PREFIX_BYTES,
  readHeaderLength,
  readSafetensorsHeader,
  type StoredTensor,
} from './safetensors-header.ts';
export { readShardIndex, type ShardIndex } from './shard-index.ts';
export {
  MOST_MOUNTED_BYTES,
  takeInventory,
  type Inventory,
  type Shard,
  type TensorPlacement,
} from './tensor-inventory.ts';
export { widen, widenedViews, type NarrowElement } from './widening.ts';
