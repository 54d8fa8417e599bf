import type { Mark, Role } from './figure-spec.ts';
import { label, rule, textWidth } from './marks.ts';

/** One piece of text as it is drawn: colour step, line, and the words for it. */
export interface HeatCell {
  readonly text: string;
  /** What parts it from the piece before; 'message': a new message of the transcript. */
  readonly gap: 'none' | 'blank' | 'line' | 'message';
  /** Null: hardly changed, or not known. */
  readonly fill: Role | null;
  readonly ink: Role;
  /** What pulls toward repeating is underlined, what pulls away overlined. */
  readonly line: 'under' | 'over' | null;
  readonly label: string;
}

/** Changes below this many nats are left uncoloured; above, steps 1, 2 and 3 begin here. */
export const HEAT_STEPS_NATS = [0.1, 0.7, 2.3] as const;

/** How a change of log p looks: above zero, toward repeating. */
export function shadeOf(nats: number): Pick<HeatCell, 'fill' | 'ink' | 'line'> {
  const step = HEAT_STEPS_NATS.filter((least) => Math.abs(nats) >= least).length;
  if (step === 0) return { fill: null, ink: 'ink', line: null };
  return {
    fill: `${nats > 0 ? 'toward' : 'away'}-${step as 1 | 2 | 3}`,
    ink: step === 3 ? 'on-strong' : 'on-heat',
    line: nats > 0 ? 'under' : 'over',
  };
}

const SIZE_PX = 13;
const LINE_HEIGHT = 30;
const BLANK_PX = 7;
const PADDING_PX = 4;

/** Cells as running text; what is longer than a line is cut to it. */
export function laidOut(
  cells: readonly HeatCell[],
  width: number,
): { marks: readonly Mark[]; height: number } {
  const marks: Mark[] = [];
  let x = 0;
  let top = 4;
  cells.forEach((cell, index) => {
    const text = fitting(cell.text, width);
    const cellWidth = textWidth(text, SIZE_PX, 'mono') + PADDING_PX;
    if (cell.gap === 'blank' && x > 0) x += BLANK_PX;
    const breaks = cell.gap === 'line' || cell.gap === 'message';
    if (index > 0 && (breaks || (x > 0 && x + cellWidth > width))) {
      x = 0;
      top += cell.gap === 'message' ? LINE_HEIGHT * 1.5 : LINE_HEIGHT;
    }
    marks.push(...cellMarks({ ...cell, text }, x, top, cellWidth));
    x += cellWidth + 1;
  });
  return { marks, height: top + LINE_HEIGHT };
}

function fitting(text: string, width: number): string {
  const most = Math.max(1, Math.floor((width - PADDING_PX) / textWidth('m', SIZE_PX, 'mono')));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function cellMarks(cell: HeatCell, x: number, top: number, width: number): readonly Mark[] {
  const box: Mark = {
    kind: 'rect',
    x,
    y: top,
    width,
    height: 22,
    radius: 3,
    fill: cell.fill ?? 'panel',
    fillOpacity: 1,
    label: cell.label,
  };
  const text = label(x + 2, top + 15.5, cell.text, { role: cell.ink, family: 'mono', sizePx: SIZE_PX });
  if (cell.line === null) return [box, text];
  const y = cell.line === 'under' ? top + 19 : top + 3;
  return [box, text, rule(x + 2, y, x + width - 2, y, cell.ink, 1.4)];
}
