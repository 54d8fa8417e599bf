import { describe, expect, it } from 'vitest';
import { readConfig } from './read-config.ts';

// Configurations as the checkpoints' own repositories publish them, without keys that only training reads.
const SMOLLM2_135M = {
  architectures: ['LlamaForCausalLM'],
  attention_bias: false,
  attention_dropout: 0.0,
  bos_token_id: 1,
  eos_token_id: 2,
  hidden_act: 'silu',
  hidden_size: 576,
  intermediate_size: 1536,
  is_llama_config: true,
  max_position_embeddings: 8192,
  mlp_bias: false,
  model_type: 'llama',
  num_attention_heads: 9,
  num_hidden_layers: 30,
  num_key_value_heads: 3,
  pretraining_tp: 1,
  rms_norm_eps: 1e-5,
  rope_interleaved: false,
  rope_scaling: null,
  rope_theta: 100000,
  tie_word_embeddings: true,
  torch_dtype: 'bfloat16',
  vocab_size: 49152,
};
const SMOLLM2_360M = {
  ...SMOLLM2_135M,
  hidden_size: 960,
  intermediate_size: 2560,
  num_attention_heads: 15,
  num_hidden_layers: 32,
  num_key_value_heads: 5,
};
const SMOLLM2_1700M = {
  ...SMOLLM2_135M,
  hidden_size: 2048,
  intermediate_size: 8192,
  num_attention_heads: 32,
  num_hidden_layers: 24,
  num_key_value_heads: 32,
  rope_theta: 130000,
};
const QWEN25_500M = {
  architectures: ['Qwen2ForCausalLM'],
  hidden_act: 'silu',
  hidden_size: 896,
  intermediate_size: 4864,
  max_position_embeddings: 32768,
  max_window_layers: 21,
  model_type: 'qwen2',
  num_attention_heads: 14,
  num_hidden_layers: 24,
  num_key_value_heads: 2,
  rms_norm_eps: 1e-6,
  rope_theta: 1000000.0,
  sliding_window: 32768,
  tie_word_embeddings: true,
  torch_dtype: 'bfloat16',
  use_sliding_window: false,
  vocab_size: 151936,
};
const QWEN3_600M = {
  architectures: ['Qwen3ForCausalLM'],
  attention_bias: false,
  head_dim: 128,
  hidden_act: 'silu',
  hidden_size: 1024,
  intermediate_size: 3072,
  max_position_embeddings: 40960,
  max_window_layers: 28,
  model_type: 'qwen3',
  num_attention_heads: 16,
  num_hidden_layers: 28,
  num_key_value_heads: 8,
  rms_norm_eps: 1e-6,
  rope_scaling: null,
  rope_theta: 1000000,
  sliding_window: null,
  tie_word_embeddings: true,
  torch_dtype: 'bfloat16',
  use_sliding_window: false,
  vocab_size: 151936,
};
const LLAMA32_ROPE = {
  factor: 32.0,
  high_freq_factor: 4.0,
  low_freq_factor: 1.0,
  original_max_position_embeddings: 8192,
  rope_type: 'llama3',
};
const LLAMA32_1B = {
  architectures: ['LlamaForCausalLM'],
  attention_bias: false,
  eos_token_id: [128001, 128008, 128009],
  head_dim: 64,
  hidden_act: 'silu',
  hidden_size: 2048,
  intermediate_size: 8192,
  max_position_embeddings: 131072,
  mlp_bias: false,
  model_type: 'llama',
  num_attention_heads: 32,
  num_hidden_layers: 16,
  num_key_value_heads: 8,
  rms_norm_eps: 1e-5,
  rope_scaling: LLAMA32_ROPE,
  rope_theta: 500000.0,
  tie_word_embeddings: true,
  vocab_size: 128256,
};

const read = (config: object) => {
  const result = readConfig(JSON.stringify(config));
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

const refusal = (config: object) => {
  const result = readConfig(JSON.stringify(config));
  if (result.ok) throw new Error('was not refused');
  return result.error;
};

const without = (config: object, ...keys: string[]): object =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)));

describe('readConfig', () => {
  it('reads the paper’s ladder', () => {
    expect(read(SMOLLM2_135M)).toEqual({
      family: 'llama',
      layers: 30,
      hiddenSize: 576,
      heads: 9,
      keyValueHeads: 3,
      headDim: 64,
      intermediateSize: 1536,
      vocabularySize: 49152,
      normEpsilon: 1e-5,
      rotaryBase: 100000,
      rotaryScaling: { kind: 'none' },
      attentionBias: 'none',
      queryKeyNorm: false,
      tied: true,
      windowTokens: 8192,
      activation: 'silu',
    });
    expect(read(SMOLLM2_360M)).toMatchObject({ headDim: 64, keyValueHeads: 5 });
    expect(read(SMOLLM2_1700M)).toMatchObject({ headDim: 64, keyValueHeads: 32, rotaryBase: 130000 });
    expect(read(QWEN25_500M)).toMatchObject({
      family: 'qwen2',
      headDim: 64,
      attentionBias: 'query-key-value',
      queryKeyNorm: false,
      windowTokens: 32768,
    });
    expect(read(QWEN3_600M)).toMatchObject({
      family: 'qwen3',
      headDim: 128,
      attentionBias: 'none',
      queryKeyNorm: true,
    });
    expect(read(LLAMA32_1B)).toMatchObject({
      headDim: 64,
      rotaryBase: 500000,
      rotaryScaling: {
        kind: 'llama3',
        factor: 32,
        lowFrequencyFactor: 1,
        highFrequencyFactor: 4,
        originalWindowTokens: 8192,
      },
    });
  });

  it('reads the names of transformers 5 as the same thing', () => {
    const modern = {
      ...without(LLAMA32_1B, 'rope_theta', 'rope_scaling'),
      rope_parameters: { ...LLAMA32_ROPE, rope_theta: 500000.0 },
      dtype: 'bfloat16',
    };
    expect(read(modern)).toEqual(read(LLAMA32_1B));
    const plain = {
      ...without(QWEN3_600M, 'rope_theta', 'rope_scaling'),
      rope_parameters: { rope_type: 'default', rope_theta: 1000000 },
      layer_types: ['full_attention', 'full_attention'],
    };
    expect(read(plain)).toEqual(read(QWEN3_600M));
  });

  it('fills absent keys as the families’ own classes do', () => {
    expect(read(without(SMOLLM2_135M, 'num_key_value_heads')).keyValueHeads).toBe(9);
    expect(read(without(SMOLLM2_135M, 'tie_word_embeddings')).tied).toBe(false);
    expect(read(without(SMOLLM2_135M, 'rope_theta')).rotaryBase).toBe(10000);
    expect(read(without({ ...QWEN3_600M, hidden_size: 512 }, 'head_dim')).headDim).toBe(128);
    expect(read({ ...QWEN3_600M, attention_bias: true }).attentionBias).toBe('query-key-value-output');
    expect(read({ ...SMOLLM2_135M, attention_bias: true }).attentionBias).toBe('query-key-value-output');
  });

  it.each([
    ['model_type', { ...SMOLLM2_135M, model_type: 'gpt_neox' }],
    ['model_type', without(SMOLLM2_135M, 'model_type')],
    ['mlp_bias', { ...SMOLLM2_135M, mlp_bias: true }],
    ['quantization_config', { ...QWEN25_500M, quantization_config: { quant_method: 'gptq', bits: 4 } }],
    ['use_sliding_window', { ...QWEN25_500M, use_sliding_window: true }],
    ['sliding_window', { ...SMOLLM2_135M, sliding_window: 4096 }],
    ['sliding_window', { ...without(QWEN25_500M, 'use_sliding_window') }],
    ['layer_types', { ...QWEN3_600M, layer_types: ['full_attention', 'sliding_attention'] }],
    ['partial_rotary_factor', { ...SMOLLM2_135M, partial_rotary_factor: 0.5 }],
    ['rope_interleaved', { ...SMOLLM2_135M, rope_interleaved: true }],
    ['hidden_act', { ...SMOLLM2_135M, hidden_act: 'gelu' }],
    ['yarn', { ...QWEN25_500M, rope_scaling: { rope_type: 'yarn', factor: 4 } }],
    ['linear', { ...SMOLLM2_135M, rope_scaling: { type: 'linear', factor: 2 } }],
    ['dynamic', { ...SMOLLM2_135M, rope_parameters: { rope_type: 'dynamic', factor: 2, rope_theta: 1 } }],
    ['partial_rotary_factor', { ...SMOLLM2_135M, rope_parameters: { partial_rotary_factor: 0.5 } }],
    ['full_attention', { ...SMOLLM2_135M, rope_parameters: { full_attention: { rope_theta: 1 } } }],
    ['num_experts', { ...QWEN3_600M, num_experts: 8 }],
  ])('refuses what it cannot compute, naming %s', (name, config) => {
    const error = refusal(config);
    expect(error.kind).toBe('architecture-unsupported');
    expect(`${error.happened} ${error.details}`).toContain(name);
  });

  it.each([
    ['hidden_size', without(SMOLLM2_135M, 'hidden_size')],
    ['vocab_size', { ...SMOLLM2_135M, vocab_size: '49152' }],
    ['num_hidden_layers', { ...SMOLLM2_135M, num_hidden_layers: 1e12 }],
    ['num_hidden_layers', { ...SMOLLM2_135M, num_hidden_layers: 0 }],
    ['rms_norm_eps', { ...SMOLLM2_135M, rms_norm_eps: -1 }],
    ['num_key_value_heads', { ...SMOLLM2_135M, num_key_value_heads: 2 }],
    ['head_dim', { ...SMOLLM2_135M, head_dim: 63 }],
    ['head_dim', { ...SMOLLM2_135M, num_attention_heads: 7, num_key_value_heads: 7 }],
    ['high_freq_factor', { ...LLAMA32_1B, rope_scaling: { ...LLAMA32_ROPE, high_freq_factor: 1 } }],
    ['factor', { ...LLAMA32_1B, rope_scaling: without(LLAMA32_ROPE, 'factor') }],
  ])('refuses an unusable value, naming %s', (name, config) => {
    const error = refusal(config);
    expect(error.kind).toBe('config-key-invalid');
    expect(`${error.happened} ${error.details}`).toContain(name);
  });

  it('tells a web page and a cut file from a config', () => {
    for (const text of ['<!doctype html><html></html>', '{"model_type": "lla', '[]', 'null', '']) {
      const result = readConfig(text);
      expect(result).toMatchObject({ ok: false, error: { kind: 'config-not-json' } });
    }
  });
});
