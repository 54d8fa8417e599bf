import {
  widen,
  widenedViews,
  type HeldAs,
  type NarrowElement,
  type TensorPlacement,
} from '../graph/index.ts';
import { VirtualData } from './virtual-data.ts';

/** A file as onnxruntime is given it. */
export interface MountedFile {
  readonly name: string;
  readonly data: Uint8Array;
}

/**
 * The files that a lab graph names: the weight files themselves and, where weights are folded, their widened views.
 */
export const mountWeights = (
  files: readonly MountedFile[],
  placements: ReadonlyMap<string, TensorPlacement>,
  heldAs: HeldAs,
): readonly MountedFile[] => {
  if (heldAs === 'resident') return files;
  const views = widenedViews(placements.values()).map(({ name, file, element }) => {
    const stored = files.find((one) => one.name === file);
    if (stored === undefined) throw new Error(`no data for ${file}`);
    return { name, data: widenedData(stored.data, element) };
  });
  return [...files, ...views];
};

/** Two-byte numbers read and widened at a time. */
const PIECE_NUMBERS = 2 ** 20;

/** A file of two-byte numbers, seen as one of float32 numbers that is twice as long. */
const widenedData = (stored: Uint8Array, element: NarrowElement): VirtualData => {
  // Numbers may lie at odd offsets of the file; they are copied to where typed arrays can read them.
  const narrow = new Uint16Array(PIECE_NUMBERS);
  const narrowBytes = new Uint8Array(narrow.buffer);
  return new VirtualData(2 * stored.byteLength, (target, start) => {
    const numbers = target.byteLength / 4;
    const wide = new Uint32Array(target.buffer, target.byteOffset, numbers);
    for (let at = 0; at < numbers; at += PIECE_NUMBERS) {
      const some = Math.min(PIECE_NUMBERS, numbers - at);
      const begin = start / 2 + 2 * at;
      narrowBytes.set(stored.subarray(begin, begin + 2 * some));
      widen(element, narrow.subarray(0, some), wide.subarray(at, at + some));
    }
  });
};
