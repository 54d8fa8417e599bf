import type { ItemMeasures } from '../probe/index.ts';
import { caseName } from './case-name.ts';
import { roleOfChange } from './condition-style.ts';
import type { FigureSpec, Mark } from './figure-spec.ts';
import { dot, label, rule } from './marks.ts';
import { counted, fixed } from './number-words.ts';
import { axisOf, steppedAxis, xAxisMarks, yAxisMarks, type SteppedAxis } from './stepped-axis.ts';

interface Case {
  readonly itemId: string;
  readonly name: string;
  readonly beforeNats: number;
  readonly afterNats: number;
}

const LEFT = 56;
const TOP = 12;

/** log p of the failed call before and after the error, one dot a case; above the diagonal it became likelier. */
export function beforeAfterFigure(measures: readonly ItemMeasures[], width: number): FigureSpec {
  const cases = casesOf(measures);
  const height = Math.min(360, Math.round(width * 0.72));
  const bottom = height - 44;
  const values = cases.flatMap(({ beforeNats, afterNats }) => [beforeNats, afterNats]);
  const x = steppedAxis(values, [-20, 0], [LEFT, width - 12]);
  const y = steppedAxis(values, [-20, 0], [bottom, TOP]);
  const raised = cases.filter(({ beforeNats, afterNats }) => afterNats > beforeNats).length;
  return {
    id: 'before-after',
    heading:
      cases.length === 0
        ? 'No case is finished yet.'
        : `The call became more likely in ${raised} of ${counted(cases.length, 'case')}.`,
    title: 'Before and after',
    width,
    height,
    axes: [axisOf(x, 'x', 'log p before, nats'), axisOf(y, 'y', 'log p after, nats')],
    marks: [...frameMarks(x, y, bottom, width), ...cases.map((entry) => caseMark(entry, x, y))],
    legend: [
      { text: 'above the line: toward the same call', role: 'toward', shape: 'circle' },
      { text: 'below the line: away from it', role: 'away', shape: 'circle' },
    ],
    table: {
      columns: [
        { name: 'case', digits: null },
        { name: 'log p before (nats)', digits: 1 },
        { name: 'log p after (nats)', digits: 1 },
      ],
      rows: cases.map(({ itemId, beforeNats, afterNats }) => [itemId, beforeNats, afterNats]),
    },
    description: `One dot a case. Across: log p of the failed call before the failure; up: log p of the same call after the error. ${raised} of ${counted(cases.length, 'dot')} lie above the diagonal, where the call became more likely.`,
    caption:
      'log p: sum of the natural-log probabilities of the call’s tokens, as the beginning of the next turn. On the dashed line nothing changed.',
  };
}

const casesOf = (measures: readonly ItemMeasures[]): readonly Case[] =>
  measures.flatMap(({ item, under: { pre, fail } }) =>
    pre.failedNats === null || fail.failedNats === null
      ? []
      : [
          {
            itemId: item.item_id,
            name: caseName(item),
            beforeNats: pre.failedNats,
            afterNats: fail.failedNats,
          },
        ],
  );

function frameMarks(x: SteppedAxis, y: SteppedAxis, bottom: number, width: number): readonly Mark[] {
  const soft = { role: 'soft', sizePx: 12, anchor: 'middle' } as const;
  const [first, last] = x.domain;
  return [
    ...xAxisMarks(x, TOP, bottom),
    ...yAxisMarks(y, LEFT, width - 12),
    { ...rule(x.at(first), y.at(first), x.at(last), y.at(last), 'zero', 1.5), dashes: '5 4' },
    label((LEFT + width - 12) / 2, bottom + 36, 'log p before, nats', soft),
    label(14, (TOP + bottom) / 2, 'log p after, nats', { ...soft, isTurned: true }),
  ];
}

const caseMark = ({ itemId, name, beforeNats, afterNats }: Case, x: SteppedAxis, y: SteppedAxis): Mark => ({
  ...dot('circle', x.at(beforeNats), y.at(afterNats), 3, roleOfChange(afterNats - beforeNats)),
  key: itemId,
  label: `${name}: log p ${fixed(beforeNats, 1)} before, ${fixed(afterNats, 1)} after`,
});
