import { scaleLinear } from 'd3-scale';
import type { Axis, Mark } from './figure-spec.ts';
import { harnessMark } from './harness-style.ts';
import { label, rule, textWidth } from './marks.ts';

/** One step of one harness. */
export interface StepPoint {
  /** From 1. */
  readonly step: number;
  readonly value: number;
  /** Over it; the short form where steps stand close. */
  readonly text: string;
  readonly shortText: string;
  readonly label: string;
  /** Grey: by construction. */
  readonly role: 'ink' | 'zero';
}

export interface StepPanel {
  readonly harness: string;
  /** Under the name; empty: none. */
  readonly note: string;
  readonly points: readonly StepPoint[];
}

export interface StepPanelsInput {
  readonly panels: readonly StepPanel[];
  /** Drawn dashed behind the others. */
  readonly reference: string;
  readonly steps: number;
  /** Values at the lower and upper edge of a panel, and what stands there. */
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  readonly yLabel: string;
  readonly width: number;
}

const NARROW_PX = 640;
const TOP = 6;
const PANEL_PX = 44;
const NAMES_PX = 168;
const TICKS_PX = 38;
const EDGE_PX = 34;

/** A small panel for every harness, all on the same axes: lines that fall together would hide each other in one. */
export function stepPanels(input: StepPanelsInput): {
  readonly marks: readonly Mark[];
  readonly axes: readonly Axis[];
  readonly height: number;
} {
  const { panels, steps, ticks, yLabel, width } = input;
  const isNarrow = width < NARROW_PX;
  const left = isNarrow ? TICKS_PX + 8 : NAMES_PX + TICKS_PX;
  const right = width - EDGE_PX;
  const rowHeight = PANEL_PX + (isNarrow ? 54 : 36);
  const x = scaleLinear([1, Math.max(2, steps)], [left + 16, right]);
  const values = ticks.map(({ value }) => value);
  const domain = [Math.min(...values), Math.max(...values)] as const;
  const panelTop = (at: number): number => TOP + rowHeight * at + (isNarrow ? 42 : 24);
  const scaleOf = (at: number): ((value: number) => number) =>
    scaleLinear(domain, [panelTop(at) + PANEL_PX, panelTop(at)]);
  const reference = panels.find(({ harness }) => harness === input.reference);
  const bottom = TOP + rowHeight * panels.length;
  const places = Array.from({ length: steps }, (_, at) => at + 1);
  const room = steps < 2 ? right - left : x(2) - x(1);
  const soft = { role: 'soft', sizePx: 12 } as const;
  const middle = { ...soft, anchor: 'middle' } as const;
  return {
    height: bottom + 40,
    axes: [
      {
        dimension: 'x',
        label: 'step',
        domain: [1, Math.max(2, steps)],
        ticks: places.map((step) => ({ value: step, position: x(step), text: String(step) })),
      },
      {
        dimension: 'y',
        label: yLabel,
        domain: [...domain],
        ticks: ticks.map(({ value, text }) => ({ value, position: scaleOf(0)(value), text })),
      },
    ],
    marks: [
      ...panels.flatMap((panel, at) => {
        const y = scaleOf(at);
        const top = panelTop(at);
        const nameY = isNarrow ? top - 26 : top + 20;
        const behind = reference === undefined || reference === panel ? [] : reference.points;
        return [
          ...places.map((step) => rule(x(step), top, x(step), top + PANEL_PX, 'line', 1)),
          ...ticks.flatMap(({ value, text }, index) => [
            rule(left, y(value), right + 8, y(value), index === 0 ? 'ink' : 'line', 1),
            label(left - 6, y(value) + 4, text, { ...soft, anchor: 'end' }),
          ]),
          label(2, nameY, panel.harness, { weight: 600 }),
          ...(panel.note === ''
            ? []
            : [
                isNarrow
                  ? label(width, nameY, panel.note, { ...soft, anchor: 'end' })
                  : label(2, nameY + 16, panel.note, soft),
              ]),
          ...joined(behind, x, y).map((line) => ({ ...line, role: 'zero' as const, dashes: '4 3' })),
          ...joined(panel.points, x, y),
          ...panel.points.map((point) => ({
            ...harnessMark(panel.harness, x(point.step), y(point.value), point.role),
            label: point.label,
          })),
          ...textsOf(panel.points, room).map(({ step, text }) => label(x(step), top - 10, text, middle)),
        ];
      }),
      ...places.map((step) => label(x(step), bottom + 14, String(step), middle)),
      label((left + right) / 2, bottom + 33, `step; up: ${yLabel}`, middle),
    ],
  };
}

/** Lines between steps that follow each other. */
const joined = (
  points: readonly StepPoint[],
  x: (step: number) => number,
  y: (value: number) => number,
): readonly ReturnType<typeof rule>[] =>
  points.flatMap((point, at) => {
    const next = points[at + 1];
    return next?.step === point.step + 1
      ? [rule(x(point.step), y(point.value), x(next.step), y(next.value), point.role, 1.4)]
      : [];
  });

/** As much of the texts as there is room for: in full, short, or every second one. Labels and table hold them all. */
function textsOf(
  points: readonly StepPoint[],
  room: number,
): readonly { readonly step: number; readonly text: string }[] {
  // A machine without our typeface draws wider.
  const fits = (texts: readonly string[], px: number): boolean =>
    texts.every((text) => 1.15 * textWidth(text, 12) + 4 <= px);
  const full = points.map(({ step, text }) => ({ step, text }));
  if (
    fits(
      full.map(({ text }) => text),
      room,
    )
  )
    return full;
  const short = points.map(({ step, shortText }) => ({ step, text: shortText }));
  return fits(
    short.map(({ text }) => text),
    room,
  )
    ? short
    : short.filter((_, at) => at % 2 === 0);
}
