import { isHarnessName, type HarnessName } from '../rollout/index.ts';
import type { LegendEntry, Role, Shape, SymbolMark } from './figure-spec.ts';
import { dot, hollow } from './marks.ts';

interface HarnessStyle {
  readonly shape: Shape;
  /** Hollow: failed calls may not be written again. */
  readonly isHollow: boolean;
}

const style = (shape: Shape, isHollow = false): HarnessStyle => ({ shape, isHollow });

/** A shape says what of a failed step the model reads; within a shape, harnesses are told apart by their labels. */
const STYLES: Readonly<Record<HarnessName, HarnessStyle>> = {
  verbatim: style('circle'),
  'verbatim+instr': style('triangle'),
  drop: style('square'),
  abstract: style('diamond'),
  'verbatim+ban': style('circle', true),
  'abstract+ban': style('diamond', true),
  'drop+ban': style('square', true),
  terse: style('circle'),
  'instr-after-failure': style('triangle'),
  'ban-canonical': style('circle', true),
};

/** Harnesses of one's own are circles: only their labels say what they are. */
const styleOf = (harness: string): HarnessStyle =>
  isHarnessName(harness) ? STYLES[harness] : style('circle');

export const harnessShape = (harness: string): Shape => styleOf(harness).shape;

/** The mark of a harness: hollow under a ban. */
export function harnessMark(harness: string, x: number, y: number, role: Role = 'ink'): SymbolMark {
  const { shape, isHollow } = styleOf(harness);
  return isHollow
    ? { ...hollow(shape, x, y, 4.8), stroke: role, strokeWidth: 2 }
    : { ...dot(shape, x, y, 4.8, role), fillOpacity: 1 };
}

const SHAPE_MEANS: Readonly<Record<Shape, string>> = {
  circle: 'the model reads its call and the error',
  triangle: 'its call, the error and an instruction',
  square: 'nothing of the failure',
  diamond: 'a note on the failure',
};

/** What the shapes of these harnesses mean. */
export function harnessLegend(harnesses: readonly string[]): readonly LegendEntry[] {
  const styles = harnesses.map(styleOf);
  return [
    ...(['circle', 'triangle', 'square', 'diamond'] as const)
      .filter((shape) => styles.some((one) => one.shape === shape))
      .map((shape) => ({ text: SHAPE_MEANS[shape], role: 'ink' as const, shape })),
    ...(styles.some(({ isHollow }) => isHollow)
      ? [
          {
            text: 'hollow: failed calls are banned',
            role: 'ink',
            shape: 'circle',
            look: 'hollow',
          } as const,
        ]
      : []),
  ];
}
