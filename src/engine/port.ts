/**
 * The only thing the engine asks of a model. An adapter (onnxruntime, a fake) implements it; the engine never
 * sees a session, a tensor library or a file.
 *
 * Shapes use these letters: n new tokens of a pass, P tokens of past, r scored rows, t targets, V vocabulary,
 * W floats of keys and values a token.
 */

/** Additive bias of a position that a row may not see. Finite: an all-masked row stays a number. */
export const HIDDEN_BIAS = -1e9;

export interface ModelShape {
  readonly layers: number;
  readonly heads: number;
  readonly keyValueHeads: number;
  readonly headDim: number;
  readonly vocabularySize: number;
  /** Positions the rotary tables cover: the longest context plus candidate that can be scored. */
  readonly windowTokens: number;
  /** W = layers · 2 · keyValueHeads · headDim, the float32 values kept for one token. */
  readonly keyValueFloats: number;
}

/** One run of the session: n new tokens after P tokens whose keys and values are given. */
export interface Pass {
  /** [n] token ids. */
  readonly tokens: Int32Array;
  /** [n] depth of each token in its own sequence (0 for the first token). */
  readonly positions: Int32Array;
  /** [P · W] token-major: row p holds, for each layer, all key heads, then all value heads. */
  readonly past: Float32Array;
  readonly pastTokens: number;
  /** [n · (P + n)] 0 where row i may look at column j, HIDDEN_BIAS where not. Columns: past, then this pass. */
  readonly attentionBias: Float32Array;
  /** [r] rows of this pass whose next-token distribution is needed, strictly ascending. */
  readonly scoredRows: Int32Array;
  /** [t] index into scoredRows. */
  readonly targetRows: Int32Array;
  /** [t] token whose log-probability is asked after that row. */
  readonly targets: Int32Array;
  /** False: the new keys and values are not copied out (nothing will look back at these tokens). */
  readonly keepKeyValues: boolean;
  /** True: full logits of the scored rows come back as well (decoding, the opened item). */
  readonly keepLogits: boolean;
}

export interface PassResult {
  /** [t] natural log-probabilities. */
  readonly logprobsNats: Float32Array;
  /** [t] largest logit of the row minus the target's logit; 0 means the target is the argmax. */
  readonly gapsNats: Float32Array;
  /** [n · W] in the layout of Pass.past; null when not kept. */
  readonly newKeyValues: Float32Array | null;
  /** [r · V]; null when not kept. */
  readonly logits: Float32Array | null;
}

export interface LanguageModel {
  readonly shape: ModelShape;
  /** Runs one pass. Rejects when the session fails; the model must not be used again then. */
  run(pass: Pass): Promise<PassResult>;
}
