import type { Architecture } from './architecture.ts';

export const EMBEDDING = 'model.embed_tokens.weight';
export const FINAL_NORM = 'model.norm.weight';
export const HEAD = 'lm_head.weight';

/** Name of a weight of layer `layer` (from 0), in transformers' naming. */
export const ofLayer = (layer: number, part: string): string => `model.layers.${layer}.${part}`;

/** Every tensor that an architecture needs, with its shape; matrices are [out, in]. */
export const expectedTensors = (architecture: Architecture): ReadonlyMap<string, readonly number[]> => {
  const { hiddenSize, intermediateSize, headDim, vocabularySize } = architecture;
  const queries = architecture.heads * headDim;
  const keys = architecture.keyValueHeads * headDim;
  const expected = new Map<string, readonly number[]>();
  expected.set(EMBEDDING, [vocabularySize, hiddenSize]);
  for (let layer = 0; layer < architecture.layers; layer++) {
    const add = (part: string, ...shape: number[]): void => {
      expected.set(ofLayer(layer, part), shape);
    };
    add('input_layernorm.weight', hiddenSize);
    add('self_attn.q_proj.weight', queries, hiddenSize);
    add('self_attn.k_proj.weight', keys, hiddenSize);
    add('self_attn.v_proj.weight', keys, hiddenSize);
    add('self_attn.o_proj.weight', hiddenSize, queries);
    if (architecture.attentionBias !== 'none') {
      add('self_attn.q_proj.bias', queries);
      add('self_attn.k_proj.bias', keys);
      add('self_attn.v_proj.bias', keys);
    }
    if (architecture.attentionBias === 'query-key-value-output') add('self_attn.o_proj.bias', hiddenSize);
    if (architecture.queryKeyNorm) {
      add('self_attn.q_norm.weight', headDim);
      add('self_attn.k_norm.weight', headDim);
    }
    add('post_attention_layernorm.weight', hiddenSize);
    add('mlp.gate_proj.weight', intermediateSize, hiddenSize);
    add('mlp.up_proj.weight', intermediateSize, hiddenSize);
    add('mlp.down_proj.weight', hiddenSize, intermediateSize);
  }
  expected.set(FINAL_NORM, [hiddenSize]);
  if (!architecture.tied) expected.set(HEAD, [vocabularySize, hiddenSize]);
  return expected;
};
