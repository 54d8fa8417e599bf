import type { HarnessContrast, HarnessSummary } from '../rollout/index.ts';
import { arrowOfChange } from './condition-style.ts';
import { CONTRAST_MEASURES, type ContrastMeasure, type ContrastMeasureWords } from './contrast-measures.ts';
import {
  changeText,
  contrastHeading,
  isTold,
  rowWords,
  signsText,
  signText,
  stepOneSentence,
  type ContrastRow,
} from './contrast-words.ts';
import type { FigureSpec, LegendEntry, Mark, SymbolMark, Table } from './figure-spec.ts';
import { harnessShape } from './harness-style.ts';
import { dot, hollow, label, plate, rule } from './marks.ts';
import { counted, fixed, spoken } from './number-words.ts';
import { pText, SIGNIFICANT } from './p-words.ts';
import { repeatsSentence } from './rollout-finding.ts';
import { isByConstruction, outcomeRow } from './rollout-outcome-rows.ts';
import { fewKindsWords, rolloutScopeWords, type RolloutScope } from './rollout-scope.ts';
import { asChange, axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';

export interface RolloutContrastsInput {
  readonly measure: ContrastMeasure;
  /** Of that measure, in the order of the columns; without the tasks solved in step one. */
  readonly contrasts: readonly HarnessContrast[];
  readonly reference: string;
  /** Of the same rollouts: what repeats by construction, and how much is repeated. */
  readonly summaries: readonly HarnessSummary[];
  readonly isFloor: boolean | null;
  readonly scope: RolloutScope;
  readonly width: number;
}

const NARROW_PX = 750;
const TOP = 24;
/** Half of the widest number under a tick. */
const EDGE_PX = 24;
const NAMES_PX = 164;
const NUMBERS_PX = 326;
const P_PX = 88;

interface Drawing {
  readonly axis: SteppedAxis;
  readonly width: number;
  readonly isNarrow: boolean;
  readonly words: ContrastMeasureWords;
}

/**
 * Every harness against the reference in one measure, task by task. Where more of it is more of the same call, more lies
 * left and is orange; of success and costs more lies right and has no such colour. Null: nothing to compare yet.
 */
export function rolloutContrastsFigure(input: RolloutContrastsInput): FigureSpec | null {
  const { measure, contrasts, reference, summaries, scope, width } = input;
  const words: ContrastMeasureWords = CONTRAST_MEASURES[measure];
  const outcomes = summaries.map(outcomeRow);
  const forced = new Set(outcomes.filter(isByConstruction).map(({ harness }) => harness));
  // Whether it repeats and is not solved follows from the harness; what that costs does not.
  const isForceable = words.isRepeating || measure === 'solved';
  const rows = contrasts.flatMap((row): readonly ContrastRow[] =>
    row.change === null
      ? []
      : [{ ...row, change: row.change, isByConstruction: isForceable && forced.has(row.harness) }],
  );
  if (rows.length === 0) return null;
  const isNarrow = width < NARROW_PX;
  const rowHeight = isNarrow ? 86 : 46;
  const bottom = TOP + rowHeight * rows.length;
  const read = words.isRepeating ? asChange : (value: number): number => value;
  const ends = rows.flatMap(({ change: { value, interval } }) =>
    [value, interval?.low ?? value, interval?.high ?? value].map((end) => read(words.factor * end)),
  );
  const range = isNarrow ? ([EDGE_PX, width - EDGE_PX] as const) : ([NAMES_PX, width - NUMBERS_PX] as const);
  const axis = steppedAxis(ends, [-words.usual, words.usual], range);
  const axisLabel = `change in ${words.name}, ${words.unit}`;
  const drawing: Drawing = { axis, width, isNarrow, words };
  const soft = { role: 'soft', sizePx: 12 } as const;
  return {
    id: `rollout-contrasts-${measure}`,
    heading: headingOf(input, rows, words, outcomes),
    title: `Against ${reference}, task by task: ${words.name}`,
    width,
    height: bottom + 42,
    axes: [axisOf(axis, 'x', axisLabel, read)],
    marks: [
      ...xAxisMarks(axis, 20, bottom, read),
      label(isNarrow ? 2 : range[0], 13, words.left, soft),
      ...(isNarrow
        ? [label(width - 2, 13, words.right, { ...soft, anchor: 'end' })]
        : [
            label(range[1], 13, words.right, { ...soft, anchor: 'end' }),
            label(width - P_PX, 13, 'change; tasks that differ', { ...soft, anchor: 'end' }),
            label(width, 13, 'p', { ...soft, anchor: 'end' }),
          ]),
      ...rows.flatMap((row, at) => rowMarks(row, TOP + rowHeight * at, drawing)),
      label((range[0] + range[1]) / 2, bottom + 36, axisLabel, { ...soft, anchor: 'middle' }),
    ],
    legend: legendOf(rows, words, reference),
    table: tableOf(rows, words),
    description: spoken(rows.map((row) => `${row.harness}: ${rowWords(row, words)}.`).join(' ')),
    caption: captionOf(input, rows, words),
    view: rolloutScopeWords(scope),
  };
}

function rowMarks(row: ContrastRow, top: number, { axis, width, isNarrow, words }: Drawing): readonly Mark[] {
  const { harness, change, tasks } = row;
  const y = top + (isNarrow ? 66 : 24);
  const x = (value: number): number => axis.at((words.isRepeating ? -1 : 1) * words.factor * value);
  const arrow = words.isRepeating ? `${arrowOfChange(change.value)} ` : '';
  const numbers = `${arrow}${changeText(row, words)}`;
  const p = row.isByConstruction ? '' : pText(row, change.draws);
  const small = { sizePx: 12 } as const;
  const soft = { ...small, role: 'soft' } as const;
  const end = { anchor: 'end' } as const;
  const note = row.isByConstruction ? 'by construction' : '';
  const lines = [
    p === '' ? numbers : `${numbers}, ${p}`,
    `${signsText(row)}${row.isByConstruction ? '' : `; ${signText(tasks)}`}`,
  ];
  return [
    ...(change.interval === null
      ? []
      : [rule(x(change.interval.low), y, x(change.interval.high), y, 'ink', 2.4)]),
    { ...changeMark(row, x(change.value), y, words), label: `${harness}: ${rowWords(row, words)}` },
    ...(isNarrow
      ? [
          { ...plate(0, top + 15, ''), width },
          label(2, top + 15, harness, { weight: 600 }),
          label(width - 2, top + 15, note, { ...soft, ...end }),
          ...lines.flatMap((line, at) => [
            { ...plate(0, top + 32 + 16 * at, '', 12), width },
            label(2, top + 32 + 16 * at, line, soft),
          ]),
        ]
      : [
          label(2, y + (note === '' ? 4 : -3), harness, { weight: 600 }),
          label(2, y + 13, note, soft),
          label(width - P_PX, y - 3, numbers, { ...small, ...end }),
          label(width, y - 3, p, { ...small, ...end }),
          label(width - P_PX, y + 13, signsText(row), { ...soft, ...end }),
          label(width, y + 13, row.isByConstruction ? '' : signText(tasks), { ...soft, ...end }),
        ]),
  ].filter((mark) => mark.kind !== 'text' || mark.text !== '');
}

/** Full where it can be told from the reference, hollow where it cannot. */
function changeMark(row: ContrastRow, x: number, y: number, words: ContrastMeasureWords): SymbolMark {
  const shape = harnessShape(row.harness);
  if (!isTold(row)) return { ...hollow(shape, x, y, 5), stroke: 'zero' };
  const role = words.isRepeating ? (row.change.value > 0 ? 'toward' : 'away') : 'ink';
  return { ...dot(shape, x, y, 5, role), fillOpacity: 1 };
}

function headingOf(
  { measure, contrasts, reference, isFloor }: RolloutContrastsInput,
  rows: readonly ContrastRow[],
  words: ContrastMeasureWords,
  outcomes: Parameters<typeof repeatsSentence>[0],
): string {
  const heading = contrastHeading(rows, words, reference);
  if (measure !== 'solved') return heading;
  const first = isFloor === true ? 'Floor: success cannot compare harnesses here.' : heading;
  // Success never stands alone.
  return [first, stepOneSentence(contrasts, reference), repeatsSentence(outcomes)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function legendOf(
  rows: readonly ContrastRow[],
  words: ContrastMeasureWords,
  reference: string,
): readonly LegendEntry[] {
  const untold = `hollow: cannot be told from ${reference}${rows.some((row) => row.isByConstruction) ? ', or by construction' : ''}`;
  return [
    ...(words.isRepeating
      ? ([
          { text: '▲ left: toward repeating', role: 'toward', shape: 'circle' },
          { text: '▼ right: away from it', role: 'away', shape: 'circle' },
        ] as const)
      : rows.some(isTold)
        ? ([{ text: `full: can be told from ${reference}`, role: 'ink', shape: 'circle' }] as const)
        : []),
    ...(rows.every(isTold) ? [] : [{ text: untold, role: 'zero', shape: 'circle', look: 'hollow' } as const]),
  ];
}

function captionOf(
  { contrasts, reference, measure, scope }: RolloutContrastsInput,
  rows: readonly ContrastRow[],
  words: ContrastMeasureWords,
): string {
  const draws = Math.max(...rows.map(({ change }) => change.draws));
  const both = [...new Set(contrasts.map(({ stepOneInBoth }) => stepOneInBoth))];
  const leftOut =
    both.length === 1
      ? counted(both[0] ?? 0, 'task')
      : `${Math.min(...both)} to ${counted(Math.max(...both), 'task')}`;
  return [
    `Change: ${words.name} under the harness − under ${reference} on the same task and seed, averaged over seeds, then over tasks; only tasks that have the number under both.`,
    ...(words.isRepeating
      ? []
      : measure === 'solved'
        ? ['Right: solved more often. Left: less often.']
        : ['Right: more. Left: fewer. Neither is better by itself.']),
    `Line: 95 % interval, kinds of task drawn with replacement ${fixed(draws, 0)} times.${fewKindsWords(scope.kinds)}`,
    `First p: from the same draws, corrected by Holm for the harnesses compared; second p: exact sign test over the tasks that differ. Full where both lie under ${SIGNIFICANT}. Near-copies of a task are one kind: what differs in one kind only rests on one situation.`,
    `Left out: tasks solved in step one under both (${leftOut}).`,
    ...(measure === 'solved' ? [] : [stepOneSentence(contrasts, reference)].filter((text) => text !== '')),
  ].join(' ');
}

const tableOf = (rows: readonly ContrastRow[], words: ContrastMeasureWords): Table => ({
  columns: [
    { name: 'harness', digits: null },
    { name: 'tasks', digits: null },
    {
      name: `change in ${words.name} (${words.unit})`,
      digits: Math.max(words.digits, 1),
      isSigned: true,
    },
    { name: '95 % interval from', digits: Math.max(words.digits, 1), isSigned: true },
    { name: 'to', digits: Math.max(words.digits, 1), isSigned: true },
    { name: 'p', digits: 4 },
    { name: 'p by Holm', digits: 4 },
    { name: 'more in tasks', digits: null },
    { name: 'less in tasks', digits: null },
    { name: 'p of the sign test', digits: 4 },
    { name: 'more in kinds', digits: null },
    { name: 'less in kinds', digits: null },
    { name: 'p over kinds', digits: 4 },
    { name: 'solved in step one under both', digits: null },
    { name: 'under one of the two', digits: null },
    { name: 'by construction', digits: null },
  ],
  rows: rows.map((row) => [
    row.harness,
    row.change.n,
    words.factor * row.change.value,
    row.change.interval === null ? null : words.factor * row.change.interval.low,
    row.change.interval === null ? null : words.factor * row.change.interval.high,
    row.change.p,
    row.holmP,
    row.tasks.more,
    row.tasks.less,
    row.tasks.p,
    row.kinds.more,
    row.kinds.less,
    row.kinds.p,
    row.stepOneInBoth,
    row.stepOneInOne.length,
    row.isByConstruction ? 'yes' : 'no',
  ]),
});
