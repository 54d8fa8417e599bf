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
/** Stands in for the logits of entries that only fill up a row: its exponential is 0. */
const NO_LOGIT = -1e30;

/** Logits [r, V] of the rows [r, hidden]. */
export const headLogits = (
  parts: GraphParts,
  architecture: Architecture,
  heldAs: HeldAs,
  rows: string,
  output: string,
): void => {
  const { model } = parts;
  const weight = architecture.tied ? EMBEDDING : HEAD;
  const { vocabularySize, hiddenSize } = architecture;
  const sliceRows = Math.max(1, Math.floor(SLICE_VALUES / hiddenSize));
  const slices: string[] = [];
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
    slices.push(model.node('Gemm', [rows, slice], { transB: 1 }));
  }
  model.node('Concat', slices, { axis: 1 }, { output });
};

/**
 * Log-probabilities [t] of the targets and their gaps [t] to the row's largest logit, from logits [r, V]. The sum
 * over the vocabulary is taken in two stages and the target's distance to the maximum before the logarithm is
 * subtracted, so that float32 loses about 1e-6 nats.
 */
export const targetScores = (
  parts: GraphParts,
  vocabularySize: number,
  logits: string,
  inputs: { readonly targetRows: string; readonly targets: string },
  outputs: { readonly logprobs: string; readonly gaps: string },
): void => {
  const { model } = parts;
  const { groups, width, padding } = vocabularyStages(vocabularySize);
  const largest = model.node('ReduceMax', [logits, parts.int64([1])], { keepdims: 1 });
  const distances = model.node('Sub', [logits, largest]);
  let table = distances;
  if (padding > 0) {
    const fill = parts.float32('no_logit', [1], Float32Array.of(NO_LOGIT));
    table = model.node('Pad', [distances, parts.int64([0, 0, 0, padding]), fill]);
  }
  const exponentials = model.node('Exp', [parts.reshape(table, [-1, groups, width])]);
  const perGroup = model.node('ReduceSum', [exponentials, parts.int64([2])], { keepdims: 0 });
  const perRow = model.node('ReduceSum', [perGroup, parts.int64([1])], { keepdims: 0 });
  const logSums = model.node('Log', [perRow]);

  const places = model.node('Add', [
    model.node('Mul', [inputs.targetRows, parts.int32(vocabularySize)]),
    inputs.targets,
  ]);
  const distance = model.node('Gather', [parts.reshape(distances, [-1]), places], { axis: 0 });
  const logSum = model.node('Gather', [logSums, inputs.targetRows], { axis: 0 });
  model.node('Sub', [distance, logSum], {}, { output: outputs.logprobs });
  model.node('Neg', [distance], {}, { output: outputs.gaps });
};
