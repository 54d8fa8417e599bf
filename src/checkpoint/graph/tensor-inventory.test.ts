import { describe, expect, it } from 'vitest';
import type { Architecture } from './architecture.ts';
import type { StoredTensor } from './safetensors-header.ts';
import { readShardIndex } from './shard-index.ts';
import { takeInventory, type Shard } from './tensor-inventory.ts';
import { expectedTensors } from './tensor-names.ts';

const architecture: Architecture = {
  family: 'qwen3',
  layers: 2,
  hiddenSize: 8,
  heads: 4,
  keyValueHeads: 2,
  headDim: 6,
  intermediateSize: 10,
  vocabularySize: 20,
  normEpsilon: 1e-6,
  rotaryBase: 10_000,
  rotaryScaling: { kind: 'none' },
  attentionBias: 'query-key-value-output',
  queryKeyNorm: true,
  tied: false,
  windowTokens: 64,
  activation: 'silu',
};

const tensor = (name: string, shape: readonly number[], dtype = 'BF16'): StoredTensor => ({
  name,
  dtype,
  shape,
  offset: 100,
  bytes: 2 * shape.reduce((product, size) => product * size, 1),
});

const complete = (of = architecture): StoredTensor[] =>
  [...expectedTensors(of)].map(([name, shape]) => tensor(name, shape));

const shard = (tensors: readonly StoredTensor[], file = 'model.safetensors', fileBytes = 10_000): Shard => ({
  file,
  fileBytes,
  tensors,
});

const replaced = (name: string, by: StoredTensor | null): StoredTensor[] =>
  complete().flatMap((one) => (one.name === name ? (by ?? []) : one));

const refusal = (tensors: readonly StoredTensor[], of = architecture) => {
  const result = takeInventory(of, [shard(tensors)], null);
  if (result.ok) throw new Error('was not refused');
  return result.error;
};

const K_BIAS = 'model.layers.1.self_attn.k_proj.bias';

describe('takeInventory', () => {
  it('finds every tensor and counts the weights', () => {
    const result = takeInventory(architecture, [shard(complete())], null);
    if (!result.ok) throw new Error(result.error.details);
    // Per layer: norms 16, q and o 24·8 each, k and v 12·8 each, biases 24 + 12 + 12 + 8, head norms 12, mlp 3·80.
    const layer = 16 + 2 * 192 + 2 * 96 + 56 + 12 + 240;
    expect(result.value.parameters).toBe(2 * layer + 8 + 2 * 160);
    expect(result.value.placements.get(K_BIAS)).toMatchObject({
      element: 'bfloat16',
      offset: 100,
      bytes: 24,
    });
    expect(result.value.unused).toEqual([]);
  });

  it.each([
    ['a missing tensor', 'tensor-missing', replaced(K_BIAS, null)],
    ['another shape', 'tensor-shape', replaced(K_BIAS, tensor(K_BIAS, [11]))],
    ['another rank', 'tensor-shape', replaced(K_BIAS, tensor(K_BIAS, [12, 1]))],
    ['eight-bit numbers', 'tensor-dtype', replaced(K_BIAS, tensor(K_BIAS, [12], 'F8_E4M3'))],
    ['whole numbers', 'tensor-dtype', replaced(K_BIAS, tensor(K_BIAS, [12], 'I32'))],
  ])('refuses %s by its name', (_, kind, tensors) => {
    const error = refusal(tensors);
    expect(error.kind).toBe(kind);
    expect(error.happened).toContain(K_BIAS);
  });

  it('refuses tensors that the architecture has no place for, because they would change the scores', () => {
    const noBias = { ...architecture, attentionBias: 'none' } as const;
    const error = refusal(complete(), noBias);
    expect(error).toMatchObject({ kind: 'tensor-unknown' });
    expect(error.details.split('\n')).toHaveLength(8);
    expect(error.details).toContain(K_BIAS);
  });

  it('lets be what is harmless', () => {
    const tied = { ...architecture, tied: true };
    const old = ['model.layers.0.self_attn.rotary_emb.inv_freq', 'model.rotary_emb.inv_freq'];
    const tensors = [
      ...complete(tied),
      tensor('lm_head.weight', [20, 8]),
      ...old.map((name) => tensor(name, [3], 'F32')),
    ];
    const result = takeInventory(tied, [shard(tensors)], null);
    expect(result).toMatchObject({ ok: true, value: { unused: ['lm_head.weight', ...old] } });
  });

  it('refuses a file of 4 GiB, which the runtime would read from wrong places', () => {
    const result = takeInventory(architecture, [shard(complete(), 'big.safetensors', 2 ** 32)], null);
    expect(result).toMatchObject({ ok: false, error: { kind: 'shard-too-large' } });
    expect(takeInventory(architecture, [shard(complete(), 'big.safetensors', 2 ** 32 - 1)], null).ok).toBe(
      true,
    );
  });
});

describe('several files and their index', () => {
  const all = complete();
  const first = shard(all.slice(0, 9), 'a.safetensors');
  const second = shard(all.slice(9), 'b.safetensors');
  const totalBytes = all.reduce((sum, { bytes }) => sum + bytes, 0);

  const indexOf = (map: Readonly<Record<string, string>>, total: number | null = totalBytes) => {
    const text = JSON.stringify({ metadata: total === null ? {} : { total_size: total }, weight_map: map });
    const index = readShardIndex(text);
    if (!index.ok) throw new Error(index.error.details);
    return index.value;
  };
  const rightMap = Object.fromEntries(
    [first, second].flatMap(({ file, tensors }) => tensors.map(({ name }) => [name, file])),
  );

  it('are taken together', () => {
    expect(indexOf(rightMap).files).toEqual(['a.safetensors', 'b.safetensors']);
    expect(takeInventory(architecture, [first, second], indexOf(rightMap)).ok).toBe(true);
    expect(takeInventory(architecture, [first, second], indexOf(rightMap, null)).ok).toBe(true);
  });

  it.each([
    [
      'a tensor in two files',
      'tensor-repeated',
      [first, shard(all.slice(8), 'b.safetensors')],
      rightMap,
      totalBytes,
    ],
    [
      'a tensor elsewhere',
      'shard-index-wrong',
      [first, second],
      { ...rightMap, [K_BIAS]: 'a.safetensors' },
      totalBytes,
    ],
    [
      'a tensor not in any file',
      'tensor-missing',
      [first, second],
      { ...rightMap, ghost: 'a.safetensors' },
      totalBytes,
    ],
    ['a wrong total', 'shard-index-wrong', [first, second], rightMap, totalBytes + 2],
  ])('are refused for %s', (_, kind, shards, map, total) => {
    expect(takeInventory(architecture, shards, indexOf(map, total))).toMatchObject({
      ok: false,
      error: { kind },
    });
  });

  it.each([
    '../a.safetensors',
    'x/a.safetensors',
    'x\\a.safetensors',
    '/a.safetensors',
    'a..safetensors',
    'a.bin',
    '',
  ])('may not have the name %j', (file) => {
    const result = readShardIndex(JSON.stringify({ weight_map: { t: file } }));
    expect(result).toMatchObject({ ok: false, error: { kind: 'shard-name-refused' } });
  });

  it.each([
    '<html>',
    '[]',
    '{}',
    '{"weight_map": {}}',
    '{"weight_map": {"a": 1}}',
    '{"weight_map": {"a": "x.safetensors", "a": "y.safetensors"}}',
  ])('may not have the index %s', (text) => {
    expect(readShardIndex(text)).toMatchObject({ ok: false, error: { kind: 'shard-index-invalid' } });
  });
});
