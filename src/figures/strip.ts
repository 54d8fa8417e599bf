import type { ConditionSummary, Scale } from '../probe/index.ts';
import type { Estimate, Share, StatisticName } from '../statistics/index.ts';
import { band } from './band.ts';
import { caseNames, type NamedItem } from './case-name.ts';
import { conditionLabel, roleOfChange, SHAPES } from './condition-style.ts';
import type { FigureSpec, Mark } from './figure-spec.ts';
import { dot, hollow, label, meanRing, plate, rule, wrapped } from './marks.ts';
import { bracketed, fixed, sizeOf } from './number-words.ts';
import { seenIn } from './seen-in.ts';
import { SHARE_COLUMN, sharesOfCalls, type SharesOfCalls } from './shares-of-calls.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';
import {
  hasRings,
  stripGroups,
  type Published,
  type RecordedCondition,
  type StripGroup,
  type StripLayers,
  type StripRow,
} from './strip-rows.ts';
import {
  NOT_SCORED,
  paperText,
  stripCaption,
  stripDescription,
  stripHeading,
  stripLegend,
  stripTable,
} from './strip-words.ts';
import { swarmOffsets } from './swarm.ts';
import { SCALE_WORDS, statisticOf, type ScaleWords } from './view-words.ts';

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
  readonly statistic: StatisticName;
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
  const most = Math.max(0, ...groups.flatMap(({ rows }) => rows.map(casesIn)));
  const statistic = statisticOf(drawing.statistic, most);
  const axisLabel = `G, ${words.unit}; ${meanMarkWords(groups, statistic)}`;
  return {
    id: 'strip',
    heading: stripHeading(input, groups),
    title: `How far each case moved: ${statistic}, ${words.unit}`,
    width,
    height: bottom + 42,
    axes: [axisOf(axis, 'x', axisLabel)],
    marks: [
      ...xAxisMarks(axis, 20, bottom),
      ...directionMarks(drawing, bottom, axisLabel),
      ...groups.flatMap((group, at) => groupMarks(group, TOP + sum(heights.slice(0, at)), drawing)),
    ],
    legend: stripLegend(groups, words),
    table: stripTable(input, groups),
    description: stripDescription(input, groups),
    caption: stripCaption(input, groups),
    ...(shown === undefined ? {} : { view: seenIn(shown) }),
  };
}

/** What stands for the statistic among the marks; of a few cases there are only their dots. */
function meanMarkWords(groups: readonly StripGroup[], statistic: string): string {
  const rows = groups.flatMap((group) => group.rows);
  if (hasRings(groups)) return `ring: ${statistic}`;
  if (rows.some(({ recorded }) => recorded !== null)) return `diamond: ${statistic}`;
  return statistic === 'one case' ? statistic : 'one dot a case';
}

const casesIn = ({ live, recorded }: StripRow): number => (live ?? recorded)?.gain.n ?? 0;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function layoutFor(width: number): Layout {
  if (width < NARROW_PX)
    return {
      isNarrow: true,
      left: 12,
      right: width - 12,
      rowHeight: 102,
      rowLine: 76,
      dotRadius: 2.6,
      halfHeight: 17,
    };
  return {
    isNarrow: false,
    left: 150,
    right: width - 266,
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

function directionMarks(
  { axis, layout, words }: Drawing,
  bottom: number,
  axisLabel: string,
): readonly Mark[] {
  const zero = axis.at(0);
  const soft = { role: 'soft', sizePx: 12 } as const;
  const marks: Mark[] = [
    label(zero - 8, 13, `← same ${words.compared} more likely`, { ...soft, anchor: 'end' }),
    label((layout.left + layout.right) / 2, bottom + 36, axisLabel, { ...soft, anchor: 'middle' }),
  ];
  if (layout.right - zero > 90) marks.push(label(zero + 8, 13, 'less likely →', soft));
  if (!layout.isNarrow) {
    const head = { ...soft, anchor: 'middle' } as const;
    const at = columnsOf(layout);
    marks.push(label(at.failed, 13, 'failed call', head), label(at.right, 13, 'right call', head));
  }
  return marks;
}

/** Middles of the columns of numbers beside a wide strip: each call has one, of the same rank. */
const columnsOf = ({ right }: Layout): { failed: number; right: number } => ({
  failed: right + 72,
  right: right + 200,
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
  const text = `recorded run (${recordedName}): ${statisticOf(statistic, gain.n)} ${fixed(gain.value, words.digits)} ${words.unit}${bracketed(gain.interval, words.digits)}`;
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
  const { layout } = drawing;
  const name = conditionLabel(row.condition);
  const shown = row.unscored === null ? (row.live ?? row.recorded) : null;
  if (shown === null)
    return [
      ...(layout.isNarrow ? narrowLine(name, top + 16) : [wideName(name, y + 4, layout)]),
      ...reasonMarks(row, top, y, layout),
    ];
  const { gain, rightGain, repeats, rightCalls } = shown;
  const failed = { gain, written: repeats };
  const right = { gain: rightGain, written: rightCalls };
  const { digits } = drawing.words;
  if (layout.isNarrow)
    return [
      ...narrowLine(`${name}, ${sizeOf(gain.n)}`, top + 16),
      ...narrowLine(`failed: ${callWords(failed, digits).join(', ')}`, top + 33, 12),
      ...narrowLine(`right: ${callWords(right, digits).join(', ')}`, top + 49, 12),
    ];
  const at = columnsOf(layout);
  return [
    wideName(name, y - 2, layout),
    label(layout.left - 12, y + 14, sizeOf(gain.n), { anchor: 'end', role: 'soft', sizePx: 12 }),
    ...callColumn(failed, at.failed, y, digits),
    ...callColumn(right, at.right, y, digits),
  ];
}

const REASON_PX = 12;
const REASON_LINES = 2;

/** Why a row has neither dots nor numbers, where they would be. */
function reasonMarks({ unscored }: StripRow, top: number, y: number, layout: Layout): readonly Mark[] {
  if (unscored === null) return [];
  const x = layout.isNarrow ? layout.left : layout.left + 8;
  const [first, widthPx] = layout.isNarrow
    ? [top + 33, layout.right - x]
    : [y - 2, columnsOf(layout).right + 60 - x];
  const lines = wrapped(`${NOT_SCORED}: ${unscored}`, widthPx, REASON_PX);
  const shown = lines.slice(0, REASON_LINES);
  return shown.flatMap((line, at) => {
    const isCut = at === REASON_LINES - 1 && lines.length > REASON_LINES;
    const baseline = first + 16 * at;
    const text = isCut ? `${line} …` : line;
    return [
      plate(x, baseline, text, REASON_PX),
      label(x, baseline, text, { role: 'soft', sizePx: REASON_PX }),
    ];
  });
}

/** What is said of the failed call, or of the right one, in a row. */
interface CallInRow {
  /** Null: a recorded run that does not keep it. */
  readonly gain: Estimate | null;
  /** Cases in which it would be written next. */
  readonly written: Share;
}

/** '−17.7 [−19.0 to −16.5]', 'written 9 of 36'. */
const callWords = ({ gain, written }: CallInRow, digits: number): readonly string[] => [
  ...(gain === null ? [] : [`${fixed(gain.value, digits)}${bracketed(gain.interval, digits)}`]),
  `written ${ofText(written)}`,
];

/** The same in a column: G, its interval below, and the cases. */
function callColumn({ gain, written }: CallInRow, x: number, y: number, digits: number): readonly Mark[] {
  const small = { anchor: 'middle', role: 'soft', sizePx: 12 } as const;
  const ends = gain === null ? '' : bracketed(gain.interval, digits).trim();
  return [
    // Two lines stand as close as three do: where there is no interval, no gap is left for one.
    ...(gain === null
      ? []
      : [label(x, ends === '' ? y - 2 : y - 9, fixed(gain.value, digits), { anchor: 'middle' })]),
    ...(ends === '' ? [] : [label(x, y + 6, ends, small)]),
    label(x, ends === '' ? y + 14 : y + 21, `written ${ofText(written)}`, small),
  ];
}

const wideName = (name: string, baseline: number, { left }: Layout): Mark =>
  label(left - 12, baseline, name, { anchor: 'end' });

const narrowLine = (text: string, baseline: number, sizePx = 13): readonly Mark[] => [
  plate(12, baseline, text, sizePx),
  label(12, baseline, text, { sizePx, role: sizePx === 13 ? 'ink' : 'soft' }),
];

const ofText = ({ k, n }: Share): string => `${k} of ${n}`;
