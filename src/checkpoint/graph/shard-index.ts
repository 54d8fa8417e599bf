import * as v from 'valibot';
import { ok, type Result } from '../../records/index.ts';
import { firstRepeatedKey } from './repeated-key.ts';
import { refuse } from './refusal.ts';

/** What model.safetensors.index.json says. */
export interface ShardIndex {
  /** File names, in order of first mention. */
  readonly files: readonly string[];
  /** Tensor name → file name. */
  readonly fileOf: ReadonlyMap<string, string>;
  /** Bytes of all tensors together; null when the index does not say. */
  readonly totalBytes: number | null;
}

const CURE = 'Download the index file again from the checkpoint’s own repository.';

const Index = v.looseObject({
  metadata: v.optional(
    v.looseObject({ total_size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) }),
  ),
  weight_map: v.record(v.string(), v.string()),
});

/** Reads the index of a checkpoint in several files. A file name that leads out of its folder is refused. */
export const readShardIndex = (text: string): Result<ShardIndex> => {
  const invalid = (happened: string, details: string) =>
    refuse('shard-index-invalid', happened, CURE, details);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    return invalid('The index of the weight files is not valid JSON.', String(cause));
  }
  const repeated = firstRepeatedKey(text);
  if (repeated !== null) return invalid(`The index of the weight files names "${repeated}" twice.`, repeated);
  const parsed = v.safeParse(Index, json);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    return invalid(
      'The index of the weight files lacks a usable weight_map.',
      `${v.getDotPath(issue) ?? '?'}: ${issue.message}`,
    );
  }
  const fileOf = new Map(Object.entries(parsed.output.weight_map));
  for (const [tensor, file] of fileOf) {
    if (!isPlainFileName(file)) {
      return refuse(
        'shard-name-refused',
        `The index of the weight files points outside the checkpoint's folder: "${file}".`,
        'Do not use this checkpoint unless you trust its source; a proper index names plain .safetensors files.',
        `${tensor}: ${file}`,
      );
    }
  }
  if (fileOf.size === 0)
    return invalid('The index of the weight files names no tensor.', 'weight_map is empty');
  return ok({
    files: [...new Set(fileOf.values())],
    fileOf,
    totalBytes: parsed.output.metadata?.total_size ?? null,
  });
};

/** A name that can only be a weight file of the same folder. */
const isPlainFileName = (name: string): boolean =>
  /^[\w.+=@-]+\.safetensors$/u.test(name) && !name.includes('..');
