import { ok, type Result } from '../../records/index.ts';
import type { Architecture } from './architecture.ts';
import type { Element } from './model-proto.ts';
import { refuse } from './refusal.ts';
import type { StoredTensor } from './safetensors-header.ts';
import type { ShardIndex } from './shard-index.ts';
import { expectedTensors } from './tensor-names.ts';

/** One weight file and the tensors its header lists. */
export interface Shard {
  readonly file: string;
  readonly fileBytes: number;
  readonly tensors: readonly StoredTensor[];
}

/** Where the lab graph finds one weight. */
export interface TensorPlacement {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
  readonly element: Element;
  readonly shape: readonly number[];
}

export interface Inventory {
  readonly placements: ReadonlyMap<string, TensorPlacement>;
  /** Tensors of the files that the graph does not use; harmless ones only, the others are refused. */
  readonly unused: readonly string[];
  /** Number of weights the graph uses. */
  readonly parameters: number;
}

/** onnxruntime keeps offset and length of external data in 32 bits. */
export const MOST_MOUNTED_BYTES = 2 ** 32 - 1;

const ELEMENTS: Readonly<Record<string, Element>> = { BF16: 'bfloat16', F16: 'float16', F32: 'float32' };

const CURE = 'Check that config.json and the weight files belong to the same checkpoint.';

/** Buffers that old files carry and that the rotary tables replace, and a head that equals the embedding. */
const isHarmless = (name: string, architecture: Architecture): boolean =>
  /^model\.(layers\.\d+\.self_attn\.)?rotary_emb\.inv_freq$/u.test(name) ||
  (name === 'lm_head.weight' && architecture.tied);

/**
 * Finds every weight that the architecture needs. Refuses, naming the tensor: one that is missing, that has another
 * shape, whose numbers are not bfloat16, float16 or float32, that two files hold, that the index places elsewhere,
 * and any that the architecture has no use for (ignoring it would change the scores).
 */
export const takeInventory = (
  architecture: Architecture,
  shards: readonly Shard[],
  index: ShardIndex | null,
): Result<Inventory> => {
  const found = new Map<string, TensorPlacement & { readonly dtype: string }>();
  let totalBytes = 0;
  for (const { file, fileBytes, tensors } of shards) {
    if (fileBytes > MOST_MOUNTED_BYTES) {
      return refuse(
        'shard-too-large',
        `${file} has 4 GiB or more, too much for one file in this runtime.`,
        'Use a checkpoint that is split into files below 4 GiB.',
        `${file}: ${fileBytes} bytes`,
      );
    }
    for (const { name, dtype, shape, offset, bytes } of tensors) {
      const other = found.get(name);
      if (other !== undefined) {
        return refuse(
          'tensor-repeated',
          `Two files hold the tensor "${name}".`,
          CURE,
          `${other.file}, ${file}`,
        );
      }
      const promised = index?.fileOf.get(name);
      if (index !== null && promised !== file) {
        return refuse(
          'shard-index-wrong',
          `The index places the tensor "${name}" elsewhere than the files do.`,
          CURE,
          `${name}: index ${promised ?? 'does not name it'}, found in ${file}`,
        );
      }
      totalBytes += bytes;
      // An element type that the graph cannot read is only an error where the tensor is used.
      found.set(name, { file, offset, bytes, shape, dtype, element: ELEMENTS[dtype] ?? 'float32' });
    }
  }
  for (const [name, file] of index?.fileOf ?? []) {
    if (!found.has(name)) {
      return refuse(
        'tensor-missing',
        `${file} lacks the tensor "${name}" that the index promises.`,
        CURE,
        `${name} in ${file}`,
      );
    }
  }
  if (index !== null && index.totalBytes !== null && index.totalBytes !== totalBytes) {
    return refuse(
      'shard-index-wrong',
      'The weight files do not add up to the size that their index states.',
      CURE,
      `metadata.total_size ${index.totalBytes}, tensors ${totalBytes} bytes`,
    );
  }
  return match(architecture, found);
};

const match = (
  architecture: Architecture,
  found: ReadonlyMap<string, TensorPlacement & { readonly dtype: string }>,
): Result<Inventory> => {
  const expected = expectedTensors(architecture);
  const placements = new Map<string, TensorPlacement>();
  let parameters = 0;
  for (const [name, shape] of expected) {
    const tensor = found.get(name);
    if (tensor === undefined) {
      return refuse(
        'tensor-missing',
        `The weights lack the tensor "${name}".`,
        CURE,
        `${name} [${shape.join(', ')}]`,
      );
    }
    if (tensor.shape.length !== shape.length || tensor.shape.some((size, i) => size !== shape[i])) {
      return refuse(
        'tensor-shape',
        `The tensor "${name}" has another shape than config.json asks for.`,
        CURE,
        `${name}: found [${tensor.shape.join(', ')}], needed [${shape.join(', ')}]`,
      );
    }
    if (ELEMENTS[tensor.dtype] === undefined) {
      return refuse(
        'tensor-dtype',
        `The tensor "${name}" holds ${tensor.dtype} numbers, which the lab does not read.`,
        'Use a checkpoint in bfloat16, float16 or float32.',
        `${name}: ${tensor.dtype}`,
      );
    }
    placements.set(name, tensor);
    parameters += shape.reduce((product, size) => product * size, 1);
  }
  const unused = [...found.keys()].filter((name) => !expected.has(name));
  const strangers = unused.filter((name) => !isHarmless(name, architecture));
  if (strangers.length > 0) {
    return refuse(
      'tensor-unknown',
      `The weights hold ${strangers.length} tensors that a ${architecture.family} model has no place for, ` +
        `for example "${strangers[0] ?? ''}".`,
      CURE,
      strangers.slice(0, 50).join('\n'),
    );
  }
  return ok({ placements, unused, parameters });
};
