import type { Element } from './model-proto.ts';
import type { TensorPlacement } from './tensor-inventory.ts';

/**
 * Weights that are float32 by the time the session reads them. A file of two-byte numbers is mounted a second time
 * under another name, where it seems to hold float32 numbers: everything lies at twice its offset and has twice its
 * length. Whoever mounts it widens what is asked for. So a folded session never holds the stored numbers as well.
 */
export type NarrowElement = 'bfloat16' | 'float16';

const NARROW: readonly Element[] = ['bfloat16', 'float16'];

const isNarrow = (element: Element): element is NarrowElement => NARROW.includes(element);

/** Name under which `file` is mounted, seen as float32 where its numbers are of a narrower type. */
export const widenedName = (file: string, element: NarrowElement): string => `${file}.${element}-as-float32`;

/** Where a weight lies in the widened view of its file; float32 weights stay where they are. */
export const widenedPlacement = (placement: TensorPlacement): TensorPlacement => {
  const { element, file } = placement;
  if (!isNarrow(element)) return placement;
  return {
    ...placement,
    element: 'float32',
    file: widenedName(file, element),
    offset: 2 * placement.offset,
    bytes: 2 * placement.bytes,
  };
};

/** Which widened views a set of weights needs. */
export const widenedViews = (
  placements: Iterable<TensorPlacement>,
): readonly { readonly name: string; readonly file: string; readonly element: NarrowElement }[] => {
  const views = new Map<string, { name: string; file: string; element: NarrowElement }>();
  for (const { file, element } of placements) {
    if (!isNarrow(element)) continue;
    const name = widenedName(file, element);
    views.set(name, { name, file, element });
  }
  return [...views.values()];
};

/** Widens little-endian numbers exactly; `wide` has room for as many float32 as `narrow` has numbers. */
export const widen = (element: NarrowElement, narrow: Uint16Array, wide: Uint32Array): void => {
  if (element === 'bfloat16') {
    // A bfloat16 number is the upper half of a float32 number.
    for (let i = 0; i < narrow.length; i++) wide[i] = (narrow[i] ?? 0) << 16;
    return;
  }
  for (let i = 0; i < narrow.length; i++) wide[i] = float32BitsOfFloat16(narrow[i] ?? 0);
};

/** Bits of the float32 number that equals a float16 number; every float16 number has one. */
const float32BitsOfFloat16 = (half: number): number => {
  const sign = (half & 0x8000) << 16;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0x1f) return sign | 0x7f800000 | (fraction << 13);
  if (exponent !== 0) return sign | ((exponent + 112) << 23) | (fraction << 13);
  if (fraction === 0) return sign;
  // Subnormal: the leading one moves up to where float32 does not write it.
  const shift = Math.clz32(fraction) - 21;
  return sign | ((113 - shift) << 23) | (((fraction << shift) & 0x3ff) << 13);
};
