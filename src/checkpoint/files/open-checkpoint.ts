import { ok, type Result } from '../../records/index.ts';
import {
  chooseHolding,
  chooseWindow,
  modelShape,
  MOST_MOUNTED_BYTES,
  readConfig,
  writeLabGraph,
  type Architecture,
  type HeldAs,
} from '../graph/index.ts';
import { filesFault, type CheckpointFiles, type WeightData } from './checkpoint-files.ts';
import { mountWeights } from './mount-weights.ts';
import { createOrtModel, type OrtModel, type OrtModelOptions } from './ort-model.ts';
import { fetchRuntime } from './ort-runtime.ts';
import { readWeights, type WeightsAtHand } from './read-weights.ts';
import { sessionFault } from './session-fault.ts';
import { VirtualData } from './virtual-data.ts';

export interface OpenOptions {
  readonly holding: HeldAs | 'auto';
  readonly threads: number;
  /** Longest context plus candidate; null: what the checkpoint knows, as far as memory allows. */
  readonly windowTokens: number | null;
  readonly job: 'scoring' | 'decoding';
  /** sha256 of weight files that somebody vouches for, by file name; a file that differs is refused. */
  readonly promisedSha256: ReadonlyMap<string, string>;
}

/** What is being done and for how long it may be silent. */
export interface OpeningStage {
  readonly name:
    'reading-config' | 'reading-weights' | 'reading-runtime' | 'building-graph' | 'creating-session';
  readonly expectedMs: number;
  readonly doneBytes?: number;
  readonly totalBytes?: number;
}

export interface OpenedCheckpoint {
  readonly model: OrtModel;
  readonly architecture: Architecture;
  readonly parameters: number;
  readonly heldAs: HeldAs;
  readonly windowTokens: number;
  /** The weight files. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  /** Harmless tensors that were not used. */
  readonly unusedTensors: readonly string[];
  /** What the user should know. */
  readonly notices: readonly string[];
}

const QUICK_MS = 2_000;
/** The runtime is compiled in it, on a slow computer that has other things to do. */
const CREATE_BASE_MS = 6_000;
/** Reading and casting a weight, measured on a slow core. */
const CREATE_MS_PER_MEGABYTE = 40;
/** While bytes come they are told this often, however slowly they come: silence would be taken for death. */
const REPORT_EVERY_MS = 200;

/**
 * Opens a checkpoint: config, headers, weights, graph, session. All that can be refused is refused before a session
 * exists. After an error of kind 'session-failed' or 'out-of-memory' the runtime is not to be trusted: throw the
 * worker away.
 */
export const openCheckpoint = async (
  files: CheckpointFiles,
  options: OpenOptions,
  onStage: (stage: OpeningStage) => void,
): Promise<Result<OpenedCheckpoint>> => {
  onStage({ name: 'reading-config', expectedMs: QUICK_MS });
  const config = await files.readText('config.json');
  if (!config.ok) return config;
  const read = readConfig(config.value);
  if (!read.ok) return read;
  const architecture = read.value;
  const weights = await readWeights(files, architecture);
  if (!weights.ok) return weights;

  const { parameters, placements, shards, unused } = weights.value;
  const storedBytes = shards.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
  const heldAs =
    options.holding === 'auto'
      ? chooseHolding({ parameters, storedBytes, job: options.job })
      : options.holding;
  const largestBytes = shards.reduce((most, { fileBytes }) => Math.max(most, fileBytes), 0);
  if (heldAs === 'folded' && 2 * largestBytes > MOST_MOUNTED_BYTES) return tooLargeToFold(largestBytes);
  const opened = await openAll(files, weights.value, options, onStage);
  if (!opened.ok) return opened;

  const runtime = await readRuntime(onStage);
  if (!runtime.ok) {
    closeAll(opened.value);
    return runtime;
  }

  onStage({ name: 'building-graph', expectedMs: QUICK_MS });
  const { keyValueFloats } = modelShape(architecture, 0);
  const windowTokens = chooseWindow(options.windowTokens, architecture.windowTokens, keyValueFloats);
  const graphBytes = writeLabGraph(architecture, placements, { heldAs, windowTokens });
  const megabytes = storedBytes / 2 ** 20;
  onStage({ name: 'creating-session', expectedMs: CREATE_BASE_MS + megabytes * CREATE_MS_PER_MEGABYTE });
  const externalData = mountWeights(opened.value, placements, heldAs);
  const created = await create({
    graphBytes,
    externalData,
    shape: modelShape(architecture, windowTokens),
    threads: options.threads,
    heldAs,
  });
  for (const { data } of externalData) if (data instanceof VirtualData) data.release();
  closeAll(opened.value);
  if (!created.ok) return created;
  return ok({
    model: created.value,
    architecture,
    parameters,
    heldAs,
    windowTokens,
    files: opened.value.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    unusedTensors: unused,
    notices: opened.value.flatMap(({ notice }) => notice ?? []),
  });
};

const readRuntime = (onStage: (stage: OpeningStage) => void): Promise<Result<null>> => {
  let toldAtMs = -REPORT_EVERY_MS;
  onStage({ name: 'reading-runtime', expectedMs: QUICK_MS });
  return fetchRuntime((doneBytes, totalBytes) => {
    const nowMs = performance.now();
    if (nowMs - toldAtMs < REPORT_EVERY_MS) return;
    toldAtMs = nowMs;
    onStage({ name: 'reading-runtime', expectedMs: QUICK_MS, doneBytes, totalBytes });
  });
};

const closeAll = (weights: readonly WeightData[]): void => {
  for (const weight of weights) weight.close();
};

const tooLargeToFold = (largestBytes: number) =>
  filesFault(
    'shard-too-large',
    'This checkpoint is too large to be held in float32.',
    'Hold its weights resident.',
    `largest file: ${largestBytes} bytes`,
  );

/** All weight files, ready to be mounted and with the hashes they were promised to have. */
const openAll = async (
  files: CheckpointFiles,
  weights: WeightsAtHand,
  options: OpenOptions,
  onStage: (stage: OpeningStage) => void,
): Promise<Result<readonly WeightData[]>> => {
  const totalBytes = weights.shards.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
  let before = 0;
  let toldAtMs = -REPORT_EVERY_MS;
  const tell = (doneBytes: number): void => {
    const nowMs = performance.now();
    if (nowMs - toldAtMs < REPORT_EVERY_MS && doneBytes < totalBytes) return;
    toldAtMs = nowMs;
    onStage({ name: 'reading-weights', expectedMs: QUICK_MS, doneBytes, totalBytes });
  };
  const opened: WeightData[] = [];
  for (const { file, fileBytes } of weights.shards) {
    tell(before);
    const data = await files.openWeights(file, (doneBytes) => {
      tell(before + doneBytes);
    });
    if (!data.ok) {
      closeAll(opened);
      return data;
    }
    opened.push(data.value);
    const { bytes, sha256 } = data.value;
    if (bytes !== fileBytes) {
      closeAll(opened);
      return filesFault(
        'file-changed',
        `The file "${file}" changed while it was read.`,
        'Load again.',
        `${file}: ${fileBytes} bytes, then ${bytes}`,
      );
    }
    const promised = options.promisedSha256.get(file);
    if (promised !== undefined && promised !== sha256) {
      closeAll(opened);
      return filesFault(
        'weights-differ',
        `The file "${file}" is not the one that this checkpoint's card describes.`,
        'It is damaged or was replaced: get the checkpoint again.',
        `${file}: sha256 ${sha256}, promised ${promised}`,
      );
    }
    before += fileBytes;
  }
  return ok(opened);
};

const create = async (options: OrtModelOptions): Promise<Result<OrtModel>> => {
  try {
    return ok(await createOrtModel(options));
  } catch (cause) {
    for (const { name, data } of options.externalData) {
      if (data instanceof VirtualData && data.failure !== null) return unreadable(name, data.failure);
    }
    return sessionFault('The session could not be created.', cause);
  }
};

/** The runtime has seen an error as well, so this counts as a failed session. */
const unreadable = (name: string, cause: unknown) =>
  sessionFault(`The file "${name}" could not be read while its weights were loaded.`, cause);
