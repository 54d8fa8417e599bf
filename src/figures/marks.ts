import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import type { RectMark, Role, RuleMark, Shape, SymbolMark, TextMark } from './figure-spec.ts';

const SYMBOLS = {
  circle: symbolCircle,
  triangle: symbolTriangle,
  square: symbolSquare,
  diamond: symbolDiamond,
} as const;

const paths = new Map<string, string>();

/** Outline of a shape around the origin; all shapes of one radius have the area of that circle. */
export function symbolPath(shape: Shape, radius: number): string {
  const key = `${shape} ${radius}`;
  const known = paths.get(key);
  if (known !== undefined) return known;
  const outline = symbol()
    .type(SYMBOLS[shape])
    .size(Math.PI * radius ** 2)
    .digits(3);
  const path = outline() ?? '';
  paths.set(key, path);
  return path;
}

/** A straight line. */
export const rule = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  role: Role,
  strokeWidth: number,
): RuleMark => ({ kind: 'rule', x1, y1, x2, y2, role, strokeWidth });

/** A text; 13 px, ink, at its start unless told otherwise. */
export function label(
  x: number,
  y: number,
  text: string,
  style: Partial<Pick<TextMark, 'anchor' | 'role' | 'sizePx' | 'weight' | 'family' | 'isTurned'>> = {},
): TextMark {
  return {
    kind: 'text',
    x,
    y,
    text,
    anchor: 'start',
    role: 'ink',
    sizePx: 13,
    weight: 400,
    family: 'sans',
    ...style,
  };
}

/** A bar between two x positions; never thinner than can be seen. */
export function bar(from: number, to: number, y: number, height: number, fill: Role): RectMark {
  const width = Math.max(Math.abs(to - from), 1.5);
  const x = to < from ? from - width : from;
  return { kind: 'rect', x, y, width, height, radius: 3, fill, fillOpacity: 1 };
}

/** Of the paper's intervals: whatever stands on them stays readable. */
export const BAND_OPACITY = 0.28;

/** A filled shape with an outline of its own colour, so that it keeps its contrast where dots are pale. */
export const dot = (shape: Shape, x: number, y: number, radius: number, role: Role): SymbolMark => ({
  kind: 'symbol',
  shape,
  x,
  y,
  path: symbolPath(shape, radius),
  fill: role,
  fillOpacity: 0.55,
  stroke: role,
  strokeWidth: 1,
});

/** The mean: a hollow ring in ink. */
export const meanRing = (x: number, y: number): SymbolMark => ({
  kind: 'symbol',
  shape: 'circle',
  x,
  y,
  path: symbolPath('circle', 5.5),
  fill: 'panel',
  fillOpacity: 1,
  stroke: 'ink',
  strokeWidth: 2.4,
});

/** An outline in ink, filled with the panel: stands for what counts less than what is full. */
export const hollow = (shape: Shape, x: number, y: number, radius: number): SymbolMark => ({
  kind: 'symbol',
  shape,
  x,
  y,
  path: symbolPath(shape, radius),
  fill: 'panel',
  fillOpacity: 1,
  stroke: 'ink',
  strokeWidth: 1.6,
});

/** Width of a text in px, reckoned: good enough to wrap lines and to leave room, not to align. */
export const textWidth = (text: string, sizePx: number, family: TextMark['family'] = 'sans'): number =>
  text.length * sizePx * (family === 'mono' ? 0.61 : 0.54);

/** A panel-coloured plate behind a text that stands on grid lines. */
export const plate = (x: number, baseline: number, text: string, sizePx = 13): RectMark => ({
  kind: 'rect',
  x: x - 2,
  y: baseline - sizePx,
  width: textWidth(text, sizePx) + 12,
  height: sizePx + 5,
  radius: 0,
  fill: 'panel',
  fillOpacity: 1,
});

/** An interval as a level line in ink, with an edge that parts it from a bar below. */
export const whisker = (low: number, high: number, y: number): readonly RuleMark[] => [
  rule(low, y, high, y, 'panel', 5),
  rule(low, y, high, y, 'ink', 2),
];

/** Breaks a text into lines of at most so many px; a word longer than a line stands alone. */
export function wrapped(
  text: string,
  widthPx: number,
  sizePx: number,
  weight: TextMark['weight'] = 400,
): readonly string[] {
  // Bold letters are wider, and the reader's machine may not have our typeface.
  const reckonedPx = sizePx * (weight === 600 ? 1.2 : 1.06);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, reckonedPx) <= widthPx) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
