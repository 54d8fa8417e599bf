import * as ort from 'onnxruntime-web/wasm';
import type { LanguageModel, ModelShape, Pass, PassResult } from '../../engine/index.ts';
import { INPUT, OUTPUT, type HeldAs } from '../graph/index.ts';
import { forgetRuntimeBytes, startRuntime } from './ort-runtime.ts';

export interface OrtModelOptions {
  /** A lab graph. It may be let go once the promise has settled; so may the external data. */
  readonly graphBytes: Uint8Array;
  /** Whole weight files by name; a virtual file (see virtual-data.ts) does as well. */
  readonly externalData: readonly { readonly name: string; readonly data: Uint8Array }[];
  readonly shape: ModelShape;
  readonly threads: number;
  readonly heldAs: HeldAs;
}

/** A model on onnxruntime, with what only its owner may do. */
export interface OrtModel extends LanguageModel {
  readonly threads: number;
  /** Ends the session. The worker's memory shrinks only when the worker itself ends. */
  release(): Promise<void>;
}

/**
 * Makes a session of a lab graph. Rejects with onnxruntime's own error when the session cannot be made; the runtime
 * is not to be trusted after that, so the worker should be thrown away.
 */
export const createOrtModel = async (options: OrtModelOptions): Promise<OrtModel> => {
  const threads = startRuntime(options.threads);
  const session = await ort.InferenceSession.create(options.graphBytes, {
    executionProviders: ['wasm'],
    // Optimising folds constants: it would cast resident weights once and for all.
    graphOptimizationLevel: options.heldAs === 'folded' ? 'all' : 'disabled',
    // This one turns the slices of the past into one big split, which takes four times as long.
    extra: { optimization: { disable_specified_optimizers: 'GatherSliceToSplitFusion' } },
    externalData: options.externalData.map(({ name, data }) => ({ path: name, data })),
  });
  forgetRuntimeBytes();
  const { shape } = options;
  return {
    shape,
    threads,
    run: (pass) => runPass(session, shape, pass),
    release: () => session.release(),
  };
};

const runPass = async (session: ort.InferenceSession, shape: ModelShape, pass: Pass): Promise<PassResult> => {
  checkPass(shape, pass);
  const n = pass.tokens.length;
  const { pastTokens } = pass;
  // The graph always scores something: empty tensors are a risk that no result is worth.
  const scoredRows = pass.scoredRows.length > 0 ? pass.scoredRows : Int32Array.of(0);
  const withLogits = pass.keepLogits && pass.scoredRows.length > 0;
  const asked = pass.targets.length > 0;
  const targetRows = asked ? pass.targetRows : Int32Array.of(0);
  const targets = asked ? pass.targets : Int32Array.of(0);
  const int32 = (values: Int32Array) => new ort.Tensor('int32', values, [values.length]);
  const feeds = {
    [INPUT.tokens]: int32(pass.tokens),
    [INPUT.positions]: int32(pass.positions),
    [INPUT.past]: new ort.Tensor('float32', pass.past, [pastTokens, shape.keyValueFloats]),
    [INPUT.attentionBias]: new ort.Tensor('float32', pass.attentionBias, [n, pastTokens + n]),
    [INPUT.scoredRows]: int32(scoredRows),
    [INPUT.logitRows]: int32(withLogits ? scoredRows.map((_, row) => row) : Int32Array.of(0)),
    [INPUT.targetRows]: int32(targetRows),
    [INPUT.targets]: int32(targets),
  };
  // What is not fetched is not copied out of the runtime's memory.
  const fetches: string[] = [OUTPUT.logprobs, OUTPUT.gaps];
  if (pass.keepKeyValues) fetches.push(OUTPUT.newKeyValues);
  if (withLogits) fetches.push(OUTPUT.logits);
  const results = await session.run(feeds, fetches);
  const floats = (name: string): Float32Array => {
    const data = results[name]?.data;
    if (!(data instanceof Float32Array)) throw new Error(`the session gave no float32 output "${name}"`);
    return data;
  };
  return {
    logprobsNats: asked ? floats(OUTPUT.logprobs) : new Float32Array(0),
    gapsNats: asked ? floats(OUTPUT.gaps) : new Float32Array(0),
    newKeyValues: pass.keepKeyValues ? floats(OUTPUT.newKeyValues) : null,
    logits: withLogits ? floats(OUTPUT.logits) : pass.keepLogits ? new Float32Array(0) : null,
  };
};

/** A wrong index would read foreign memory or poison the runtime, so a bad pass is stopped here. */
const checkPass = (shape: ModelShape, pass: Pass): void => {
  const n = pass.tokens.length;
  const within = (values: Int32Array, end: number): boolean => values.every((x) => x >= 0 && x < end);
  const faults: readonly (readonly [string, boolean])[] = [
    ['no tokens', n > 0],
    ['positions', pass.positions.length === n && within(pass.positions, shape.windowTokens)],
    ['tokens', within(pass.tokens, shape.vocabularySize)],
    ['past', pass.past.length === pass.pastTokens * shape.keyValueFloats],
    ['attention bias', pass.attentionBias.length === n * (pass.pastTokens + n)],
    ['scored rows', within(pass.scoredRows, n)],
    ['target rows', pass.targetRows.length === pass.targets.length],
    ['target rows', within(pass.targetRows, pass.scoredRows.length)],
    ['targets', within(pass.targets, shape.vocabularySize)],
  ];
  const fault = faults.find(([, right]) => !right);
  if (fault !== undefined) throw new RangeError(`a pass with impossible ${fault[0]} was given to the model`);
};
