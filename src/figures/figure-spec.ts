/** A figure as plain data: computed for one width, drawn by the page and by figureToSvg alike. */
export interface FigureSpec {
  readonly id: string;
  /** The finding: one sentence, the figure's heading. */
  readonly heading: string;
  /** What is drawn, in a few words. */
  readonly title: string;
  /** Drawing area in CSS pixels; marks lie inside it. */
  readonly width: number;
  readonly height: number;
  /** Where the axes have their ticks, for tests and for reading positions back. */
  readonly axes: readonly Axis[];
  /** Everything that is drawn, in drawing order. */
  readonly marks: readonly Mark[];
  readonly legend: readonly LegendEntry[];
  /** Exactly the numbers that are drawn. */
  readonly table: Table;
  /** The figure in sentences, for those who do not see it; signs are spoken. */
  readonly description: string;
  /** How it is computed. */
  readonly caption: string;
  /** How the cases behind it were looked at, for files; left out where a figure is of one case. */
  readonly view?: string;
}

/** What a colour stands for; a theme gives each its value. Toward = the same call again. */
export type Role =
  | 'panel'
  | 'ink'
  | 'soft'
  | 'line'
  | 'toward'
  | 'away'
  | 'zero'
  | 'mark'
  | 'toward-1'
  | 'toward-2'
  | 'toward-3'
  | 'away-1'
  | 'away-2'
  | 'away-3'
  | 'on-heat'
  | 'on-strong';

/** Conditions differ by shape, never by hue. */
export type Shape = 'circle' | 'triangle' | 'square' | 'diamond';

export type Mark = RuleMark | SymbolMark | RectMark | TextMark;

interface Described {
  /** Said on hover and focus. */
  readonly label?: string;
  /** Item id: marks with a key can be opened. */
  readonly key?: string;
}

export interface RuleMark extends Described {
  readonly kind: 'rule';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly role: Role;
  readonly strokeWidth: number;
  readonly dashes?: string;
}

export interface SymbolMark extends Described {
  readonly kind: 'symbol';
  readonly shape: Shape;
  readonly x: number;
  readonly y: number;
  /** Path around the origin; draw it translated by (x, y). */
  readonly path: string;
  readonly fill: Role;
  readonly fillOpacity: number;
  readonly stroke: Role;
  readonly strokeWidth: number;
}

export interface RectMark extends Described {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly fill: Role;
  readonly fillOpacity: number;
}

export interface TextMark extends Described {
  readonly kind: 'text';
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly role: Role;
  readonly sizePx: number;
  readonly weight: 400 | 600;
  readonly family: 'sans' | 'mono';
  /** Turned a quarter to the left around its own place. */
  readonly isTurned?: boolean;
}

export interface Axis {
  readonly dimension: 'x' | 'y';
  readonly label: string;
  readonly domain: readonly [number, number];
  readonly ticks: readonly { readonly value: number; readonly position: number; readonly text: string }[];
}

export interface LegendEntry {
  readonly text: string;
  readonly role: Role;
  /** Null: a plain swatch of the colour. */
  readonly shape: Shape | null;
  /** Drawn as its marks are: an outline, a pale band around a line, a line. Left out: full. */
  readonly look?: 'hollow' | 'band' | 'line';
}

export interface Table {
  readonly columns: readonly TableColumn[];
  /** Numbers in full; cellText rounds for reading. */
  readonly rows: readonly (readonly Cell[])[];
}

export interface TableColumn {
  readonly name: string;
  /** Digits after the point when read; null: a text or a count. */
  readonly digits: number | null;
  readonly isSigned?: boolean;
}

export type Cell = string | number | null;
