import { scaleLinear } from 'd3-scale';
import type { Axis, Mark } from './figure-spec.ts';
import { label, rule } from './marks.ts';
import { fixed } from './number-words.ts';

/** An axis from none to all, in percent. */
export interface PercentAxis {
  readonly ticks: readonly number[];
  /** Pixel of a share, 0…1. */
  readonly at: (share: number) => number;
}

const TICKS = [0, 0.5, 1] as const;

export function percentAxis(range: readonly [number, number]): PercentAxis {
  const scale = scaleLinear([0, 1], range);
  return { ticks: TICKS, at: (share) => scale(share) };
}

const tickText = (share: number): string => fixed(100 * share, 0);

/** Upright grid lines, each with its number below. */
export const uprightPercents = (axis: PercentAxis, top: number, bottom: number): readonly Mark[] =>
  axis.ticks.flatMap((share) => [
    rule(axis.at(share), top, axis.at(share), bottom, share === 0 ? 'ink' : 'line', 1),
    label(axis.at(share), bottom + 16, tickText(share), { anchor: 'middle', role: 'soft', sizePx: 12 }),
  ]);

/** The axis as data. */
export const percentAxisOf = (axis: PercentAxis, dimension: 'x' | 'y', text: string): Axis => ({
  dimension,
  label: text,
  domain: [0, 100],
  ticks: axis.ticks.map((share) => ({
    value: 100 * share,
    position: axis.at(share),
    text: tickText(share),
  })),
});
