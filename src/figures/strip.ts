import type { ConditionSummary, Scale } from '../probe/index.ts';
import type { Share } from '../statistics/index.ts';
import { band } from './band.ts';
import { caseNames, type NamedItem } from './case-name.ts';
import { conditionLabel, roleOfChange, SHAPES } from './condition-style.ts';
import type { FigureSpec, Mark } from './figure-spec.ts';
import { dot, hollow, label, meanRing, plate, rule } from './marks.ts';
import { bracketed, fixed } from './number-words.ts';
import { seenIn } from './seen-in.ts';
import { SHARE_COLUMN, sharesOfCalls, type SharesOfCalls } from './shares-of-calls.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';
import {
  stripGroups,
  type Published,
  type RecordedCondition,
  type StripGroup,
  type StripLayers,
  type StripRow,
} from './strip-rows.ts';
import {
  paperText,
  stripCaption,
  stripDescription,
  stripHeading,
  stripLegend,
  stripTable,
} from './strip-words.ts';
import { swarmOffsets } from './swarm.ts';
import { SCALE_WORDS, type ScaleWords } from './view-words.ts';

export interface StripInput extends StripLayers {
  /** For the names of cases. */
  readonly items: readonly NamedItem[];
  readonly width: number;
}

/** Below this the rows carry their name and numbers on lines of their own. */
const NARROW_PX = 720;
const WIDE_PX = 1200;
const TOP = 22;
const GROUP_TITLE = 24;

interface Layout {
  readonly isNarrow: boolean;
  readonly left: number;
  readonly right: number;
  readonly rowHeight: number;
  /** From the top of a row to its line. */
  readonly rowLine: number;
  readonly dotRadius: number;
  readonly halfHeight: number;
}

interface Drawing {
  readonly axis: SteppedAxis;
  readonly layout: Layout;
  readonly words: ScaleWords;
  readonly names: ReadonlyMap<string, string>;
  readonly statistic: string;
  readonly recordedName: string;
  readonly shares: SharesOfCalls | null;
}

/**
 * Strip of G, one dot a case, one row a condition in two groups: how far each case moved, and what would be written
 * now. Behind a row, pale: the paper's value; below its line, hollow: a run recorded earlier.
 */
export function stripFigure(input: StripInput): FigureSpec {
  const { summary, width, recorded } = input;
  const groups = stripGroups(input);
  const shown = summary ?? recorded?.summary;
  const view = shown?.view;
  const scale: Scale = view?.scale ?? 'whole-call';
  const words = SCALE_WORDS[scale];
  const layout = layoutFor(width);
  const axis = axisFor(groups, words, layout);
  const drawing: Drawing = {
    axis,
    layout,
    words,
    names: caseNames(input.items),
    statistic: view?.statistic ?? 'mean',
    recordedName: recorded?.name ?? '',
    shares: sharesOfCalls(summary),
  };
  const heights = groups.map(({ rows }) => GROUP_TITLE + layout.rowHeight * rows.length);
  const bottom = TOP + Math.max(layout.rowHeight, sum(heights));
  const axisLabel = `G, ${words.unit} (one dot a case)`;
  return {
    id: 'strip',
    heading: stripHeading(input, groups),
    title: 'How far each case moved',
    width,
    height: bottom + 42,
    axes: [axisOf(axis, 'x', axisLabel)],
    marks: [
      ...xAxisMarks(axis, 20, bottom),
      ...directionMarks(drawing, bottom, axisLabel),
      ...groups.flatMap((group, at) => groupMarks(group, TOP + sum(heights.slice(0, at)), drawing)),
    ],
    legend: stripLegend(groups),
    table: stripTable(input, groups),
    description: stripDescription(input, groups),
    caption: stripCaption(input, groups),
    ...(shown === undefined ? {} : { view: seenIn(shown) }),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function layoutFor(width: number): Layout {
  if (width < NARROW_PX)
    return {
      isNarrow: true,
      left: 12,
      right: width - 12,
      rowHeight: 86,
      rowLine: 60,
      dotRadius: 2.6,
      halfHeight: 17,
    };
  return {
    isNarrow: false,
    left: 150,
    right: width - 290,
    rowHeight: 52,
    rowLine: 26,
    dotRadius: width < WIDE_PX ? 3 : 4,
    halfHeight: 21,
  };
}

function axisFor(groups: readonly StripGroup[], words: ScaleWords, layout: Layout): SteppedAxis {
  const ends = groups
    .flatMap(({ rows }) => rows)
    .flatMap(({ live, recorded, published }) => [
      ...((live ?? recorded)?.gains.values() ?? []),
      ...(recorded === null ? [] : [recorded.gain.value]),
      ...[recorded?.gain.interval, published?.interval].flatMap((interval) =>
        interval == null ? [] : [interval.low, interval.high],
      ),
    ]);
  return steppedAxis(ends, words.usualGains, [layout.left, layout.right]);
}

function directionMarks({ axis, layout }: Drawing, bottom: number, axisLabel: string): readonly Mark[] {
  const zero = axis.at(0);
  const soft = { role: 'soft', sizePx: 12 } as const;
  const marks: Mark[] = [
    label(zero - 8, 13, '← same call more likely', { ...soft, anchor: 'end' }),
    label((layout.left + layout.right) / 2, bottom + 36, axisLabel, { ...soft, anchor: 'middle' }),
  ];
  if (layout.right - zero > 90) marks.push(label(zero + 8, 13, 'less likely →', soft));
  if (!layout.isNarrow) {
    const head = { ...soft, anchor: 'middle' } as const;
    const at = columnsOf(layout);
    marks.push(label(at.repeats, 13, 'repeats it', head), label(at.right, 13, 'right call', head));
  }
  return marks;
}

/** Middles of the columns of numbers beside a wide strip. */
const columnsOf = ({ right }: Layout): { mean: number; repeats: number; right: number } => ({
  mean: right + 70,
  repeats: right + 168,
  right: right + 246,
});

function groupMarks({ title, rows }: StripGroup, top: number, drawing: Drawing): readonly Mark[] {
  const first = top + GROUP_TITLE;
  return [
    plate(2, top + 17, title, 12),
    label(2, top + 17, title, { role: 'soft', sizePx: 12, weight: 600 }),
    ...rows.flatMap((row, index) => rowMarks(row, first + drawing.layout.rowHeight * index, drawing)),
  ];
}

function rowMarks(row: StripRow, top: number, drawing: Drawing): readonly Mark[] {
  const y = top + drawing.layout.rowLine;
  return [
    ...(row.published === null ? [] : paperMarks(row.published, y, drawing)),
    ...dotMarks(row, y, drawing),
    ...(row.recorded === null ? [] : recordedMarks(row.recorded, y, drawing)),
    ...(row.live === null ? [] : meanMarks(row.live, y, drawing)),
    ...rowWords(row, top, y, drawing),
  ];
}

/** Dots of the run; those of the recorded one, hollow, where nothing was run yet. */
function dotMarks({ condition, live, recorded }: StripRow, y: number, drawing: Drawing): readonly Mark[] {
  const { axis, layout, names, words } = drawing;
  const gains = [...((live ?? recorded)?.gains ?? [])];
  const offsets = swarmOffsets(
    gains.map(([key, value]) => ({ x: axis.at(value), key })),
    layout.dotRadius,
    layout.halfHeight,
  );
  return gains.map(([itemId, value], index) => {
    const place = [axis.at(value), y + (offsets[index] ?? 0), layout.dotRadius] as const;
    const mark = dot(SHAPES[condition], ...place, roleOfChange(-value));
    const name = `${names.get(itemId) ?? itemId}, ${conditionLabel(condition)}: G ${fixed(value, words.digits)} ${words.unit}`;
    return live === null
      ? { ...mark, fillOpacity: 0, label: `${name} (recorded)` }
      : { ...mark, key: itemId, label: name };
  });
}

/** Taller than the dots before it, so that its ends are seen however many there are. */
function paperMarks(published: Published, y: number, { axis, layout }: Drawing): readonly Mark[] {
  const reach = layout.halfHeight + 4;
  const { valueNats, interval } = published;
  return [
    ...band(axis.at(interval.low), axis.at(interval.high), y, reach, 'zero', paperText(published)),
    rule(axis.at(valueNats), y - reach, axis.at(valueNats), y + reach, 'zero', 2),
  ];
}

function recordedMarks({ gain }: RecordedCondition, y: number, drawing: Drawing): readonly Mark[] {
  const { axis, words, statistic, recordedName } = drawing;
  const below = y + 13;
  const text = `recorded run (${recordedName}): ${statistic} ${fixed(gain.value, words.digits)} ${words.unit}${bracketed(gain.interval, words.digits)}`;
  const line =
    gain.interval === null
      ? []
      : [
          {
            ...rule(axis.at(gain.interval.low), below, axis.at(gain.interval.high), below, 'ink', 1.4),
            dashes: '4 3',
          },
        ];
  return [...line, { ...hollow('diamond', axis.at(gain.value), below, 4.5), label: text }];
}

function meanMarks({ condition, gain }: ConditionSummary, y: number, drawing: Drawing): readonly Mark[] {
  const { axis, words, statistic, shares } = drawing;
  const share = shares?.after.get(condition);
  const among = share === undefined ? '' : `; ${SHARE_COLUMN} ${fixed(share.value, 3)}`;
  const ring = {
    ...meanRing(axis.at(gain.value), y),
    label: `${statistic} ${fixed(gain.value, words.digits)} ${words.unit}${bracketed(gain.interval, words.digits)}${among}`,
  };
  // A mean of a few cases says nothing that the dots do not, and would hide them.
  return gain.interval === null
    ? []
    : [rule(axis.at(gain.interval.low), y, axis.at(gain.interval.high), y, 'ink', 3), ring];
}

function rowWords(row: StripRow, top: number, y: number, drawing: Drawing): readonly Mark[] {
  const { layout, words } = drawing;
  const name = conditionLabel(row.condition);
  const shown = row.live ?? row.recorded;
  const small = { role: 'soft', sizePx: 12 } as const;
  if (shown === null) return layout.isNarrow ? narrowLine(name, top + 16) : [wideName(name, y, layout)];
  const { gain, repeats, rightCalls } = shown;
  const value = fixed(gain.value, words.digits);
  const range = bracketed(gain.interval, words.digits);
  if (layout.isNarrow)
    return [
      ...narrowLine(`${name}: ${value}${range}`, top + 16),
      ...narrowLine(
        `n ${gain.n}, repeats it ${ofText(repeats)}, right call ${ofText(rightCalls)}`,
        top + 33,
        12,
      ),
    ];
  const at = columnsOf(layout);
  return [
    wideName(name, y, layout),
    label(at.mean, range === '' ? y + 4 : y - 2, `${value}, n ${gain.n}`, { anchor: 'middle' }),
    ...(range === '' ? [] : [label(at.mean, y + 14, range.trim(), { ...small, anchor: 'middle' })]),
    label(at.repeats, y + 4, ofText(repeats), { anchor: 'middle' }),
    label(at.right, y + 4, ofText(rightCalls), { anchor: 'middle' }),
  ];
}

const wideName = (name: string, y: number, { left }: Layout): Mark =>
  label(left - 12, y + 4, name, { anchor: 'end' });

const narrowLine = (text: string, baseline: number, sizePx = 13): readonly Mark[] => [
  plate(12, baseline, text, sizePx),
  label(12, baseline, text, { sizePx, role: sizePx === 13 ? 'ink' : 'soft' }),
];

const ofText = ({ k, n }: Share): string => `${k} of ${n}`;
