import type { TokenChange as TokenOfItem } from '../probe/index.ts';
import type { FigureSpec } from './figure-spec.ts';
import { HEAT_STEPS_NATS, laidOut, shadeOf, type HeatCell } from './heat-cells.ts';
import { counted, fixed, spoken } from './number-words.ts';

/** A token of a call, before and after; which id it has is not shown. */
export type TokenChange = Omit<TokenOfItem, 'id'>;

/** The colour and words of each token's change; the page may lay them out as running text itself. */
export function heatCells(tokens: readonly TokenChange[]): readonly HeatCell[] {
  return tokens.map((token) => {
    const { changeNats, beforeNats, afterNats } = token;
    return {
      text: visible(token.piece),
      gap: 'none',
      ...shadeOf(changeNats),
      label: `${visible(token.piece)}: log p ${fixed(beforeNats, 2)} before, ${fixed(afterNats, 2)} after, G ${fixed(-changeNats, 2)}${token.isArgmaxAfter ? ', now the first choice' : ''}`,
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
      { text: 'underlined: raised, G below zero', role: 'toward-2', shape: null },
      { text: 'overlined: lowered, G above zero', role: 'away-2', shape: null },
    ],
    table: {
      columns: [
        { name: 'token', digits: null },
        { name: 'log p before (nats)', digits: 2 },
        { name: 'log p after (nats)', digits: 2 },
        { name: 'G of the token (nats)', digits: 2 },
        { name: 'first choice before', digits: null },
        { name: 'first choice after', digits: null },
      ],
      rows: tokens.map((token) => [
        visible(token.piece),
        token.beforeNats,
        token.afterNats,
        -token.changeNats,
        choiceWords(token.isArgmaxBefore, token.isTie),
        choiceWords(token.isArgmaxAfter, token.isTie),
      ]),
    },
    description: spoken(cells.map((cell) => cell.label).join('; ')),
    caption:
      'Each token’s natural-log probability given the transcript and the tokens before it, before the failure and after the error; G of a token is the first less the second, and those of all tokens add up to that of the call. ' +
      `Colour begins at ${HEAT_STEPS_NATS[0]} nats and deepens at ${HEAT_STEPS_NATS[1]} (twice as likely) and ${HEAT_STEPS_NATS[2]} (ten times).`,
  };
}

function headingOf(tokens: readonly TokenChange[]): string {
  const raised = tokens.filter(({ changeNats }) => changeNats >= HEAT_STEPS_NATS[0]).length;
  const most = tokens.reduce<TokenChange | null>(
    (best, token) => (best === null || token.changeNats > best.changeNats ? token : best),
    null,
  );
  if (most === null || raised === 0)
    return `None of ${counted(tokens.length, 'token')} became more likely by over ${HEAT_STEPS_NATS[0]} nats.`;
  return `${raised} of ${counted(tokens.length, 'token')} became more likely by over ${HEAT_STEPS_NATS[0]} nats, most of all “${visible(most.piece)}” (G ${fixed(-most.changeNats, 1)}).`;
}

const choiceWords = (isArgmax: boolean, isTie: boolean): string =>
  `${isArgmax ? 'yes' : 'no'}${isTie ? ' (a tie)' : ''}`;

/** Blanks and line breaks would vanish at the edge of a box. */
const visible = (piece: string): string =>
  piece.replaceAll(' ', '␣').replaceAll('\n', '↵').replaceAll('\t', '⇥').replaceAll('\r', '␍');
