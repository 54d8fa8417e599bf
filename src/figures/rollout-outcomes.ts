import type { HarnessSummary } from '../rollout/index.ts';
import { band } from './band.ts';
import type { Cell, FigureSpec, LegendEntry, Mark, Table } from './figure-spec.ts';
import { harnessLegend, harnessMark } from './harness-style.ts';
import { label, plate, rule } from './marks.ts';
import { counted, fixed, spoken } from './number-words.ts';
import { percentAxis, percentAxisOf, uprightPercents, type PercentAxis } from './percent-axis.ts';
import { rateOf } from './equal-ranks.ts';
import { rolloutFinding, type RolloutFindingInput } from './rollout-finding.ts';
import {
  constructionWords,
  isByConstruction,
  OUTCOME_WORDS,
  outcomeRow,
  OUTCOMES,
  type OutcomeName,
  type OutcomeReading,
  type OutcomeRow,
} from './rollout-outcome-rows.ts';
import { fewKindsWords } from './rollout-scope.ts';

export interface RolloutOutcomesInput extends RolloutFindingInput {
  /** Rollouts recorded elsewhere, counted by the same code: pale behind ours. */
  readonly published?: {
    /** Whose they are: model and tasks. */
    readonly name: string;
    readonly summaries: readonly HarnessSummary[];
  };
  readonly width: number;
}

/** Below this every outcome has a line of its own. */
const NARROW_PX = 720;
const TOP = 28;
const NAMES_PX = 168;
const GAP_PX = 36;
const EDGE_PX = 14;
const LINE_PX = 22;

interface Layout {
  readonly isNarrow: boolean;
  readonly rowHeight: number;
  readonly axes: Readonly<Record<OutcomeName, PercentAxis>>;
}

/**
 * Every harness in a row: solved, ended in a loop, repeats per failure and per opportunity, each with its interval. Null:
 * no rollout has ended.
 */
export function rolloutOutcomesFigure(input: RolloutOutcomesInput): FigureSpec | null {
  const { summaries, published, width } = input;
  const rows = summaries.filter(({ rollouts }) => rollouts > 0).map(outcomeRow);
  if (rows.length === 0) return null;
  const papers = new Map((published?.summaries ?? []).map((one) => [one.harness, outcomeRow(one)]));
  const layout = layoutFor(width);
  const bottom = TOP + layout.rowHeight * rows.length;
  const finding = rolloutFinding(input);
  const hasPapers = rows.some(({ harness }) => papers.has(harness));
  const panels = layout.isNarrow ? (['solved'] as const) : OUTCOMES;
  return {
    id: 'rollout-outcomes',
    heading: [finding.headline, finding.floor, finding.stepOne].filter((text) => text !== null).join(' '),
    title: 'What the rollouts came to, harness by harness',
    width,
    height: bottom + 40,
    axes: panels.map((name) => percentAxisOf(layout.axes[name], 'x', axisWords(name, layout))),
    marks: [
      ...panels.flatMap((name) => panelMarks(name, layout, bottom)),
      ...rows.flatMap((row, at) =>
        rowMarks(row, papers.get(row.harness) ?? null, TOP + layout.rowHeight * at, layout, width),
      ),
    ],
    legend: legendOf(rows, hasPapers ? (published?.name ?? '') : null),
    table: tableOf(rows, papers, published?.name ?? ''),
    description: spoken(rows.map(sentenceOf).join(' ')),
    caption: captionOf(input, rows, hasPapers),
    view: finding.scope,
  };
}

function layoutFor(width: number): Layout {
  const isNarrow = width < NARROW_PX;
  const panel = (width - NAMES_PX - EDGE_PX - GAP_PX * (OUTCOMES.length - 1)) / OUTCOMES.length;
  const rangeOf = (at: number): readonly [number, number] => {
    const left = NAMES_PX + (panel + GAP_PX) * at;
    return isNarrow ? [width / 2 + 16, width - EDGE_PX] : [left, left + panel];
  };
  return {
    isNarrow,
    rowHeight: isNarrow ? 30 + LINE_PX * OUTCOMES.length : 48,
    axes: Object.fromEntries(OUTCOMES.map((name, at) => [name, percentAxis(rangeOf(at))])) as Layout['axes'],
  };
}

const axisWords = (name: OutcomeName, { isNarrow }: Layout): string =>
  isNarrow ? '%, 95 % interval' : `% of ${OUTCOME_WORDS[name].of}`;

function panelMarks(name: OutcomeName, layout: Layout, bottom: number): readonly Mark[] {
  const axis = layout.axes[name];
  const soft = { role: 'soft', sizePx: 12 } as const;
  const middle = axis.at(0.5);
  return [
    ...uprightPercents(axis, TOP - 6, bottom),
    ...(layout.isNarrow
      ? []
      : [label(axis.at(0), 13, OUTCOME_WORDS[name].name, { sizePx: 12, weight: 600 })]),
    label(middle, bottom + 33, axisWords(name, layout), { ...soft, anchor: 'middle' }),
  ];
}

function rowMarks(
  row: OutcomeRow,
  paper: OutcomeRow | null,
  top: number,
  layout: Layout,
  width: number,
): readonly Mark[] {
  const { harness, readings } = row;
  const note = constructionWords(row);
  const { isNarrow, axes } = layout;
  const soft = { role: 'soft', sizePx: 12 } as const;
  const names = isNarrow
    ? [
        // Words must not stand on grid lines.
        { ...plate(0, top + 17, ''), width },
        label(2, top + 17, harness, { weight: 600 }),
        ...(note === '' ? [] : [label(width, top + 17, note, { ...soft, anchor: 'end' })]),
      ]
    : [
        label(2, top + (note === '' ? 32 : 26), harness, { weight: 600 }),
        ...(note === '' ? [] : [label(2, top + 42, note, soft)]),
      ];
  return [
    ...names,
    ...OUTCOMES.flatMap((name, at) => {
      const { share } = readings[name];
      const y = top + (isNarrow ? 34 + LINE_PX * at : 34);
      const number = share.n === 0 ? 'none' : `${share.k} of ${share.n}`;
      const words = isNarrow
        ? [label(2, y + 4, `${OUTCOME_WORDS[name].short} ${number}`, { sizePx: 12 })]
        : [
            plate(axes[name].at(0) + 5, y - 15, number, 12),
            label(axes[name].at(0) + 6, y - 15, number, { sizePx: 12 }),
          ];
      return [
        ...(paper === null ? [] : paperMarks(harness, name, paper.readings[name], y, axes[name])),
        ...words,
        ...(share.n === 0 ? [] : readingMarks(row, name, y, axes[name])),
      ];
    }),
  ];
}

/** Repeats follow from the harness, and with them the loop; what never failed does not. */
const isForced = (row: OutcomeRow, name: OutcomeName): boolean => name !== 'solved' && isByConstruction(row);

function readingMarks(row: OutcomeRow, name: OutcomeName, y: number, axis: PercentAxis): readonly Mark[] {
  const { share, interval } = row.readings[name];
  const role = isForced(row, name) ? 'zero' : 'ink';
  return [
    ...(interval === null ? [] : [rule(axis.at(interval.low), y, axis.at(interval.high), y, role, 2.4)]),
    {
      ...harnessMark(row.harness, axis.at(rateOf(share)), y, role),
      label: `${row.harness}, ${readingWords(row, name)}`,
    },
  ];
}

function paperMarks(
  harness: string,
  name: OutcomeName,
  { share, interval }: OutcomeReading,
  y: number,
  axis: PercentAxis,
): readonly Mark[] {
  if (share.n === 0) return [];
  const at = axis.at(rateOf(share));
  const text = `${harness}, ${OUTCOME_WORDS[name].name}, the paper’s rollouts: ${shareWords({ share, interval })}`;
  return [
    ...(interval === null ? [] : band(axis.at(interval.low), axis.at(interval.high), y, 8, 'zero', text)),
    { ...rule(at, y - 8, at, y + 8, 'zero', 2), label: text },
  ];
}

const percent = (share: number): string => fixed(100 * share, 0);

const shareWords = ({ share, interval }: OutcomeReading): string =>
  `${share.k} of ${share.n}, ${percent(rateOf(share))} %${interval === null ? '' : ` [${percent(interval.low)} to ${percent(interval.high)}]`}`;

function readingWords(row: OutcomeRow, name: OutcomeName): string {
  const reading = row.readings[name];
  const what = name === 'perOpportunity' ? 'repeats per opportunity' : OUTCOME_WORDS[name].name;
  return reading.share.n === 0
    ? `${what}: none could be`
    : `${what}: ${shareWords(reading)}${isForced(row, name) ? ', by construction' : ''}`;
}

const sentenceOf = (row: OutcomeRow): string =>
  `${row.harness}, ${counted(row.rollouts, 'rollout')}: ${OUTCOMES.map((name) => readingWords(row, name)).join('; ')}.`;

function legendOf(rows: readonly OutcomeRow[], papers: string | null): readonly LegendEntry[] {
  return [
    ...harnessLegend(rows.map(({ harness }) => harness)),
    ...(rows.some(isByConstruction)
      ? [{ text: 'grey: follows from the harness, not from the model', role: 'zero', shape: null } as const]
      : []),
    ...(papers === null
      ? []
      : [
          {
            text: `the paper’s rollouts (${papers})`,
            role: 'zero',
            shape: null,
            look: 'band',
          } as const,
        ]),
  ];
}

function captionOf(
  { scope, published }: RolloutOutcomesInput,
  rows: readonly OutcomeRow[],
  hasPapers: boolean,
): string {
  const readings = rows.flatMap((row) => OUTCOMES.map((name) => row.readings[name]));
  const isFlat = readings.some(({ interval }) => interval !== null && interval.low === interval.high);
  const leftOut = rows.reduce((sum, row) => sum + row.leftOut, 0);
  return [
    'Repeats: failed calls that had failed before in the same rollout, however they are spelt, all rollouts of a harness together. Per opportunity: only failures after the first of a rollout count, since the first can repeat nothing. Loop: the step limit was reached with at least two repeats.',
    `Line: 95 % interval, kinds of task drawn with replacement, from 5 rollouts on.${fewKindsWords(scope.kinds)}${isFlat ? ' Where all kinds went alike it has no width, which is no certainty.' : ''}`,
    ...(rows.some(({ byConstruction }) => byConstruction.k > 0)
      ? [
          'By construction: nothing the model reads had changed and it takes its likeliest token, so the same turn had to follow: after a failure such a rollout repeats it to the end and is never solved.',
        ]
      : []),
    ...(leftOut > 0 ? [`${counted(leftOut, 'rollout')} did not run their course and count nowhere.`] : []),
    ...(hasPapers ? [`Pale: the paper’s rollouts (${published?.name ?? ''}), counted alike here.`] : []),
  ].join(' ');
}

function tableOf(rows: readonly OutcomeRow[], papers: ReadonlyMap<string, OutcomeRow>, name: string): Table {
  return {
    columns: [
      { name: 'harness', digits: null },
      { name: 'whose rollouts', digits: null },
      { name: 'what', digits: null },
      { name: 'count', digits: null },
      { name: 'of', digits: null },
      { name: 'share (%)', digits: 1 },
      { name: '95 % interval from', digits: 1 },
      { name: 'to', digits: 1 },
      { name: 'by construction', digits: null },
    ],
    rows: rows.flatMap((row) => {
      const paper = papers.get(row.harness);
      return [
        ...tableRows(row, 'measured here'),
        ...(paper === undefined ? [] : tableRows(paper, `the paper’s (${name})`)),
      ];
    }),
  };
}

const tableRows = (row: OutcomeRow, whose: string): readonly (readonly Cell[])[] =>
  OUTCOMES.map((name) => {
    const { share, interval } = row.readings[name];
    const isRepeats = name === 'perFailure' || name === 'perOpportunity';
    return [
      row.harness,
      whose,
      name === 'perOpportunity' ? 'repeats per opportunity' : OUTCOME_WORDS[name].name,
      share.k,
      share.n,
      share.n === 0 ? null : 100 * rateOf(share),
      interval === null ? null : 100 * interval.low,
      interval === null ? null : 100 * interval.high,
      isRepeats ? row.byConstruction.k : null,
    ];
  });
