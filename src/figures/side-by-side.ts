import type { CaseOutcome, MistakeClass, Outcome } from '../probe/index.ts';
import { caseNames, type NamedItem } from './case-name.ts';
import { roleOfChange } from './condition-style.ts';
import type { Cell, FigureSpec, LegendEntry, Mark, Shape } from './figure-spec.ts';
import { dot, hollow, label, meanRing, plate, rule } from './marks.ts';
import { bracketed, fixed, sizeOf, spoken } from './number-words.ts';
import { beforeAfterWords, rowName, shareWords, sideBySideHeading } from './side-by-side-words.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';
import { swarmOffsets } from './swarm.ts';
import { SCALE_WORDS } from './view-words.ts';

/** One row: what its cases are of, and what they come to. */
export interface SideRow {
  readonly name: string;
  readonly cases: readonly CaseOutcome[];
  readonly outcome: Outcome;
  /** Numbers of a run that was recorded earlier stand in for those of this computer. */
  readonly isRecorded: boolean;
}

export interface SideGroup {
  /** Null: the rows need no heading. */
  readonly title: string | null;
  readonly rows: readonly SideRow[];
}

export interface SideBySideInput {
  readonly id: string;
  /** What is drawn, in a few words. */
  readonly title: string;
  /** What the rows are: a column of the table. */
  readonly rowsAre: string;
  readonly groups: readonly SideGroup[];
  /** For the names of cases. */
  readonly items: readonly NamedItem[];
  /** Of the bootstrap behind the intervals. */
  readonly draws: number;
  readonly width: number;
}

/** Kinds of mistake differ by shape, and by their words. */
const MISTAKE_SHAPES: Readonly<Record<MistakeClass, Shape>> = { form: 'circle', value: 'diamond' };
const OTHER_SHAPE: Shape = 'square';
const MISTAKE_CLASS_WORDS: Readonly<Record<MistakeClass, string>> = {
  form: 'form error',
  value: 'made-up value',
};

/** Below this the rows carry their name and numbers on lines of their own. */
const NARROW_PX = 780;
const TOP = 24;
const GROUP_TITLE = 24;
const { digits: DIGITS, unit: UNIT, usualGains: USUAL } = SCALE_WORDS['whole-call'];

interface Layout {
  readonly isNarrow: boolean;
  readonly left: number;
  readonly right: number;
  readonly rowHeight: number;
  readonly rowLine: number;
}

const layoutFor = (width: number): Layout =>
  width < NARROW_PX
    ? { isNarrow: true, left: 12, right: width - 12, rowHeight: 116, rowLine: 90 }
    : { isNarrow: false, left: 132, right: width - 376, rowHeight: 48, rowLine: 24 };

/**
 * Strips of G side by side, one dot a case, and beside each its failed call and its right call, before and after. Null:
 * no row has a case.
 */
export function sideBySideFigure(input: SideBySideInput): FigureSpec | null {
  const { id, title, items, draws, width } = input;
  const groups = input.groups
    .map(({ title: over, rows }) => ({ title: over, rows: rows.filter(({ cases }) => cases.length > 0) }))
    .filter(({ rows }) => rows.length > 0);
  const rows = groups.flatMap((group) => group.rows);
  if (rows.length === 0) return null;
  const layout = layoutFor(width);
  const ends = rows.flatMap(({ cases, outcome: { gain } }) => [
    ...cases.map(({ gainNats }) => gainNats),
    ...(gain?.interval == null ? [] : [gain.interval.low, gain.interval.high]),
  ]);
  const axis = steppedAxis(ends, USUAL, [layout.left, layout.right]);
  const names = caseNames(items);
  const marks: Mark[] = [];
  let top = TOP;
  for (const group of groups) {
    if (group.title !== null) {
      marks.push(
        plate(2, top + 17, group.title, 12),
        label(2, top + 17, group.title, { role: 'soft', sizePx: 12, weight: 600 }),
      );
      top += GROUP_TITLE;
    }
    for (const row of group.rows) {
      marks.push(...rowMarks(row, top, axis, layout, width, names));
      top += layout.rowHeight;
    }
  }
  const axisLabel = `G, ${UNIT}; one dot a case`;
  return {
    id,
    heading: sideBySideHeading(groups),
    title,
    width,
    height: top + 42,
    axes: [axisOf(axis, 'x', axisLabel)],
    marks: [
      ...xAxisMarks(axis, 20, top),
      ...headMarks(axis, layout, width),
      ...marks,
      label((layout.left + layout.right) / 2, top + 36, axisLabel, {
        role: 'soft',
        sizePx: 12,
        anchor: 'middle',
      }),
    ],
    legend: legendOf(rows),
    table: {
      columns: [
        { name: input.rowsAre, digits: null },
        { name: 'case', digits: null },
        { name: 'kind of mistake', digits: null },
        { name: `G (${UNIT})`, digits: DIGITS },
        { name: '95 % interval from', digits: DIGITS },
        { name: 'to', digits: DIGITS },
        { name: 'G below zero', digits: null },
        { name: 'would write the failed call before', digits: null },
        { name: 'after', digits: null },
        { name: 'would write the right call before', digits: null },
        { name: 'right call after', digits: null },
      ],
      rows: groups.flatMap((group) => group.rows.flatMap((row) => tableRows(group, row))),
    },
    description: spoken(
      groups
        .flatMap((group) => group.rows.map((row) => `${nameIn(group, row)}: ${rowSentence(row)}`))
        .join(' '),
    ),
    caption:
      `${SCALE_WORDS['whole-call'].definition} Left of zero: the failed call became more likely. ` +
      `Ring and bar: mean and its 95 % interval, tasks drawn with replacement ${fixed(draws, 0)} times (from 5 cases on). ` +
      'Would write: by greedy decoding, word for word, before → after the failure was shown. ' +
      'A G above zero alone is no correction: read it with the right calls.',
    view: 'As in the paper.',
  };
}

const nameIn = ({ title }: Pick<SideGroup, 'title'>, row: SideRow): string =>
  `${title === null ? '' : `${title}, `}${rowName(row)}`;

function headMarks(axis: SteppedAxis, { isNarrow, left, right }: Layout, width: number): readonly Mark[] {
  const zero = axis.at(0);
  const soft = { role: 'soft', sizePx: 12 } as const;
  const marks: Mark[] = [];
  if (zero - left > 150)
    marks.push(label(zero - 8, 13, '← same call more likely', { ...soft, anchor: 'end' }));
  if (right - zero > 90) marks.push(label(zero + 8, 13, 'less likely →', soft));
  if (!isNarrow) {
    const end = { ...soft, anchor: 'end' } as const;
    marks.push(
      label(width - 208, 13, 'mean G', end),
      label(width - 104, 13, 'repeats it', end),
      label(width, 13, 'right call', end),
    );
  }
  return marks;
}

function rowMarks(
  row: SideRow,
  top: number,
  axis: SteppedAxis,
  { isNarrow, rowLine }: Layout,
  width: number,
  names: ReadonlyMap<string, string>,
): readonly Mark[] {
  const { cases, outcome, isRecorded } = row;
  const y = top + rowLine;
  const offsets = swarmOffsets(
    cases.map(({ itemId, gainNats }) => ({ x: axis.at(gainNats), key: itemId })),
    3.2,
    19,
  );
  const dots = cases.map(({ itemId, gainNats, mistake }, index) => {
    const shape = mistake === null ? OTHER_SHAPE : MISTAKE_SHAPES[mistake];
    const mark = dot(shape, axis.at(gainNats), y + (offsets[index] ?? 0), 3.2, roleOfChange(-gainNats));
    const kind = mistake === null ? '' : `, ${MISTAKE_CLASS_WORDS[mistake]}`;
    return {
      ...mark,
      ...(isRecorded ? { fillOpacity: 0 } : {}),
      label: `${names.get(itemId) ?? itemId}, ${row.name}${kind}: G ${fixed(gainNats, DIGITS)} ${UNIT}${isRecorded ? ' (recorded)' : ''}`,
    };
  });
  return [...dots, ...meanMarks(row, y, axis), ...rowWords(row, top, y, isNarrow, width, outcome)];
}

function meanMarks(
  { name, outcome: { gain }, isRecorded }: SideRow,
  y: number,
  axis: SteppedAxis,
): readonly Mark[] {
  // A mean of a few cases says nothing that the dots do not, and would hide them.
  if (gain?.interval == null) return [];
  const { low, high } = gain.interval;
  const line = rule(axis.at(low), y, axis.at(high), y, 'ink', isRecorded ? 1.6 : 2.4);
  const at = axis.at(gain.value);
  return [
    isRecorded ? { ...line, dashes: '4 3' } : line,
    {
      ...(isRecorded ? hollow('diamond', at, y, 5) : meanRing(at, y)),
      label: `${name}: ${gainWords(gain)}${isRecorded ? ' (recorded)' : ''}`,
    },
  ];
}

const gainWords = (gain: NonNullable<Outcome['gain']>): string =>
  `${gain.n === 1 ? '' : 'mean '}G ${fixed(gain.value, DIGITS)}${bracketed(gain.interval, DIGITS)}`;

function rowWords(
  { name, isRecorded }: SideRow,
  top: number,
  y: number,
  isNarrow: boolean,
  width: number,
  outcome: Outcome,
): readonly Mark[] {
  const { gain, repeatsBefore, repeatsAfter, rightBefore, rightAfter } = outcome;
  const recorded = isRecorded ? ' (recorded)' : '';
  const again = beforeAfterWords(repeatsBefore, repeatsAfter);
  const right = beforeAfterWords(rightBefore, rightAfter);
  if (isNarrow) {
    const lines = [
      `${gain === null ? '' : gainWords(gain)}, ${sizeOf(outcome.cases)}`,
      `repeats it ${again}; right call ${right}`,
    ];
    return [
      plate(12, top + 14, `${name}${recorded}`),
      label(12, top + 14, `${name}${recorded}`, { weight: 600 }),
      ...lines.flatMap((line, at) => [
        plate(12, top + 31 + 16 * at, line, 12),
        label(12, top + 31 + 16 * at, line, { role: 'soft', sizePx: 12 }),
      ]),
    ];
  }
  const number = { anchor: 'end', sizePx: 12 } as const;
  return [
    label(120, y + (isRecorded ? -3 : 4), name, { anchor: 'end', weight: 600 }),
    ...(isRecorded ? [label(120, y + 12, 'recorded', { ...number, role: 'soft' })] : []),
    label(
      width - 208,
      y + 4,
      gain === null ? '' : `${fixed(gain.value, DIGITS)}${bracketed(gain.interval, DIGITS)}`,
      number,
    ),
    label(width - 104, y + 4, again, number),
    label(width, y + 4, right, number),
  ];
}

function legendOf(rows: readonly SideRow[]): readonly LegendEntry[] {
  const classes = (['form', 'value'] as const).filter((name) =>
    rows.some(({ cases }) => cases.some(({ mistake }) => mistake === name)),
  );
  return [
    ...classes.map((name) => ({
      text: MISTAKE_CLASS_WORDS[name],
      role: 'mark' as const,
      shape: MISTAKE_SHAPES[name],
    })),
    { text: 'left of zero: toward the same call', role: 'toward', shape: null },
    { text: 'right of zero: away from it', role: 'away', shape: null },
    ...(rows.some(({ isRecorded }) => isRecorded)
      ? [{ text: 'hollow: a recorded run', role: 'ink', shape: 'diamond', look: 'hollow' } as const]
      : []),
  ];
}

function tableRows(group: SideGroup, row: SideRow): readonly (readonly Cell[])[] {
  const { cases, outcome } = row;
  const { gain, negative, repeatsBefore, repeatsAfter, rightBefore, rightAfter } = outcome;
  const name = nameIn(group, row);
  const yes = (is: boolean): string => (is ? 'yes' : 'no');
  return [
    [
      name,
      gain?.n === 1 ? 'the one case' : 'mean over cases',
      '',
      gain?.value ?? null,
      gain?.interval?.low ?? null,
      gain?.interval?.high ?? null,
      shareWords(negative),
      shareWords(repeatsBefore),
      shareWords(repeatsAfter),
      shareWords(rightBefore),
      shareWords(rightAfter),
    ],
    ...cases.map((one) => [
      name,
      one.itemId,
      one.mistake === null ? '' : MISTAKE_CLASS_WORDS[one.mistake],
      one.gainNats,
      null,
      null,
      yes(one.gainNats < 0),
      yes(one.repeatsBefore),
      yes(one.repeatsAfter),
      yes(one.rightBefore),
      yes(one.rightAfter),
    ]),
  ];
}

const rowSentence = ({ outcome }: SideRow): string =>
  `${outcome.gain === null ? '' : `${gainWords(outcome.gain)} ${UNIT}, `}${sizeOf(outcome.cases)}; G below zero in ${shareWords(outcome.negative)}; ` +
  `would write the failed call before in ${shareWords(outcome.repeatsBefore)}, after in ${shareWords(outcome.repeatsAfter)}; ` +
  `the right call before in ${shareWords(outcome.rightBefore)}, after in ${shareWords(outcome.rightAfter)}.`;
