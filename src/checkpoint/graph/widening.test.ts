import { describe, expect, it } from 'vitest';
import { widen, widenedPlacement } from './widening.ts';

const widened = (element: 'bfloat16' | 'float16', narrow: readonly number[]): Float32Array => {
  const wide = new Uint32Array(narrow.length);
  widen(element, Uint16Array.from(narrow), wide);
  return new Float32Array(wide.buffer);
};

/** A float16 number by its definition (IEEE 754 binary16). */
const valueOfFloat16 = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};

describe('widen', () => {
  it('gives every float16 number its exact float32 value', () => {
    const all = Array.from({ length: 0x10000 }, (_, bits) => bits);
    const got = widened('float16', all);
    // Object.is tells -0 from 0 and knows NaN.
    const wrong = all.filter((bits) => !Object.is(got[bits], valueOfFloat16(bits)));
    expect(wrong).toEqual([]);
  });

  it('gives bfloat16 numbers their exact float32 value', () => {
    const got = widened('bfloat16', [0x3f80, 0xbf80, 0x4049, 0x8000, 0x7f80, 0x0001]);
    expect([...got]).toEqual([1, -1, 3.140625, -0, Infinity, 2 ** -133]);
  });
});

describe('widenedPlacement', () => {
  it('doubles places of narrow numbers only', () => {
    const place = { file: 'm', offset: 10, bytes: 6, shape: [3] } as const;
    expect(widenedPlacement({ ...place, element: 'float32' })).toEqual({ ...place, element: 'float32' });
    expect(widenedPlacement({ ...place, element: 'float16' })).toEqual({
      file: 'm.float16-as-float32',
      offset: 20,
      bytes: 12,
      shape: [3],
      element: 'float32',
    });
  });
});
