import type { Interval } from '../statistics/index.ts';
import { band } from './band.ts';
import { roleOfChange } from './condition-style.ts';
import type { Cell, FigureSpec, LegendEntry, Mark, Table } from './figure-spec.ts';
import { dot, label, meanRing, plate, rule } from './marks.ts';
import { counted, fixed, spoken } from './number-words.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';

/** G of one checkpoint over its items, nats, and the shares of items whose failed call greedy decoding would write. */
export interface StudiedGain {
  readonly gainNats: number;
  /** Null: too few items to claim one. */
  readonly interval: Interval | null;
  readonly items: number;
  readonly tasks: number;
  /** 0…1. Null: not recorded. */
  readonly repeatsBefore: number | null;
  readonly repeatsAfter: number | null;
}

/** A checkpoint of the study, with our own recorded runs of it as a second layer. */
export interface StudiedCheckpoint {
  readonly name: string;
  readonly paper: StudiedGain;
  readonly recorded: readonly (StudiedGain & {
    /** What parts it from the paper's, in two or three words: 'Q4_1 weights'. */
    readonly weights: string;
    /** The whole of what was run, with its weights and wording. */
    readonly words: string;
  })[];
}

export interface PublishedGainsInput {
  readonly checkpoints: readonly StudiedCheckpoint[];
  /** Whose values these are: 'E. Gumaan, 2026'. */
  readonly author: string;
  readonly width: number;
}

/** Below this a row carries its name and numbers on a line of their own. */
const NARROW_PX = 480;
const TOP = 30;
/** More than a quarter of the cases: told in the heading. */
const MANY_REPEATS = 0.25;
const PAPER_LAYER = 'the paper’s value (its items)';
/**
 * Tokens of a call, where no run is there to say it of its own cases: of the 275 failed calls of the simulated office
 * the median has 20, and the mean is 22, by the tokenizer of SmolLM2.
 */
const USUAL_CALL_PIECES = 20;
const AXIS_LABEL = 'G, nats (mean and 95 % interval)';

interface Layout {
  readonly isNarrow: boolean;
  readonly left: number;
  readonly right: number;
  readonly rowHeight: number;
}

interface Row {
  readonly name: string;
  readonly layer: 'paper' | 'recorded';
  /** Under which layer the table files it. */
  readonly words: string;
  readonly gain: StudiedGain;
}

/** The paper's G of every checkpoint, drawn for reading without a model; our recorded runs below the same checkpoint. */
export function publishedGainsFigure({ checkpoints, author, width }: PublishedGainsInput): FigureSpec {
  const isNarrow = width < NARROW_PX;
  const layout = isNarrow
    ? { isNarrow, left: 12, right: width - 12, rowHeight: 44 }
    : { isNarrow, left: 134, right: width - 282, rowHeight: 34 };
  const rows = checkpoints.flatMap(rowsOf);
  const bottom = TOP + layout.rowHeight * rows.length;
  const axis = steppedAxis(
    rows.flatMap(({ gain }) => [gain.gainNats, gain.interval?.low ?? 0, gain.interval?.high ?? 0]),
    [-20, 2],
    [layout.left, layout.right],
  );
  return {
    id: 'published-gains',
    heading: headingOf(checkpoints),
    title: 'How far seeing the error moved each model, in the paper',
    width,
    height: bottom + 42,
    axes: [axisOf(axis, 'x', AXIS_LABEL)],
    marks: [
      ...xAxisMarks(axis, 20, bottom),
      ...headMarks(axis, layout, bottom),
      ...rows.flatMap((row, index) => rowMarks(row, TOP + layout.rowHeight * index, axis, layout)),
    ],
    legend: legendOf(checkpoints),
    table: tableOf(rows),
    description: spoken(rows.map(sentenceOf).join(' ')),
    caption: captionOf(checkpoints, author),
  };
}

const rowsOf = ({ name, paper, recorded }: StudiedCheckpoint): readonly Row[] => [
  { name, layer: 'paper', words: PAPER_LAYER, gain: paper },
  ...recorded.map((gain) => ({ name: gain.weights, layer: 'recorded' as const, words: gain.words, gain })),
];

function headMarks(axis: SteppedAxis, { isNarrow, left, right }: Layout, bottom: number): readonly Mark[] {
  const soft = { role: 'soft', sizePx: 12 } as const;
  const toward = label(axis.at(0) - 8, 13, '← same call more likely', { ...soft, anchor: 'end' });
  const below = label((left + right) / 2, bottom + 36, AXIS_LABEL, { ...soft, anchor: 'middle' });
  return isNarrow
    ? [toward, below]
    : [
        toward,
        below,
        label(right + 150, 13, 'G [95 %]', { ...soft, anchor: 'end' }),
        label(right + 280, 13, 'would repeat it', { ...soft, anchor: 'end' }),
      ];
}

function rowMarks(
  { name, layer, gain }: Row,
  top: number,
  axis: SteppedAxis,
  layout: Layout,
): readonly Mark[] {
  const { isNarrow, left, right, rowHeight } = layout;
  const y = isNarrow ? top + 32 : top + rowHeight / 2;
  const marks = layer === 'paper' ? paperMarks(gain, y, axis) : recordedMarks(gain, y, axis);
  const style = layer === 'paper' ? ({ weight: 600 } as const) : ({ role: 'soft' } as const);
  const shown = layer === 'paper' ? name : `ours: ${name}`;
  const number = fixed(gain.gainNats, 1);
  const repeats = repeatsText(gain.repeatsAfter, gain.items);
  if (isNarrow) {
    const numbers = `G ${number}, repeats ${repeats}`;
    return [
      // Words must not stand on grid lines.
      { ...plate(left, top + 16, ''), x: left - 1, width: right - left + 2 },
      ...marks,
      label(left, top + 16, shown, style),
      label(right, top + 16, numbers, { anchor: 'end', sizePx: 12 }),
    ];
  }
  const interval = gain.interval;
  const ends = interval === null ? '' : ` [${fixed(interval.low, 1)}, ${fixed(interval.high, 1)}]`;
  return [
    ...marks,
    label(left - 12, y + 4, shown, { ...style, anchor: 'end' }),
    label(right + 150, y + 4, `${number}${ends}`, { anchor: 'end' }),
    label(right + 280, y + 4, repeats, { anchor: 'end' }),
  ];
}

/** A pale band with a dot. */
function paperMarks({ gainNats, interval }: StudiedGain, y: number, axis: SteppedAxis): readonly Mark[] {
  const role = roleOfChange(-gainNats);
  return [
    ...(interval === null ? [] : band(axis.at(interval.low), axis.at(interval.high), y, 5, role)),
    { ...dot('circle', axis.at(gainNats), y, 5, role), fillOpacity: 1 },
  ];
}

/** A ring and a line in ink, as the strip draws what this lab has measured. */
const recordedMarks = (
  { gainNats, interval }: StudiedGain,
  y: number,
  axis: SteppedAxis,
): readonly Mark[] => [
  ...(interval === null ? [] : [rule(axis.at(interval.low), y, axis.at(interval.high), y, 'ink', 3)]),
  meanRing(axis.at(gainNats), y),
];

const repeatsText = (share: number | null, items: number): string =>
  share === null ? '' : `${Math.round(share * items)} of ${items}`;

function headingOf(checkpoints: readonly StudiedCheckpoint[]): string {
  const toward = checkpoints.filter(({ paper }) => (paper.interval?.high ?? paper.gainNats) < 0).length;
  const many = checkpoints.filter(({ paper }) => (paper.repeatsAfter ?? 0) > MANY_REPEATS).length;
  const all = checkpoints.length;
  const models = toward === all ? `all ${all} models` : `${toward} of ${counted(all, 'model')}`;
  return `In the paper, seeing the error moved ${models} toward the failed call; ${many === 0 ? 'none' : many} of them would then repeat it word for word in more than a quarter of the cases.`;
}

function captionOf(checkpoints: readonly StudiedCheckpoint[], author: string): string {
  const isNeverBefore = checkpoints.every(({ paper }) => paper.repeatsBefore === 0);
  const ours = checkpoints.flatMap(({ recorded }) => recorded.map(({ words }) => words));
  return [
    `G = log p of the failed call before the failure − log p of the same call after its error was shown. Left of zero, the call became more likely. 1 nat = 2.7 times; a call is about ${USUAL_CALL_PIECES} pieces of text, so a call that became far more likely can still be an unlikely one.`,
    `Would repeat it: cases in which the failed call, word for word, is what the model would write next${isNeverBefore ? ' (before the failure: none)' : ''}.`,
    `Dot and band: ${PAPER_LAYER}, recorded by its author (${author}), not computed here. Scripted mistakes in a simulated office.`,
    ...(ours.length === 0 ? [] : [`Ring and line: our recorded run (${[...new Set(ours)].join('; ')}).`]),
  ].join(' ');
}

function legendOf(checkpoints: readonly StudiedCheckpoint[]): readonly LegendEntry[] {
  const ours = [...new Set(checkpoints.flatMap(({ recorded }) => recorded.map(({ words }) => words)))];
  return [
    { text: PAPER_LAYER, role: 'toward', shape: 'circle' },
    ...ours.map(
      (words) =>
        ({ text: `our recorded run: ${words}`, role: 'ink', shape: 'circle', look: 'hollow' }) as const,
    ),
  ];
}

const sentenceOf = ({ name, words, gain }: Row): string => {
  const { gainNats, interval, items, repeatsAfter } = gain;
  const ends =
    interval === null ? '' : `, 95 percent interval ${fixed(interval.low, 1)} to ${fixed(interval.high, 1)}`;
  const repeats =
    repeatsAfter === null ? '' : `; the call would be repeated in ${repeatsText(repeatsAfter, items)}`;
  return `${name}, ${words}: G ${fixed(gainNats, 1)} nats${ends}${repeats}.`;
};

const tableOf = (rows: readonly Row[]): Table => ({
  columns: [
    { name: 'model', digits: null },
    { name: 'whose value', digits: null },
    { name: 'G (nats)', digits: 1 },
    { name: '95 % interval from', digits: 1 },
    { name: 'to', digits: 1 },
    { name: 'items', digits: null },
    { name: 'tasks', digits: null },
    { name: 'would write the call before the failure', digits: null },
    { name: 'would repeat it after the error', digits: null },
  ],
  rows: rows.map(({ name, words, gain }): readonly Cell[] => [
    name,
    words,
    gain.gainNats,
    gain.interval?.low ?? null,
    gain.interval?.high ?? null,
    gain.items,
    gain.tasks,
    repeatsText(gain.repeatsBefore, gain.items),
    repeatsText(gain.repeatsAfter, gain.items),
  ]),
});
