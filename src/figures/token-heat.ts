import type { TokenChange } from '../probe/index.ts';
import { arrowOfChange } from './condition-style.ts';
import type { FigureSpec, Mark, Role } from './figure-spec.ts';
import { label, rule, textWidth } from './marks.ts';
import { counted, fixed, signed, spoken } from './number-words.ts';

/** One token as it is drawn: colour step, line, and the words for it. */
export interface HeatCell {
  /** The token with blanks and line breaks made visible. */
  readonly text: string;
  /** Null: hardly changed. */
  readonly fill: Role | null;
  readonly ink: Role;
  /** Raised tokens are underlined, lowered ones overlined. */
  readonly line: 'under' | 'over' | null;
  readonly label: string;
}

/** Changes below this many nats are left uncoloured; above, steps 1, 2 and 3 begin here. */
const HEAT_STEPS_NATS = [0.1, 0.7, 2.3] as const;

const SIZE_PX = 13;
const LINE_HEIGHT = 30;

/** The colour and words of each token's change; the page may lay them out as running text itself. */
export function heatCells(tokens: readonly TokenChange[]): readonly HeatCell[] {
  return tokens.map((token) => {
    const { changeNats, beforeNats, afterNats } = token;
    const step = HEAT_STEPS_NATS.filter((least) => Math.abs(changeNats) >= least).length;
    const direction = changeNats > 0 ? 'toward' : 'away';
    return {
      text: visible(token.piece),
      fill: step === 0 ? null : (`${direction}-${step as 1 | 2 | 3}` as const),
      ink: step === 0 ? 'ink' : step === 3 ? 'on-strong' : 'on-heat',
      line: step === 0 ? null : changeNats > 0 ? 'under' : 'over',
      label: `${visible(token.piece)}: log p ${fixed(beforeNats, 2)} before, ${fixed(afterNats, 2)} after, ${arrowOfChange(changeNats)} ${signed(changeNats, 2)} nats${token.isArgmaxAfter ? ', now the first choice' : ''}`,
    };
  });
}

/** The failed call token by token: where the failure raised it and where it lowered it. */
export function tokenHeatFigure(tokens: readonly TokenChange[], width: number): FigureSpec {
  const cells = heatCells(tokens);
  const { marks, height } = laidOut(cells, width);
  return {
    id: 'tokens',
    heading: headingOf(tokens),
    title: 'The same call again, token by token',
    width,
    height,
    axes: [],
    marks,
    legend: [
      { text: 'underlined: raised by the failure', role: 'toward-2', shape: null },
      { text: 'overlined: lowered', role: 'away-2', shape: null },
    ],
    table: {
      columns: [
        { name: 'token', digits: null },
        { name: 'log p before (nats)', digits: 2 },
        { name: 'log p after (nats)', digits: 2 },
        { name: 'change (nats)', digits: 2, isSigned: true },
        { name: 'first choice before', digits: null },
        { name: 'first choice after', digits: null },
      ],
      rows: tokens.map((token) => [
        visible(token.piece),
        token.beforeNats,
        token.afterNats,
        token.changeNats,
        choiceWords(token.isArgmaxBefore, token.isTie),
        choiceWords(token.isArgmaxAfter, token.isTie),
      ]),
    },
    description: spoken(cells.map((cell) => cell.label).join('; ')),
    caption:
      'Each token’s natural-log probability given the transcript and the tokens before it, before the failure and after the error. ' +
      `Colour begins at ${HEAT_STEPS_NATS[0]} nats and deepens at ${HEAT_STEPS_NATS[1]} (twice as likely) and ${HEAT_STEPS_NATS[2]} (ten times).`,
  };
}

function laidOut(cells: readonly HeatCell[], width: number): { marks: readonly Mark[]; height: number } {
  const marks: Mark[] = [];
  let x = 0;
  let top = 4;
  for (const cell of cells) {
    const cellWidth = textWidth(cell.text, SIZE_PX, 'mono') + 4;
    if (x > 0 && x + cellWidth > width) {
      x = 0;
      top += LINE_HEIGHT;
    }
    marks.push(...cellMarks(cell, x, top, cellWidth));
    x += cellWidth + 1;
  }
  return { marks, height: top + LINE_HEIGHT };
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

function headingOf(tokens: readonly TokenChange[]): string {
  const raised = tokens.filter(({ changeNats }) => changeNats >= HEAT_STEPS_NATS[0]).length;
  const most = tokens.reduce<TokenChange | null>(
    (best, token) => (best === null || token.changeNats > best.changeNats ? token : best),
    null,
  );
  if (most === null || raised === 0) return `None of ${counted(tokens.length, 'token')} became more likely.`;
  return `${raised} of ${counted(tokens.length, 'token')} became more likely, most of all “${visible(most.piece)}” (${signed(most.changeNats, 1)} nats).`;
}

const choiceWords = (isArgmax: boolean, isTie: boolean): string =>
  `${isArgmax ? 'yes' : 'no'}${isTie ? ' (a tie)' : ''}`;

/** Blanks and line breaks would vanish at the edge of a box. */
const visible = (piece: string): string =>
  piece.replaceAll(' ', '␣').replaceAll('\n', '↵').replaceAll('\t', '⇥').replaceAll('\r', '␍');
