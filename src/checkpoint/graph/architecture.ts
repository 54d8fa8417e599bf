/** How positions are stretched beyond the length a checkpoint was trained at. */
export type RotaryScaling =
  | { readonly kind: 'none' }
  /** Llama 3: long waves slowed by `factor`, short ones left, a ramp between. */
  | {
      readonly kind: 'llama3';
      readonly factor: number;
      readonly lowFrequencyFactor: number;
      readonly highFrequencyFactor: number;
      readonly originalWindowTokens: number;
    };

/** Which of the attention projections add a bias vector. */
export type AttentionBias = 'none' | 'query-key-value' | 'query-key-value-output';

/** A decoder of the Llama line as plain data: all that the lab graph depends on besides the weights. */
export interface Architecture {
  readonly family: 'llama' | 'qwen2' | 'qwen3';
  readonly layers: number;
  readonly hiddenSize: number;
  readonly heads: number;
  readonly keyValueHeads: number;
  readonly headDim: number;
  readonly intermediateSize: number;
  readonly vocabularySize: number;
  readonly normEpsilon: number;
  readonly rotaryBase: number;
  readonly rotaryScaling: RotaryScaling;
  readonly attentionBias: AttentionBias;
  /** RMS norm of each head of queries and keys before the rotation (Qwen3). */
  readonly queryKeyNorm: boolean;
  /** The head uses the embedding matrix. */
  readonly tied: boolean;
  /** max_position_embeddings. */
  readonly windowTokens: number;
  readonly activation: 'silu';
}
