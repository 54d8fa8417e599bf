import type { Architecture } from './architecture.ts';
import type { GraphParts } from './graph-parts.ts';
import type { HeldAs } from './holding.ts';
import { EMBEDDING, HEAD } from './tensor-names.ts';
import { vocabularyStages } from './vocabulary-stages.ts';

/**
 * Weights of one slice of the head: 32 MiB in float32. Cut so, that no step of loading or computing ever has to hold
 * the largest matrix of the model twice.
 */
const SLICE_VALUES = 8 * 2 ** 20;
/** Also of a head that would fit into one, so that what is computed is the same at every size. */
const LEAST_SLICES = 3;
/** Stands in for a logit that is not there: its exponential is 0, and any real one is larger. */
const NO_LOGIT = -1e30;

/** Logits [r, end - begin] of the vocabulary's entries from `begin` on. */
export interface LogitSlice {
  readonly begin: number;
  readonly end: number;
  readonly logits: string;
}

/** The rows' logits, as slices that are never joined: many rows times the whole vocabulary would be hundreds of MB. */
export const headSlices = (
  parts: GraphParts,
  architecture: Architecture,
  heldAs: HeldAs,
  rows: string,
): readonly LogitSlice[] => {
  const { model } = parts;
  const weight = architecture.tied ? EMBEDDING : HEAD;
  const { vocabularySize, hiddenSize } = architecture;
  const count = Math.max(LEAST_SLICES, Math.ceil((vocabularySize * hiddenSize) / SLICE_VALUES));
  const sliceRows = Math.ceil(vocabularySize / count);
  const slices: LogitSlice[] = [];
  for (let begin = 0; begin < vocabularySize; begin += sliceRows) {
    const end = Math.min(vocabularySize, begin + sliceRows);
    const slice =
      heldAs === 'folded'
        ? parts.foldedRows(weight, begin, end)
        : parts.widened(
            model.node(
              'Slice',
              [parts.stored(weight), parts.int64([begin]), parts.int64([end]), parts.int64([0])],
              {},
              { early: true },
            ),
            weight,
            { early: true },
          );
    slices.push({ begin, end, logits: model.node('Gemm', [rows, slice], { transB: 1 }) });
  }
  return slices;
};

/** Full logits [q, V] of those among the rows that are wanted whole. */
export const wholeLogits = (
  parts: GraphParts,
  slices: readonly LogitSlice[],
  logitRows: string,
  output: string,
): void => {
  const { model } = parts;
  const wanted = slices.map(({ logits }) => model.node('Gather', [logits, logitRows], { axis: 0 }));
  model.node('Concat', wanted, { axis: 1 }, { output });
};

/**
 * Log-probabilities [t] of the targets and their gaps [t] to the row's largest logit. The sum over the vocabulary is
 * taken in stages (in a slice, then over slices), and the target's distance to the maximum before the logarithm is
 * subtracted, so that float32 loses about 1e-6 nats.
 */
export const targetScores = (
  parts: GraphParts,
  slices: readonly LogitSlice[],
  inputs: { readonly targetRows: string; readonly targets: string },
  outputs: { readonly logprobs: string; readonly gaps: string },
): void => {
  const { model } = parts;
  const largest = model.node(
    'Max',
    slices.map(({ logits }) => model.node('ReduceMax', [logits, parts.int64([1])], { keepdims: 1 })),
  );
  const sums = slices.map((slice) => exponentialSum(parts, slice, largest));
  const logSums = model.node('Log', [model.node('Sum', sums)]);

  const found = slices.map((slice) => targetLogits(parts, slice, inputs));
  const flatLargest = parts.reshape(largest, [-1]);
  const distance = model.node('Sub', [
    model.node('Max', found),
    model.node('Gather', [flatLargest, inputs.targetRows], { axis: 0 }),
  ]);
  const logSum = model.node('Gather', [logSums, inputs.targetRows], { axis: 0 });
  model.node('Sub', [distance, logSum], {}, { output: outputs.logprobs });
  model.node('Neg', [distance], {}, { output: outputs.gaps });
};

/** Sum [r] of exp(logit - largest) over the slice's entries. */
const exponentialSum = (parts: GraphParts, { begin, end, logits }: LogitSlice, largest: string): string => {
  const { model } = parts;
  const { groups, width, padding } = vocabularyStages(end - begin);
  let table = model.node('Sub', [logits, largest]);
  if (padding > 0) table = model.node('Pad', [table, parts.int64([0, 0, 0, padding]), noLogit(parts)]);
  const exponentials = model.node('Exp', [parts.reshape(table, [-1, groups, width])]);
  const perGroup = model.node('ReduceSum', [exponentials, parts.int64([2])], { keepdims: 0 });
  return model.node('ReduceSum', [perGroup, parts.int64([1])], { keepdims: 0 });
};

/** Logits [t] of the targets that lie in the slice, NO_LOGIT for the others. */
const targetLogits = (
  parts: GraphParts,
  { begin, end, logits }: LogitSlice,
  { targetRows, targets }: { readonly targetRows: string; readonly targets: string },
): string => {
  const { model } = parts;
  const size = end - begin;
  const fromBegin = model.node('Sub', [targets, parts.int32(begin)]);
  const inside = model.node('Clip', [fromBegin, parts.int32Scalar(0), parts.int32Scalar(size - 1)]);
  const places = model.node('Add', [model.node('Mul', [targetRows, parts.int32(size)]), inside]);
  const values = model.node('Gather', [parts.reshape(logits, [-1]), places], { axis: 0 });
  return model.node('Where', [model.node('Equal', [fromBegin, inside]), values, noLogit(parts)]);
};

const noLogit = (parts: GraphParts): string => parts.float32('no_logit', [1], Float32Array.of(NO_LOGIT));
