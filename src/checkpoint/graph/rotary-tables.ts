import type { Architecture } from './architecture.ts';

/** Cosines and sines of every position's angles, each [windowTokens, headDim / 2] row-major. */
export interface RotaryTables {
  readonly cosines: Float32Array<ArrayBuffer>;
  readonly sines: Float32Array<ArrayBuffer>;
}

const round = Math.fround;

/**
 * Angle per position of each pair of a head, [headDim / 2], in radians, rounded to float32 after every operation
 * as the reference implementation does (transformers, `modeling_rope_utils`: default and llama3).
 */
export const inverseFrequencies = (
  architecture: Pick<Architecture, 'headDim' | 'rotaryBase' | 'rotaryScaling'>,
): Float32Array => {
  const { headDim, rotaryBase, rotaryScaling } = architecture;
  const frequencies = new Float32Array(headDim / 2);
  for (let i = 0; i < frequencies.length; i++) {
    const exponent = round((2 * i) / headDim);
    const plain = round(1 / round(Math.pow(rotaryBase, exponent)));
    frequencies[i] = rotaryScaling.kind === 'none' ? plain : slowed(plain, rotaryScaling);
  }
  return frequencies;
};

const slowed = (
  frequency: number,
  scaling: Extract<Architecture['rotaryScaling'], { kind: 'llama3' }>,
): number => {
  const {
    factor,
    lowFrequencyFactor: low,
    highFrequencyFactor: high,
    originalWindowTokens: length,
  } = scaling;
  const wave = round(round(2 * Math.PI) / frequency);
  if (wave > length / low) return round(frequency / factor);
  if (wave < length / high) return frequency;
  const smooth = round(round(round(length / wave) - low) / round(high - low));
  return round(round(round(round(1 - smooth) * frequency) / factor) + round(smooth * frequency));
};

/** The rotary tables for `windowTokens` positions; angles are rounded to float32 before cosine and sine. */
export const rotaryTables = (
  architecture: Pick<Architecture, 'headDim' | 'rotaryBase' | 'rotaryScaling'>,
  windowTokens: number,
): RotaryTables => {
  const frequencies = inverseFrequencies(architecture);
  const pairs = frequencies.length;
  const cosines = new Float32Array(windowTokens * pairs);
  const sines = new Float32Array(windowTokens * pairs);
  for (let position = 0; position < windowTokens; position++) {
    for (let i = 0; i < pairs; i++) {
      const angle = round(position * (frequencies[i] ?? 0));
      cosines[position * pairs + i] = Math.cos(angle);
      sines[position * pairs + i] = Math.sin(angle);
    }
  }
  return { cosines, sines };
};
