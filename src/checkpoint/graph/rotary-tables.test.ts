import { describe, expect, it } from 'vitest';
import { inverseFrequencies, rotaryTables } from './rotary-tables.ts';

// Vectors: transformers 5.24 LlamaRotaryEmbedding, head_dim 16.
const plain = { headDim: 16, rotaryBase: 100_000, rotaryScaling: { kind: 'none' } } as const;
const llama3 = {
  headDim: 16,
  rotaryBase: 500_000,
  rotaryScaling: {
    kind: 'llama3',
    factor: 32,
    lowFrequencyFactor: 1,
    highFrequencyFactor: 4,
    originalWindowTokens: 64,
  },
} as const;

const PLAIN_FREQUENCIES = [
  1.0, 0.23713736236095428, 0.05623412877321243, 0.01333521492779255, 0.003162277862429619,
  0.0007498941849917173, 0.00017782794020604342, 4.216965317027643e-5,
];
const LLAMA3_FREQUENCIES = [
  1.0, 0.06713303923606873, 0.001175188459455967, 0.00022789578360971063, 4.4194170186528936e-5,
  8.570255886297673e-6, 1.6619674170215148e-6, 3.2229328894572973e-7,
];
const PLAIN_COSINES_700 = [
  -0.8391042947769165, -0.8735946416854858, -0.09384513646364212, -0.9959412217140198, -0.5994374752044678,
  0.8653610348701477, 0.9922624230384827, 0.9995643496513367,
];
const LLAMA3_SINES_700 = [
  0.54397052526474, 0.13039155304431915, 0.732938826084137, 0.1588512808084488, 0.030930984765291214,
  0.005999143235385418, 0.0011633769609034061, 0.00022560529760085046,
];

const FLOAT32_ULP = 2 ** -24;

describe('rotary tables', () => {
  it('have the reference’s frequencies, bit for bit', () => {
    expect([...inverseFrequencies(plain)]).toEqual(PLAIN_FREQUENCIES);
  });

  it('slow long waves as Llama 3 does, with a ramp between', () => {
    // One wave is kept, one lies on the ramp, the others are 32 times slower.
    expect([...inverseFrequencies(llama3)]).toEqual(LLAMA3_FREQUENCIES);
  });

  it('have the reference’s cosines and sines to the last float32 digit', () => {
    const { cosines } = rotaryTables(plain, 701);
    const { sines } = rotaryTables(llama3, 701);
    PLAIN_COSINES_700.forEach((wanted, i) => {
      expect(Math.abs((cosines[700 * 8 + i] ?? 9) - wanted)).toBeLessThanOrEqual(FLOAT32_ULP);
    });
    LLAMA3_SINES_700.forEach((wanted, i) => {
      expect(Math.abs((sines[700 * 8 + i] ?? 9) - wanted)).toBeLessThanOrEqual(FLOAT32_ULP);
    });
    expect([...cosines.subarray(0, 8)]).toEqual(Array(8).fill(1));
    expect(cosines).toHaveLength(701 * 8);
  });
});
