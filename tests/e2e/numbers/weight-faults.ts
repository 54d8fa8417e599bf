import type { Architecture, TensorPlacement } from '../../../src/checkpoint/graph/index.ts';

/**
 * Ways of getting a graph wrong, made from outside: by a false description of the checkpoint, or by moving the rows
 * of weights so that a right graph computes what a wrong one would.
 */
export const GRAPH_FAULTS = [
  'bias dropped',
  'query and key norm dropped',
  'rope scaling ignored',
  'rotary interleaved',
  'key-value heads rotated',
] as const;
export type GraphFault = (typeof GRAPH_FAULTS)[number];

export const falseArchitecture = (fault: GraphFault | null, right: Architecture): Architecture => {
  if (fault === 'bias dropped') return { ...right, attentionBias: 'none' };
  if (fault === 'query and key norm dropped') return { ...right, queryKeyNorm: false };
  if (fault === 'rope scaling ignored') return { ...right, rotaryScaling: { kind: 'none' } };
  return right;
};

/** Moves rows of the mounted weights in place, where the fault is one of weights. */
export const spoilWeights = (
  fault: GraphFault | null,
  { headDim, keyValueHeads }: Architecture,
  placements: ReadonlyMap<string, TensorPlacement>,
  files: ReadonlyMap<string, Uint8Array>,
): void => {
  const half = headDim / 2;
  for (const [name, placement] of placements) {
    if (fault === 'rotary interleaved' && /\.[qk]_proj\.weight$/u.test(name)) {
      // Neighbours 2i and 2i + 1 move to where the graph turns halves: it then turns neighbours.
      moveRows(placement, files, (row) => {
        const head = row - (row % headDim);
        const i = row % headDim;
        return head + (i < half ? 2 * i : 2 * (i - half) + 1);
      });
    }
    if (fault === 'key-value heads rotated' && /\.[kv]_proj\.weight$/u.test(name)) {
      const rows = keyValueHeads * headDim;
      moveRows(placement, files, (row) => (row + headDim) % rows);
    }
  }
};

const moveRows = (
  { file, offset, bytes, shape }: TensorPlacement,
  files: ReadonlyMap<string, Uint8Array>,
  from: (row: number) => number,
): void => {
  const whole = files.get(file);
  const rows = shape[0] ?? 0;
  if (whole === undefined || rows === 0) throw new Error(`no rows to move in ${file}`);
  const rowBytes = bytes / rows;
  const before = whole.slice(offset, offset + bytes);
  for (let row = 0; row < rows; row++) {
    const source = from(row) * rowBytes;
    whole.set(before.subarray(source, source + rowBytes), offset + row * rowBytes);
  }
};
