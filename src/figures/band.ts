import type { Mark, Role } from './figure-spec.ts';
import { BAND_OPACITY, rule } from './marks.ts';

/**
 * An interval behind other marks, from x `low` to x `high` around the height y, in px. The band is so pale that marks
 * and numbers on it keep their contrast; the lines at its ends are what everybody can see.
 */
export const band = (
  low: number,
  high: number,
  y: number,
  halfHeight: number,
  role: Role,
  label?: string,
): readonly Mark[] => [
  {
    kind: 'rect',
    x: low,
    y: y - halfHeight,
    width: Math.max(high - low, 1.5),
    height: 2 * halfHeight,
    radius: 0,
    fill: role,
    fillOpacity: BAND_OPACITY,
    ...(label === undefined ? {} : { label }),
  },
  rule(low, y - halfHeight, low, y + halfHeight, role, 1),
  rule(high, y - halfHeight, high, y + halfHeight, role, 1),
];
