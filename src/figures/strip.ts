import type { ConditionName, ConditionSummary, ItemMeasures, ProbeSummary } from '../probe/index.ts';
import type { Interval, Share } from '../statistics/index.ts';
import { caseName } from './case-name.ts';
import { conditionLabel, roleOfChange, SHAPES } from './condition-style.ts';
import type { Cell, FigureSpec, LegendEntry, Mark, Table } from './figure-spec.ts';
import { dot, label, meanRing, plate, rule } from './marks.ts';
import { bracketed, counted, fixed, spoken } from './number-words.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';
import { swarmOffsets } from './swarm.ts';

/** A value of the paper, drawn pale behind the row of the error. */
export interface Published {
  readonly valueNats: number;
  readonly interval: Interval;
}

export interface StripInput {
  readonly measures: readonly ItemMeasures[];
  readonly summary: ProbeSummary;
  readonly width: number;
  readonly published?: Published;
}

/** Below this the rows carry their name and counts on a line of their own. */
const NARROW_PX = 560;
const TOP = 30;

interface Layout {
  readonly isNarrow: boolean;
  readonly left: number;
  readonly right: number;
  readonly rowHeight: number;
  readonly dotRadius: number;
  readonly halfHeight: number;
}

/** One row of the strip. */
interface Row {
  readonly summary: ConditionSummary;
  readonly dots: readonly { readonly itemId: string; readonly name: string; readonly gainNats: number }[];
}

/** Strip of G, one dot a case, one row a condition: how far each case moved, and what would be written now. */
export function stripFigure(input: StripInput): FigureSpec {
  const { summary, width } = input;
  const layout = layoutFor(width);
  const rows = summary.conditions.map((condition) => ({
    summary: condition,
    dots: dotsOf(input.measures, condition.condition),
  }));
  const bottom = TOP + layout.rowHeight * Math.max(rows.length, 1);
  const axis = axisFor(rows, input.published, layout);
  return {
    id: 'strip',
    heading: headingOf(summary),
    title: 'How far each case moved',
    width,
    height: bottom + 42,
    axes: [axisOf(axis, 'x', AXIS_LABEL)],
    marks: [
      ...xAxisMarks(axis, 20, bottom),
      ...directionMarks(axis, layout, bottom),
      ...rows.flatMap((row, index) =>
        rowMarks(row, TOP + layout.rowHeight * index, axis, layout, input.published),
      ),
    ],
    legend: legendOf(rows, input.published),
    table: tableOf(rows, input.published),
    description: descriptionOf(rows),
    caption: input.published === undefined ? CAPTION : `${CAPTION} ${paperWords(input.published)}`,
  };
}

const AXIS_LABEL = 'G, nats (one dot a case)';
const CAPTION =
  'G = log p of the failed call before the failure − log p of the same call after it. Left of zero, the call became more likely. ' +
  'Ring and bar: mean over cases and its 95 % interval, tasks drawn with replacement (both from 5 cases on). ' +
  'Repeats and right calls: cases in which greedy decoding would now begin with that call, word for word. Neutral and success text are shown for comparison.';

function layoutFor(width: number): Layout {
  const isNarrow = width < NARROW_PX;
  return isNarrow
    ? { isNarrow, left: 12, right: width - 12, rowHeight: 62, dotRadius: 2.6, halfHeight: 15 }
    : { isNarrow, left: 116, right: width - 168, rowHeight: 48, dotRadius: 3, halfHeight: 20 };
}

const dotsOf = (measures: readonly ItemMeasures[], condition: ConditionName): Row['dots'] =>
  measures.flatMap(({ item, under }) => {
    const { gainNats, goldNats } = under[condition];
    return gainNats === null || goldNats === null
      ? []
      : [{ itemId: item.item_id, name: caseName(item), gainNats }];
  });

function axisFor(rows: readonly Row[], published: Published | undefined, layout: Layout): SteppedAxis {
  const values = rows.flatMap(({ dots }) => dots.map(({ gainNats }) => gainNats));
  const paper = published === undefined ? [] : [published.interval.low, published.interval.high];
  return steppedAxis([...values, ...paper], [-20, 5], [layout.left, layout.right]);
}

function directionMarks(axis: SteppedAxis, layout: Layout, bottom: number): readonly Mark[] {
  const zero = axis.at(0);
  const soft = { role: 'soft', sizePx: 12 } as const;
  const marks: Mark[] = [
    label(zero - 8, 13, '← same call more likely', { ...soft, anchor: 'end' }),
    label((layout.left + layout.right) / 2, bottom + 36, AXIS_LABEL, { ...soft, anchor: 'middle' }),
  ];
  if (layout.right - zero > 90) marks.push(label(zero + 8, 13, 'less likely →', soft));
  if (!layout.isNarrow) {
    marks.push(
      label(layout.right + 58, 13, 'repeats it', { ...soft, anchor: 'middle' }),
      label(layout.right + 130, 13, 'right call', { ...soft, anchor: 'middle' }),
    );
  }
  return marks;
}

function rowMarks(
  { summary, dots }: Row,
  top: number,
  axis: SteppedAxis,
  layout: Layout,
  published: Published | undefined,
): readonly Mark[] {
  const y = layout.isNarrow ? top + 40 : top + layout.rowHeight / 2;
  const offsets = swarmOffsets(
    dots.map(({ itemId, gainNats }) => ({ x: axis.at(gainNats), key: itemId })),
    layout.dotRadius,
    layout.halfHeight,
  );
  const shape = SHAPES[summary.condition];
  const dotMarks = dots.map(({ itemId, name, gainNats }, index) => ({
    ...dot(shape, axis.at(gainNats), y + (offsets[index] ?? 0), layout.dotRadius, roleOfChange(-gainNats)),
    key: itemId,
    label: `${name}, ${conditionLabel(summary.condition)}: G ${fixed(gainNats, 1)} nats`,
  }));
  const paper = summary.condition === 'fail' && published !== undefined ? paperMarks(published, y, axis) : [];
  return [...paper, ...dotMarks, ...meanMarks(summary, y, axis), ...wordsOf(summary, top, y, layout)];
}

const paperText = ({ valueNats, interval }: Published): string =>
  `the paper's value (its items): ${fixed(valueNats, 1)}${bracketed(interval)}`;

const paperWords = (published: Published): string => `Grey band with line: ${paperText(published)} nats.`;

function paperMarks(published: Published, y: number, axis: SteppedAxis): readonly Mark[] {
  const { valueNats, interval } = published;
  const x = axis.at(interval.low);
  const text = paperText(published);
  return [
    {
      kind: 'rect',
      x,
      y: y - 18,
      width: Math.max(axis.at(interval.high) - x, 1.5),
      height: 36,
      radius: 2,
      fill: 'zero',
      fillOpacity: 0.28,
      label: text,
    },
    rule(axis.at(valueNats), y - 18, axis.at(valueNats), y + 18, 'zero', 2),
  ];
}

function meanMarks({ gain }: ConditionSummary, y: number, axis: SteppedAxis): readonly Mark[] {
  const ring = {
    ...meanRing(axis.at(gain.value), y),
    label: `mean ${fixed(gain.value, 1)} nats${bracketed(gain.interval)}`,
  };
  // A mean of a few cases says nothing that the dots do not, and would hide them.
  return gain.interval === null
    ? []
    : [rule(axis.at(gain.interval.low), y, axis.at(gain.interval.high), y, 'ink', 3), ring];
}

function wordsOf(summary: ConditionSummary, top: number, y: number, layout: Layout): readonly Mark[] {
  const name = conditionLabel(summary.condition);
  const { repeats, rightCalls } = summary;
  if (layout.isNarrow) {
    const counts = `repeats ${ofText(repeats)}, right ${ofText(rightCalls)}`;
    const text = `${name}: ${counts}`;
    return [plate(layout.left, top + 16, text), label(layout.left, top + 16, text)];
  }
  return [
    label(layout.left - 12, y + 4, name, { anchor: 'end' }),
    label(layout.right + 58, y + 4, ofText(repeats), { anchor: 'middle' }),
    label(layout.right + 130, y + 4, ofText(rightCalls), { anchor: 'middle' }),
  ];
}

const ofText = ({ k, n }: Share): string => `${k} of ${n}`;

function legendOf(rows: readonly Row[], published: Published | undefined): readonly LegendEntry[] {
  return [
    ...rows.map(({ summary }) => ({
      text: conditionLabel(summary.condition),
      role: 'mark' as const,
      shape: SHAPES[summary.condition],
    })),
    { text: 'toward the same call', role: 'toward', shape: null },
    { text: 'away from it', role: 'away', shape: null },
    ...(published === undefined
      ? []
      : [{ text: "the paper's value (its items)", role: 'zero', shape: null } as const]),
  ];
}

function tableOf(rows: readonly Row[], published: Published | undefined): Table {
  const body = rows.flatMap(({ summary, dots }) => {
    const name = conditionLabel(summary.condition);
    const { gain, repeats, rightCalls } = summary;
    const cases: Cell[][] = dots.map(({ itemId, gainNats }) => [
      name,
      itemId,
      gainNats,
      null,
      null,
      null,
      null,
    ]);
    const mean: Cell[] = [
      name,
      `mean of ${gain.n}`,
      gain.value,
      gain.interval?.low ?? null,
      gain.interval?.high ?? null,
      ofText(repeats),
      ofText(rightCalls),
    ];
    return [...cases, mean];
  });
  const paper: Cell[][] =
    published === undefined
      ? []
      : [
          [
            'error',
            "the paper's value (its items)",
            published.valueNats,
            published.interval.low,
            published.interval.high,
            null,
            null,
          ],
        ];
  return {
    columns: [
      { name: 'shown as', digits: null },
      { name: 'case', digits: null },
      { name: 'G (nats)', digits: 1 },
      { name: '95 % interval from', digits: 1 },
      { name: 'to', digits: 1 },
      { name: 'would repeat the call', digits: null },
      { name: 'would write the right call', digits: null },
    ],
    rows: [...body, ...paper],
  };
}

function headingOf({ gain, toward, away, cases, repeatsAfter }: ProbeSummary): string {
  if (gain === null) return 'No case is finished yet.';
  const [moved, direction] = gain.value < 0 ? [toward, 'toward'] : [away, 'away from'];
  return (
    `With the call and its error in view, ${moved} of ${counted(cases, 'case')} moved ${direction} the same call, and ${repeatsAfter.k === 0 ? 'none' : repeatsAfter.k} would now repeat it word for word; ` +
    `mean G ${fixed(gain.value, 1)} nats${bracketed(gain.interval, 1, '95 %: ')}.`
  );
}

function descriptionOf(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No case is finished yet.';
  const sentences = rows.map(({ summary, dots }) => {
    const toward = dots.filter(({ gainNats }) => gainNats < 0).length;
    const { gain, repeats, rightCalls } = summary;
    return (
      `${conditionLabel(summary.condition)}: ${toward} of ${counted(dots.length, 'case')} lie left of zero, toward the same call; ` +
      `mean ${fixed(gain.value, 1)} nats${gain.interval === null ? '' : `, 95 percent interval ${fixed(gain.interval.low, 1)} to ${fixed(gain.interval.high, 1)}`}; ` +
      `the call would be repeated in ${ofText(repeats)}, the right call written in ${ofText(rightCalls)}.`
    );
  });
  return spoken(`One dot a case, one row for each text shown after the failed call. ${sentences.join(' ')}`);
}
