import * as v from 'valibot';
import { ok, type Result } from '../../records/index.ts';
import type { Architecture, AttentionBias, RotaryScaling } from './architecture.ts';
import { refuse } from './refusal.ts';

const FAMILIES = ['llama', 'qwen2', 'qwen3'] as const;
type Family = (typeof FAMILIES)[number];

const CURE_UNSUPPORTED =
  'Use a checkpoint of a supported kind: SmolLM2, Llama 3.2, Qwen2.5 or Qwen3, with unquantised weights.';
const CURE_BROKEN = 'Download config.json again, or take it from the checkpoint’s own repository.';

// Bounds are far above any model that could run here; they keep a wild number from becoming a wild allocation.
const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));

const Rope = v.looseObject({
  rope_type: v.optional(v.string()),
  type: v.optional(v.string()),
  rope_theta: v.optional(positive),
  factor: v.optional(positive),
  low_freq_factor: v.optional(positive),
  high_freq_factor: v.optional(positive),
  original_max_position_embeddings: v.optional(count(1e9)),
  partial_rotary_factor: v.optional(v.number()),
});

const Config = v.looseObject({
  hidden_size: count(65_536),
  num_hidden_layers: count(1_024),
  num_attention_heads: count(1_024),
  num_key_value_heads: v.nullish(count(1_024)),
  head_dim: v.nullish(count(4_096)),
  intermediate_size: count(1_048_576),
  vocab_size: count(4_194_304),
  max_position_embeddings: count(1e9),
  rms_norm_eps: v.optional(positive, 1e-6),
  hidden_act: v.optional(v.string(), 'silu'),
  tie_word_embeddings: v.optional(v.boolean(), false),
  attention_bias: v.nullish(v.boolean()),
  rope_theta: v.nullish(positive),
  rope_scaling: v.nullish(Rope),
  rope_parameters: v.nullish(Rope),
});
type Config = v.InferOutput<typeof Config>;

/** Keys that change the arithmetic in ways the lab graph does not know, with the values that do not. */
const NEUTRAL: readonly (readonly [key: string, allowed: (value: unknown) => boolean])[] = [
  ['mlp_bias', (x) => x === false],
  ['quantization_config', () => false],
  ['partial_rotary_factor', (x) => x === 1],
  ['rope_interleaved', (x) => x === false],
  ['use_sliding_window', (x) => x === false],
  ['layer_types', (x) => Array.isArray(x) && x.every((kind) => kind === 'full_attention')],
  ['no_rope_layers', (x) => Array.isArray(x) && x.every((kind) => kind === 1)],
  ['attention_multiplier', (x) => x === 1],
  ['residual_multiplier', (x) => x === 1],
  ['embedding_multiplier', (x) => x === 1],
  ['logits_scaling', (x) => x === 1],
  ['final_logit_softcapping', () => false],
  ['attn_logit_softcapping', () => false],
  ['num_experts', () => false],
  ['num_local_experts', () => false],
  ['is_encoder_decoder', (x) => x === false],
];

/**
 * The architecture that a checkpoint's config.json describes.
 *
 * Takes the classical keys (`rope_theta`, `rope_scaling`) and those of transformers 5 (`rope_parameters`). Absent
 * keys have the defaults of the family's configuration class in transformers. Whatever would change the arithmetic
 * in a way the lab graph does not know is refused, naming the key.
 */
export const readConfig = (text: string): Result<Architecture> => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const html = text.trimStart().startsWith('<');
    return refuse(
      'config-not-json',
      html ? 'config.json is a web page, not JSON.' : 'config.json is not valid JSON.',
      html ? 'The file is missing where it was looked for: check the address.' : CURE_BROKEN,
      `${String(cause)}; begins with ${JSON.stringify(text.slice(0, 60))}`,
    );
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return refuse('config-not-json', 'config.json does not hold an object.', CURE_BROKEN, text.slice(0, 60));
  }
  const raw = json as Readonly<Record<string, unknown>>;
  const modelType = raw['model_type'];
  const family = FAMILIES.find((name) => name === modelType);
  if (family === undefined) {
    return unsupported('model_type', modelType);
  }
  for (const [key, allowed] of NEUTRAL) {
    const value = raw[key];
    if (value !== undefined && value !== null && !allowed(value)) return unsupported(key, value);
  }
  // Qwen configs carry a window size beside `use_sliding_window: false`; elsewhere the size alone switches it on.
  const window = raw['sliding_window'];
  if (
    window !== undefined &&
    window !== null &&
    (family === 'llama' || raw['use_sliding_window'] !== false)
  ) {
    return unsupported('sliding_window', window);
  }
  const parsed = v.safeParse(Config, json);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    const key = v.getDotPath(issue) ?? '?';
    return refuse(
      'config-key-invalid',
      `config.json: the key "${key}" is missing or has no usable value.`,
      CURE_BROKEN,
      `${key}: ${issue.message}`,
    );
  }
  return toArchitecture(family, parsed.output);
};

const unsupported = (key: string, value: unknown) =>
  refuse(
    'architecture-unsupported',
    `This checkpoint needs ${key} = ${shown(value)}, which the lab does not compute.`,
    CURE_UNSUPPORTED,
    `config.json: ${key}: ${shown(value)}`,
  );

const shown = (value: unknown): string => {
  const text = value === undefined ? '(absent)' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};

const contradiction = (happened: string, details: string) =>
  refuse('config-key-invalid', happened, CURE_BROKEN, details);

const toArchitecture = (family: Family, config: Config): Result<Architecture> => {
  const heads = config.num_attention_heads;
  const keyValueHeads = config.num_key_value_heads ?? heads;
  if (heads % keyValueHeads !== 0) {
    return contradiction(
      'config.json: num_attention_heads is not a multiple of num_key_value_heads.',
      `num_attention_heads ${heads}, num_key_value_heads ${keyValueHeads}`,
    );
  }
  const headDim = config.head_dim ?? (family === 'qwen3' ? 128 : config.hidden_size / heads);
  if (!Number.isInteger(headDim) || headDim % 2 !== 0) {
    return contradiction(
      'config.json: the size of a head is not an even whole number.',
      `head_dim ${headDim} (hidden_size ${config.hidden_size}, num_attention_heads ${heads})`,
    );
  }
  if (config.hidden_act !== 'silu') return unsupported('hidden_act', config.hidden_act);
  const rotary = readRotary(config);
  if (!rotary.ok) return rotary;
  return ok({
    family,
    layers: config.num_hidden_layers,
    hiddenSize: config.hidden_size,
    heads,
    keyValueHeads,
    headDim,
    intermediateSize: config.intermediate_size,
    vocabularySize: config.vocab_size,
    normEpsilon: config.rms_norm_eps,
    rotaryBase: rotary.value.base,
    rotaryScaling: rotary.value.scaling,
    attentionBias: attentionBias(family, config.attention_bias ?? false),
    queryKeyNorm: family === 'qwen3',
    tied: config.tie_word_embeddings,
    windowTokens: config.max_position_embeddings,
    activation: 'silu',
  });
};

/** Qwen2 always has q, k and v biases and has no key for them; the others switch all four at once. */
const attentionBias = (family: Family, key: boolean): AttentionBias =>
  family === 'qwen2' ? 'query-key-value' : key ? 'query-key-value-output' : 'none';

const readRotary = (config: Config): Result<{ base: number; scaling: RotaryScaling }> => {
  const key = config.rope_parameters ? 'rope_parameters' : 'rope_scaling';
  const rope = config.rope_parameters ?? config.rope_scaling ?? {};
  if (rope.partial_rotary_factor !== undefined && rope.partial_rotary_factor !== 1) {
    return unsupported(`${key}.partial_rotary_factor`, rope.partial_rotary_factor);
  }
  // transformers 5 allows one set of parameters per kind of layer; such a table has objects as values.
  for (const [name, value] of Object.entries(rope)) {
    if (typeof value === 'object' && value !== null) return unsupported(`${key}.${name}`, value);
  }
  const base = rope.rope_theta ?? config.rope_theta ?? 10_000;
  const kind = rope.rope_type ?? rope.type ?? 'default';
  if (kind === 'default') return ok({ base, scaling: { kind: 'none' } });
  if (kind !== 'llama3') return unsupported(`${key}.rope_type`, kind);
  const { factor, low_freq_factor: low, high_freq_factor: high } = rope;
  const original = rope.original_max_position_embeddings;
  if (factor === undefined || low === undefined || high === undefined || original === undefined) {
    return contradiction(
      `config.json: ${key} of type llama3 lacks one of its four numbers.`,
      `factor ${shown(factor)}, low_freq_factor ${shown(low)}, high_freq_factor ${shown(high)}, ` +
        `original_max_position_embeddings ${shown(original)}`,
    );
  }
  if (high <= low) {
    return contradiction(
      `config.json: ${key}.high_freq_factor must be above low_freq_factor.`,
      `low_freq_factor ${low}, high_freq_factor ${high}`,
    );
  }
  return ok({
    base,
    scaling: {
      kind: 'llama3',
      factor,
      lowFrequencyFactor: low,
      highFrequencyFactor: high,
      originalWindowTokens: original,
    },
  });
};
