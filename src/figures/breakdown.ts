import { itemLabels, type ItemLabel, type ProbeSummary } from '../probe/index.ts';
import {
  FEWEST_IN_A_CELL,
  FEWEST_ITEMS,
  FEWEST_PUBLISHED_ITEMS,
  isPublished,
  type ResampledEstimate,
  type Share,
} from '../statistics/index.ts';
import { caseNames, type NamedItem } from './case-name.ts';
import { roleOfChange, seenUnder, SHAPES } from './condition-style.ts';
import { eachOf, highest, namesOf, rateOf } from './equal-ranks.ts';
import type { FigureSpec, LegendEntry, Mark } from './figure-spec.ts';
import { LABEL_NAMES, labelWords } from './label-words.ts';
import { dot, hollow, label, meanRing, plate, rule } from './marks.ts';
import { bracketed, counted, fixed, isToldFromZero, sizeOf, spoken } from './number-words.ts';
import { seenIn } from './seen-in.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';
import { swarmOffsets } from './swarm.ts';
import { ofCasesInView, SCALE_WORDS, statisticOf, withView } from './view-words.ts';

export interface BreakdownInput {
  readonly summary: ProbeSummary;
  readonly by: ItemLabel;
  /** For the names of cases, and for which row a case belongs to. */
  readonly items: readonly NamedItem[];
  readonly width: number;
}

interface Row {
  readonly name: string;
  readonly gain: ResampledEstimate;
  /** Cases that would write the failed call again. */
  readonly repeats: Share;
  readonly cases: readonly (readonly [itemId: string, gain: number])[];
}

const NARROW_PX = 740;
const TOP = 24;

/** G by kind of mistake, kind of error, depth or kind of task: mean, interval and n. Null: no case is finished yet. */
export function breakdownFigure({ summary, by, items, width }: BreakdownInput): FigureSpec | null {
  const rows = rowsOf(summary, by, items);
  if (rows.length === 0) return null;
  const words = SCALE_WORDS[summary.view.scale];
  const isNarrow = width < NARROW_PX;
  const rowHeight = isNarrow ? 76 : 40;
  const bottom = TOP + rowHeight * rows.length;
  const ends = rows.flatMap(({ gain: { interval }, cases }) => [
    ...cases.map(([, gain]) => gain),
    ...(interval === null ? [] : [interval.low, interval.high]),
  ]);
  const axis = steppedAxis(ends, words.usualGains, [isNarrow ? 12 : 256, width - (isNarrow ? 12 : 252)]);
  const names = caseNames(items);
  const most = Math.max(...rows.map(({ gain }) => gain.n));
  const statistic = statisticOf(summary.view.statistic, most);
  const hasRings = rows.some(({ gain }) => isPublished(gain));
  const hasSquares = rows.some(({ gain }) => !isPublished(gain));
  const drawn = [hasRings ? 'ring' : null, hasSquares ? 'square' : null].filter((mark) => mark !== null);
  const axisLabel = `G, ${words.unit}; ${most === 1 ? statistic : `${drawn.join(' or ')}: ${statistic}`}`;
  return {
    id: `breakdown-${by}`,
    heading: headingOf(rows, summary, by),
    title: `G by ${LABEL_NAMES[by].one}: ${statistic}, ${words.unit}`,
    width,
    height: bottom + 42,
    axes: [axisOf(axis, 'x', axisLabel)],
    marks: [
      ...xAxisMarks(axis, 20, bottom),
      label(axis.at(0) - 8, 13, `← same ${words.compared} more likely`, {
        role: 'soft',
        sizePx: 12,
        anchor: 'end',
      }),
      ...(isNarrow ? [] : [label(width, 13, 'repeats it', { role: 'soft', sizePx: 12, anchor: 'end' })]),
      ...rows.flatMap((row, index) =>
        rowMarks(row, TOP + rowHeight * index, { axis, width, isNarrow, names, summary }),
      ),
      label((axis.at(axis.domain[0]) + axis.at(axis.domain[1])) / 2, bottom + 36, axisLabel, {
        role: 'soft',
        sizePx: 12,
        anchor: 'middle',
      }),
    ],
    legend: [
      { text: `left of zero: toward the same ${words.compared}`, role: 'toward', shape: null },
      { text: 'right of zero: away from it', role: 'away', shape: null },
      ...(hasRings
        ? [
            {
              text: `ring: ${summary.view.statistic} of ${FEWEST_PUBLISHED_ITEMS} cases or more`,
              role: 'ink',
              shape: 'circle',
              look: 'hollow',
            } satisfies LegendEntry,
          ]
        : []),
      ...(hasSquares
        ? [
            {
              text: `square: ${most === 1 ? 'G' : summary.view.statistic} of fewer than ${FEWEST_PUBLISHED_ITEMS} cases`,
              role: 'ink',
              shape: 'square',
              look: 'hollow',
            } satisfies LegendEntry,
          ]
        : []),
    ],
    table: {
      columns: [
        { name: LABEL_NAMES[by].one, digits: null },
        { name: 'cases', digits: null },
        { name: 'tasks', digits: null },
        { name: `${most === 1 ? '' : `${statistic} `}G (${words.unit})`, digits: words.digits },
        { name: '95 % interval from', digits: words.digits },
        { name: 'to', digits: words.digits },
        { name: 'would repeat the call', digits: null },
        { name: `${FEWEST_PUBLISHED_ITEMS} cases or more`, digits: null },
      ],
      rows: rows.map(({ name, gain: { n, clusters, value, interval }, repeats }) => [
        name,
        n,
        clusters,
        value,
        interval?.low ?? null,
        interval?.high ?? null,
        ofText(repeats),
        isPublished({ n }) ? 'yes' : 'no',
      ]),
    },
    description: spoken(
      rows
        .map(
          ({ name, gain: { n, value, interval }, repeats }) =>
            `${name}, ${counted(n, 'case')}: ${n === 1 ? '' : `${summary.view.statistic} `}G ${fixed(value, words.digits)} ${words.unit}${bracketed(interval, words.digits)}; the call would be repeated in ${ofText(repeats)}.`,
        )
        .join(' '),
    ),
    caption: withView(
      `${words.definition} One dot a case. Seen after: ${seenUnder(summary.subject)}. ${rows.some(({ gain }) => gain.interval !== null) ? `Lines: 95 % intervals, tasks drawn with replacement ${fixed(summary.draws, 0)} times, from ${FEWEST_ITEMS} cases on. ` : ''}` +
        `The paper counts a cell from ${FEWEST_PUBLISHED_ITEMS} cases on and prints breakdowns from ${FEWEST_IN_A_CELL} on; here all are shown.`,
      summary,
    ),
    view: seenIn(summary),
  };
}

/** In the order of their words, which does not change while rows arrive. */
function rowsOf(
  { breakdowns, subject, conditions }: ProbeSummary,
  by: ItemLabel,
  items: readonly NamedItem[],
): readonly Row[] {
  const labels = new Map(items.map((item) => [item.item_id, itemLabels(item)[by]]));
  const gains = [...(conditions.find(({ condition }) => condition === subject)?.gains ?? [])];
  return breakdowns[by]
    .flatMap(({ label: value, estimates }) => {
      const gain = estimates[`G of ${subject}`];
      const again = estimates[`repeats of ${subject}`];
      const n = again?.n ?? 0;
      return gain === null
        ? []
        : [
            {
              name: labelWords(by, value),
              gain,
              repeats: { k: Math.round((again?.value ?? 0) * n), n },
              cases: gains.filter(([itemId]) => labels.get(itemId) === value),
            },
          ];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

interface Drawing {
  readonly axis: SteppedAxis;
  readonly width: number;
  readonly isNarrow: boolean;
  readonly names: ReadonlyMap<string, string>;
  readonly summary: ProbeSummary;
}

function rowMarks({ name, gain, repeats, cases }: Row, top: number, drawing: Drawing): readonly Mark[] {
  const { axis, width, isNarrow, names, summary } = drawing;
  const { digits, unit } = SCALE_WORDS[summary.view.scale];
  const y = top + (isNarrow ? 54 : 20);
  const offsets = swarmOffsets(
    cases.map(([key, value]) => ({ x: axis.at(value), key })),
    2.4,
    isNarrow ? 13 : 15,
  );
  const dots = cases.map(([itemId, value], index) => ({
    ...dot(SHAPES[summary.subject], axis.at(value), y + (offsets[index] ?? 0), 2.4, roleOfChange(-value)),
    key: itemId,
    label: `${names.get(itemId) ?? itemId}, ${name}: G ${fixed(value, digits)} ${unit}`,
  }));
  const text = `${fixed(gain.value, digits)}${bracketed(gain.interval, digits)}, ${sizeOf(gain.n)}`;
  const again = ofText(repeats);
  const mean = isPublished(gain)
    ? meanRing(axis.at(gain.value), y)
    : hollow('square', axis.at(gain.value), y, 4.8);
  const { interval } = gain;
  const line =
    interval === null ? [] : [rule(axis.at(interval.low), y, axis.at(interval.high), y, 'ink', 2.4)];
  return [
    ...dots,
    ...line,
    { ...mean, label: `${name}: ${gain.n === 1 ? '' : `${summary.view.statistic} `}${text}` },
    ...(isNarrow
      ? [
          plate(12, top + 14, name),
          label(12, top + 14, name),
          plate(12, top + 31, `${text}, repeats it ${again}`, 12),
          label(12, top + 31, `${text}, repeats it ${again}`, { role: 'soft', sizePx: 12 }),
        ]
      : [
          label(244, y + 4, name, { anchor: 'end' }),
          label(width - 72, y + 4, text, { anchor: 'end', sizePx: 12 }),
          label(width, y + 4, again, { anchor: 'end', sizePx: 12 }),
        ]),
  ];
}

function headingOf(rows: readonly Row[], summary: ProbeSummary, by: ItemLabel): string {
  const { statistic, scale } = summary.view;
  const { digits, unit, compared } = SCALE_WORDS[scale];
  const { one, many } = LABEL_NAMES[by];
  const rising = rows.toSorted((a, b) => a.gain.value - b.gain.value);
  const first = rising[0];
  const last = rising.at(-1);
  if (first === undefined || last === undefined) return 'No case is finished yet.';
  const say = ({ name, gain }: Row): string =>
    `${fixed(gain.value, digits)} ${unit} (${name}, ${sizeOf(gain.n)})`;
  if (rows.length === 1) return ofCasesInView(`All cases are of one ${one}: ${say(first)}.`, summary);
  const toward = rows.filter(({ gain }) => gain.value < 0).length;
  const few = rows.filter(({ gain }) => !isPublished(gain)).length;
  const untold = rows.filter(({ gain }) => gain.interval !== null && !isToldFromZero(gain.interval)).length;
  const of = `${rows.length} ${many}`;
  const how = toward === 0 ? `None of ${of}` : toward === rows.length ? `All ${of}` : `${toward} of ${of}`;
  const value = rows.every(({ gain }) => gain.n === 1) ? 'G' : `${statistic} G`;
  const range =
    first.gain.value === last.gain.value
      ? `all at ${fixed(first.gain.value, digits)} ${unit}`
      : `from ${say(first)} to ${say(last)}`;
  return ofCasesInView(
    `${how} moved toward the same ${compared} by their ${value}${untold === 0 ? '' : ` (${untold === rows.length ? 'none' : untold} of them ${untold === rows.length ? 'can' : 'cannot'} be told from zero)`}, ${range}; ${repeatWords(rows)}` +
      `${few === 0 ? '' : `; ${few === rows.length ? 'all' : few} rest on fewer than ${FEWEST_PUBLISHED_ITEMS} cases`}.`,
    summary,
  );
}

/** For which rows the call would be repeated most. */
function repeatWords(rows: readonly Row[]): string {
  const most = highest(rows, ({ repeats }) => rateOf(repeats));
  if (most.every(({ repeats }) => repeats.k === 0)) return 'none would repeat it word for word';
  const shares = eachOf(most.map(({ repeats }) => repeats));
  return most.length === rows.length
    ? `all would repeat it word for word alike (${shares})`
    : `it would be repeated word for word most for ${namesOf(most.map(({ name }) => name))} (${shares})`;
}

const ofText = ({ k, n }: Share): string => `${k} of ${n}`;
