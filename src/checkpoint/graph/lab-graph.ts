import type { ModelShape } from '../../engine/index.ts';
import type { Architecture } from './architecture.ts';
import { headSlices, targetScores, wholeLogits } from './graph-head.ts';
import { GraphParts, MICROSOFT } from './graph-parts.ts';
import type { HeldAs } from './holding.ts';
import { rotaryTables } from './rotary-tables.ts';
import type { TensorPlacement } from './tensor-inventory.ts';
import { EMBEDDING, FINAL_NORM, ofLayer } from './tensor-names.ts';

/**
 * Names of the graph's inputs; shapes as in the engine's Pass, whole numbers as int32. `logitRows` [q] are indices into
 * the scored rows: those whose logits are put out whole.
 */
export const INPUT = {
  tokens: 'tokens',
  positions: 'positions',
  past: 'past',
  attentionBias: 'attention_bias',
  scoredRows: 'scored_rows',
  logitRows: 'logit_rows',
  targetRows: 'target_rows',
  targets: 'targets',
} as const;

/** Names of the graph's outputs; shapes as in the engine's PassResult. */
export const OUTPUT = {
  logprobs: 'logprobs',
  gaps: 'gaps',
  newKeyValues: 'new_key_values',
  logits: 'logits',
} as const;

export interface LabGraphOptions {
  readonly heldAs: HeldAs;
  /** Positions that the rotary tables cover. */
  readonly windowTokens: number;
}

export const modelShape = (architecture: Architecture, windowTokens: number): ModelShape => ({
  layers: architecture.layers,
  heads: architecture.heads,
  keyValueHeads: architecture.keyValueHeads,
  headDim: architecture.headDim,
  vocabularySize: architecture.vocabularySize,
  windowTokens,
  keyValueFloats: architecture.layers * 2 * architecture.keyValueHeads * architecture.headDim,
});

/** What all layers share: names of values, and the rotation of [1, n, size · headDim]. */
interface Shared {
  readonly past: string;
  readonly attentionBias: string;
  readonly rotate: (x: string) => string;
  /** New keys and values in the order of the output's columns. */
  readonly kept: string[];
}

/**
 * The lab graph: an ONNX model (bytes of a ModelProto) that computes one pass of the engine. Its weights stay in
 * the checkpoint's own files, named as external data, and everything is computed in float32: folded weights are
 * widened by whoever mounts the files (see widening.ts), resident ones by a cast in every run. The letters n, P, r, t in shapes are the pass's own (see the engine's port).
 */
export const writeLabGraph = (
  architecture: Architecture,
  placements: ReadonlyMap<string, TensorPlacement>,
  options: LabGraphOptions,
): Uint8Array<ArrayBuffer> => {
  const parts = new GraphParts(architecture, placements, options.heldAs);
  const { model } = parts;
  const { keyValueFloats } = modelShape(architecture, options.windowTokens);
  const tokens = model.input(INPUT.tokens, 'int32', ['n']);
  const positions = model.input(INPUT.positions, 'int32', ['n']);
  const past = model.input(INPUT.past, 'float32', ['P', keyValueFloats]);
  const attentionBias = model.input(INPUT.attentionBias, 'float32', ['n', 'all']);
  const scoredRows = model.input(INPUT.scoredRows, 'int32', ['r']);
  const logitRows = model.input(INPUT.logitRows, 'int32', ['q']);
  const targetRows = model.input(INPUT.targetRows, 'int32', ['t']);
  const targets = model.input(INPUT.targets, 'int32', ['t']);

  const rotate = rotation(parts, architecture, options.windowTokens, positions);
  const shared: Shared = { past, attentionBias, rotate, kept: [] };
  // Gathered before the cast: nobody needs the whole embedding in float32 for a few rows.
  const embedded = model.node('Gather', [parts.stored(EMBEDDING), tokens], { axis: 0 });
  let hidden = parts.widened(embedded, EMBEDDING);
  for (let layer = 0; layer < architecture.layers; layer++) {
    hidden = attention(parts, architecture, layer, hidden, shared);
    hidden = feedForward(parts, layer, hidden);
  }
  model.node('Concat', shared.kept, { axis: 1 }, { output: OUTPUT.newKeyValues });
  // Only the rows that are asked for go through the head.
  const rows = parts.norm(model.node('Gather', [hidden, scoredRows], { axis: 0 }), FINAL_NORM);
  const slices = headSlices(parts, architecture, options.heldAs, rows);
  targetScores(parts, slices, { targetRows, targets }, OUTPUT);
  wholeLogits(parts, slices, logitRows, OUTPUT.logits);

  model.output(OUTPUT.logprobs, 'float32', ['t']);
  model.output(OUTPUT.gaps, 'float32', ['t']);
  model.output(OUTPUT.newKeyValues, 'float32', ['n', keyValueFloats]);
  model.output(OUTPUT.logits, 'float32', ['q', architecture.vocabularySize]);
  return model.bytes();
};

/** The rotation by position that queries and keys get, first half of a head against its second half. */
const rotation = (
  parts: GraphParts,
  architecture: Architecture,
  windowTokens: number,
  positions: string,
): ((x: string) => string) => {
  const { cosines, sines } = rotaryTables(architecture, windowTokens);
  const shape = [windowTokens, architecture.headDim / 2];
  const cosineTable = parts.float32('cosines', shape, cosines);
  const sineTable = parts.float32('sines', shape, sines);
  const wide = parts.model.node('Cast', [parts.reshape(positions, [1, -1])], { to: 7 });
  return (x) =>
    parts.model.node('RotaryEmbedding', [x, wide, cosineTable, sineTable], { interleaved: 0 }, MICROSOFT);
};

/** One attention block with its residual, [n, hidden] to [n, hidden]; appends to `shared.kept`. */
const attention = (
  parts: GraphParts,
  architecture: Architecture,
  layer: number,
  hidden: string,
  shared: Shared,
): string => {
  const { model } = parts;
  const { heads, keyValueHeads, headDim, attentionBias, queryKeyNorm } = architecture;
  const keyWidth = keyValueHeads * headDim;
  const name = (part: string): string => ofLayer(layer, `self_attn.${part}`);
  const input = parts.norm(hidden, ofLayer(layer, 'input_layernorm.weight'));
  const projected = (part: string): string =>
    parts.linear(
      input,
      name(`${part}_proj.weight`),
      attentionBias === 'none' ? null : name(`${part}_proj.bias`),
    );
  const rotated = (part: 'q' | 'k', partHeads: number): string => {
    const plain = projected(part);
    const normed = queryKeyNorm
      ? parts.norm(parts.reshape(plain, [-1, partHeads, headDim]), name(`${part}_norm.weight`))
      : plain;
    return shared.rotate(parts.reshape(normed, [1, -1, partHeads * headDim]));
  };
  const queries = rotated('q', heads);
  const newKeys = parts.reshape(rotated('k', keyValueHeads), [-1, keyWidth]);
  const newValues = projected('v');
  shared.kept.push(newKeys, newValues);

  /** Past and new together, [P + n, keyValueHeads, headDim]. */
  const joined = (fresh: string, begin: number): string => {
    const old = model.node(
      'Slice',
      [shared.past, parts.int64([begin]), parts.int64([begin + keyWidth]), parts.int64([1])],
      {},
      { early: true },
    );
    return parts.reshape(model.node('Concat', [old, fresh], { axis: 0 }), [-1, keyValueHeads, headDim]);
  };
  const keys = joined(newKeys, 2 * layer * keyWidth);
  const values = joined(newValues, (2 * layer + 1) * keyWidth);

  // Heads that share keys become rows of one product: [keyValueHeads, heads / keyValueHeads · n, headDim].
  const headFirst = model.node('Transpose', [parts.reshape(queries, [-1, heads, headDim])], {
    perm: [1, 0, 2],
  });
  // transBatchB reads keys and values as they lie: no transposed copy of them is made.
  const products = model.node(
    'FusedMatMul',
    [parts.reshape(headFirst, [keyValueHeads, -1, headDim]), keys],
    { transB: 1, transBatchB: 1, alpha: { float: 1 / Math.sqrt(headDim) } },
    MICROSOFT,
  );
  const biased = model.node('Add', [parts.reshape(products, [heads, -1, 0]), shared.attentionBias]);
  const shares = model.node('Softmax', [biased], { axis: -1 });
  const mixed = model.node(
    'FusedMatMul',
    [parts.reshape(shares, [keyValueHeads, -1, 0]), values],
    { transBatchB: 1 },
    MICROSOFT,
  );
  const tokenFirst = model.node('Transpose', [parts.reshape(mixed, [heads, -1, headDim])], {
    perm: [1, 0, 2],
  });
  const output = parts.linear(
    parts.reshape(tokenFirst, [-1, heads * headDim]),
    name('o_proj.weight'),
    attentionBias === 'query-key-value-output' ? name('o_proj.bias') : null,
  );
  return model.node('Add', [hidden, output]);
};

/** One gated feed-forward block with its residual, [n, hidden] to [n, hidden]. */
const feedForward = (parts: GraphParts, layer: number, hidden: string): string => {
  const { model } = parts;
  const input = parts.norm(hidden, ofLayer(layer, 'post_attention_layernorm.weight'));
  const gate = parts.linear(input, ofLayer(layer, 'mlp.gate_proj.weight'), null);
  const up = parts.linear(input, ofLayer(layer, 'mlp.up_proj.weight'), null);
  // x · sigmoid(1 · x) is silu.
  const opened = model.node('QuickGelu', [gate], { alpha: { float: 1 } }, MICROSOFT);
  const down = parts.linear(model.node('Mul', [opened, up]), ofLayer(layer, 'mlp.down_proj.weight'), null);
  return model.node('Add', [hidden, down]);
};
