import { ok, type Result } from '../../records/index.ts';
import {
  PREFIX_BYTES,
  readHeaderLength,
  readSafetensorsHeader,
  readShardIndex,
  takeInventory,
  type Architecture,
  type Inventory,
  type Shard,
  type ShardIndex,
} from '../graph/index.ts';
import { fileMissing, type CheckpointFiles } from './checkpoint-files.ts';

const SINGLE = 'model.safetensors';
const INDEX = 'model.safetensors.index.json';

/** What the weight files hold, known from their headers alone. */
export interface WeightsAtHand extends Inventory {
  readonly shards: readonly Shard[];
}

/**
 * Looks at a checkpoint's weight files, one or several, and checks them against the architecture. Reads only headers:
 * whatever can be refused is refused before a large file is downloaded.
 */
export const readWeights = async (
  files: CheckpointFiles,
  architecture: Architecture,
): Promise<Result<WeightsAtHand>> => {
  const listed = await listShards(files);
  if (!listed.ok) return listed;
  const { names, index } = listed.value;
  const shards: Shard[] = [];
  for (const name of names) {
    const shard = await readShard(files, name);
    if (!shard.ok) return shard;
    shards.push(shard.value);
  }
  const inventory = takeInventory(architecture, shards, index);
  return inventory.ok ? ok({ ...inventory.value, shards }) : inventory;
};

const listShards = async (
  files: CheckpointFiles,
): Promise<Result<{ names: readonly string[]; index: ShardIndex | null }>> => {
  const single = await files.size(SINGLE);
  if (single.ok && single.value !== null) return ok({ names: [SINGLE], index: null });
  // Some hosts answer every file they do not have with their start page: the index says whether there are parts.
  if (!single.ok && single.error.kind !== 'file-is-web-page') return single;
  const indexed = await files.size(INDEX);
  if (!indexed.ok) return single.ok ? indexed : single;
  if (indexed.value === null)
    return single.ok ? fileMissing(SINGLE, `the checkpoint (nor is there ${INDEX})`) : single;
  const text = await files.readText(INDEX);
  if (!text.ok) return text;
  const index = readShardIndex(text.value);
  return index.ok ? ok({ names: index.value.files, index: index.value }) : index;
};

const readShard = async (files: CheckpointFiles, name: string): Promise<Result<Shard>> => {
  const size = await files.size(name);
  if (!size.ok) return size;
  if (size.value === null) return fileMissing(name, `the files that ${INDEX} names`);
  const fileBytes = size.value;
  const prefix = await files.readRange(name, 0, Math.min(PREFIX_BYTES, fileBytes));
  if (!prefix.ok) return prefix;
  const length = readHeaderLength(name, prefix.value, fileBytes);
  if (!length.ok) return length;
  const header = await files.readRange(name, PREFIX_BYTES, PREFIX_BYTES + length.value);
  if (!header.ok) return header;
  const tensors = readSafetensorsHeader(name, header.value, fileBytes);
  return tensors.ok ? ok({ file: name, fileBytes, tensors: tensors.value }) : tensors;
};
