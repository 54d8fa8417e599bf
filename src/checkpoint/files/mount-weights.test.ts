import { describe, expect, it } from 'vitest';
import type { TensorPlacement } from '../graph/index.ts';
import { mountWeights } from './mount-weights.ts';
import { VirtualData } from './virtual-data.ts';

const placement = (file: string, element: TensorPlacement['element']): TensorPlacement => ({
  file,
  element,
  offset: 0,
  bytes: 4,
  shape: [2],
});

const placements = (...all: TensorPlacement[]) => new Map(all.map((one, i) => [`t${i}`, one]));

describe('VirtualData', () => {
  const source = Uint8Array.from({ length: 100 }, (_, i) => i);

  it('is a Uint8Array to those who ask, and reads what is asked for', () => {
    const data = new VirtualData(100, (target, start) => {
      target.set(source.subarray(start, start + target.byteLength));
    });
    expect(data).toBeInstanceOf(Uint8Array);
    expect(data.byteLength).toBe(100);
    expect([...data.subarray(90, 95)]).toEqual([90, 91, 92, 93, 94]);
    // A shorter read after a longer one uses the same buffer.
    expect([...data.subarray(1, 3)]).toEqual([1, 2]);
    expect(data.failure).toBeNull();
    data.release();
    expect([...data.subarray(98, 100)]).toEqual([98, 99]);
  });

  it('remembers the first failure', () => {
    const data = new VirtualData(10, () => {
      throw new Error('gone');
    });
    expect(() => data.subarray(0, 1)).toThrow('gone');
    expect(String(data.failure)).toBe('Error: gone');
  });
});

describe('mountWeights', () => {
  const file = { name: 'm.safetensors', data: new Uint8Array(64) };

  it('mounts files as they are for resident weights and for float32', () => {
    const halves = placements(placement('m.safetensors', 'bfloat16'));
    expect(mountWeights([file], halves, 'resident')).toEqual([file]);
    expect(mountWeights([file], placements(placement('m.safetensors', 'float32')), 'folded')).toEqual([file]);
  });

  it('adds one view for each file and narrow type', () => {
    const all = placements(
      placement('m.safetensors', 'bfloat16'),
      placement('m.safetensors', 'bfloat16'),
      placement('m.safetensors', 'float16'),
    );
    const mounted = mountWeights([file], all, 'folded');
    expect(mounted.map(({ name, data }) => [name, data.byteLength])).toEqual([
      ['m.safetensors', 64],
      ['m.safetensors.bfloat16-as-float32', 128],
      ['m.safetensors.float16-as-float32', 128],
    ]);
  });

  it('widens numbers at odd offsets, over the seams of its pieces', () => {
    const numbers = 2 ** 20 + 3;
    const values = Float32Array.from({ length: numbers }, (_, i) => (i % 251) - 125);
    const halves = new Uint16Array(new Uint32Array(values.buffer).map((bits) => bits >>> 16));
    const data = new Uint8Array(1 + halves.byteLength);
    data.set(new Uint8Array(halves.buffer), 1);
    const all = placements(placement('m.safetensors', 'bfloat16'));
    const [, view] = mountWeights([{ name: 'm.safetensors', data }], all, 'folded');
    const wide = view?.data.subarray(2, 2 + 4 * numbers) ?? new Uint8Array();
    const got = new Float32Array(wide.slice().buffer);
    expect(got).toHaveLength(numbers);
    expect(values.findIndex((value, i) => value !== got[i])).toBe(-1);
  });
});
