import { isAdvisable, wayName, type KitShare, type KitWay } from '../transcript/index.ts';
import type { FigureSpec, Mark, Role, Shape } from './figure-spec.ts';
import { dot, label, plate, rule } from './marks.ts';
import { counted, fixed, spoken } from './number-words.ts';
import { percentAxis, percentAxisOf, uprightPercents, type PercentAxis } from './percent-axis.ts';

export interface KitSharesInput {
  readonly ways: readonly KitWay[];
  /** The model that answered, as the result names it. */
  readonly model: string;
  /** Requests without an answer. */
  readonly failed: number;
  readonly isComplete: boolean;
  readonly width: number;
}

const NARROW_PX = 620;
const TOP = 28;
const NAMES_PX = 168;
const NUMBER_PX = 96;
const EDGE_PX = 14;
const LINE_PX = 22;

type Measure = 'same' | 'usable';
const MEASURES: readonly Measure[] = ['same', 'usable'];
const STYLE: Readonly<Record<Measure, { name: string; role: Role; shape: Shape }>> = {
  same: { name: 'same call', role: 'toward', shape: 'circle' },
  usable: { name: 'usable call', role: 'away', shape: 'diamond' },
};

interface Layout {
  readonly isNarrow: boolean;
  readonly rowHeight: number;
  readonly axes: Readonly<Record<Measure, PercentAxis>>;
}

/**
 * What the user's own model did next, way by way: how often the same call, how often one that can be used, over all
 * wordings, each with its 95 % interval. Null: no answer was counted.
 */
export function kitSharesFigure(input: KitSharesInput): FigureSpec | null {
  const { ways, width } = input;
  if (ways.length === 0) return null;
  const layout = layoutFor(width);
  const bottom = TOP + layout.rowHeight * ways.length;
  const panels: readonly Measure[] = layout.isNarrow ? ['same'] : MEASURES;
  return {
    id: 'kit-shares',
    heading: headingOf(input),
    title: 'What your model did next, by the way the failure is shown',
    width,
    height: bottom + 40,
    axes: panels.map((name) => percentAxisOf(layout.axes[name], 'x', AXIS_WORDS)),
    marks: [
      ...panels.flatMap((name) => panelMarks(name, layout, bottom)),
      ...ways.flatMap((way, at) => rowMarks(way, TOP + layout.rowHeight * at, layout, width)),
    ],
    legend: MEASURES.map((name) => ({
      text: `${STYLE[name].name}, 95 % interval`,
      role: STYLE[name].role,
      shape: STYLE[name].shape,
    })),
    table: {
      columns: [
        { name: 'way to show the failure', digits: null },
        { name: 'purpose', digits: null },
        { name: 'wordings', digits: null },
        { name: 'answers', digits: null },
        { name: 'same call', digits: null },
        ...percentColumns('same call'),
        { name: 'lowest wording (%)', digits: 0 },
        { name: 'highest wording (%)', digits: 0 },
        { name: 'usable call', digits: null },
        ...percentColumns('usable call'),
        { name: 'right call', digits: null },
        { name: 'unusable call', digits: null },
        { name: 'words', digits: null },
        { name: 'requests without an answer', digits: null },
      ],
      rows: ways.map((one) => [
        wayName(one.way),
        isAdvisable(one.way) ? 'way to show' : 'comparison',
        one.wordings,
        one.n,
        one.same.count,
        ...percents(one.same),
        ...one.sameRange.map((share) => 100 * share),
        one.usable.count,
        ...percents(one.usable),
        one.right,
        one.unusable,
        one.words,
        one.failed,
      ]),
    },
    description: spoken(ways.map((one) => `${wayName(one.way)}: ${wordsOf(one)}.`).join(' ')),
    caption: captionOf(input),
  };
}

const AXIS_WORDS = '% of answers';

const percentColumns = (name: string): FigureSpec['table']['columns'] =>
  [`${name} (%)`, `${name}, low (%)`, `${name}, high (%)`].map((column) => ({ name: column, digits: 0 }));

const percents = ({ share, interval }: KitShare): readonly number[] =>
  [share, interval.low, interval.high].map((value) => 100 * value);

function layoutFor(width: number): Layout {
  const isNarrow = width < NARROW_PX;
  if (isNarrow) {
    const axis = percentAxis([width / 2 + 16, width - EDGE_PX]);
    return { isNarrow, rowHeight: 30 + LINE_PX * MEASURES.length, axes: { same: axis, usable: axis } };
  }
  const panel = (width - NAMES_PX - EDGE_PX) / 2 - NUMBER_PX;
  const left = (at: number): number => NAMES_PX + at * (panel + NUMBER_PX);
  const axisAt = (at: number): PercentAxis => percentAxis([left(at), left(at) + panel]);
  return { isNarrow, rowHeight: 34, axes: { same: axisAt(0), usable: axisAt(1) } };
}

function panelMarks(name: Measure, { axes, isNarrow }: Layout, bottom: number): readonly Mark[] {
  const axis = axes[name];
  return [
    ...uprightPercents(axis, TOP - 6, bottom),
    ...(isNarrow ? [] : [label(axis.at(0), 13, STYLE[name].name, { sizePx: 12, weight: 600 })]),
    label(axis.at(0.5), bottom + 33, AXIS_WORDS, { role: 'soft', sizePx: 12, anchor: 'middle' }),
  ];
}

function rowMarks(way: KitWay, top: number, { isNarrow, axes }: Layout, width: number): readonly Mark[] {
  const name = wayName(way.way);
  const role: Role = isAdvisable(way.way) ? 'ink' : 'soft';
  const names = isNarrow
    ? [{ ...plate(0, top + 17, ''), width }, label(2, top + 17, name, { weight: 600, role })]
    : [label(2, top + 22, name, { weight: 600, role })];
  return [
    ...names,
    ...MEASURES.flatMap((measure, at): readonly Mark[] => {
      const { share, count, interval } = way[measure];
      const axis = axes[measure];
      const { role: colour, shape, name: what } = STYLE[measure];
      const y = top + (isNarrow ? 34 + LINE_PX * at : 18);
      const number = `${count} of ${way.n}`;
      return [
        isNarrow
          ? label(2, y + 4, `${what} ${number}`, { sizePx: 12 })
          : label(axis.at(1) + 12, y + 4, number, { sizePx: 12 }),
        rule(axis.at(interval.low), y, axis.at(interval.high), y, colour, 2.4),
        {
          ...dot(shape, axis.at(share), y, 4.8, colour),
          fillOpacity: 1,
          label: `${name}, ${what}: ${shareWords(way[measure], way.n)}`,
        },
      ];
    }),
  ];
}

const percent = (share: number): string => fixed(100 * share, 0);

const shareWords = ({ count, share, interval }: KitShare, n: number): string =>
  `${count} of ${n}, ${percent(share)} % [${percent(interval.low)} to ${percent(interval.high)}]`;

const wordsOf = (one: KitWay): string =>
  `same call ${shareWords(one.same, one.n)}; usable call ${shareWords(one.usable, one.n)}`;

const saidWords = ({ count, share, interval }: KitShare, n: number): string =>
  `${count} of ${counted(n, 'answer')} (${percent(share)} %, 95 % interval ${percent(interval.low)} to ${percent(interval.high)})`;

/** The way with most usable calls, if its interval lies clear of that of the error as it was. */
function winnerOf(ways: readonly KitWay[], asItWas: KitWay): KitWay | null {
  const clear = ways.filter(
    ({ way, usable }) => isAdvisable(way) && usable.interval.low > asItWas.usable.interval.high,
  );
  return clear.reduce<KitWay | null>(
    (most, one) => (most === null || one.usable.share > most.usable.share ? one : most),
    null,
  );
}

/** Intervals that overlap name no winner. */
function headingOf({ ways, model }: KitSharesInput): string {
  const asItWas = ways.find(({ way }) => way === 'error');
  if (asItWas === undefined)
    return `What ${model} did next under ${counted(ways.length, 'way')} to show the failure.`;
  const begin = `${model} made the same call again in ${saidWords(asItWas.same, asItWas.n)} to the error as it was.`;
  const best = winnerOf(ways, asItWas);
  return best === null
    ? `${begin} No way has clearly more usable next calls than that: the 95 % intervals overlap.`
    : `${begin} Most usable next calls: “${wayName(best.way)}”, ${saidWords(best.usable, best.n)}, against ${saidWords(asItWas.usable, asItWas.n)}.`;
}

function captionOf({ ways, failed, isComplete }: KitSharesInput): string {
  const asItWas = ways.find(({ way }) => way === 'error');
  const comparison = ways.filter(({ way }) => !isAdvisable(way));
  return [
    'Same call: name and arguments of the call that had failed. Usable: the right call, where one was given, or another call of a tool that the log knows.',
    'All wordings of a way are counted together; the table has the lowest and the highest. Line: 95 % interval (Wilson), which takes the answers for independent. They are answers to one step of one log.',
    ...(comparison.length > 0
      ? [
          `Pale names: for comparison only. “${wayName('none')}” and “${wayName('marker')}” bring back the state in which the call was made.`,
        ]
      : []),
    ...(asItWas !== undefined && winnerOf(ways, asItWas) !== null
      ? ['The best of several ways looks better than it is: sample it once more before you rely on it.']
      : []),
    ...(failed > 0
      ? [`${counted(failed, 'request')} had no answer and ${failed === 1 ? 'is' : 'are'} not counted.`]
      : []),
    ...(isComplete ? [] : ['The run was not finished.']),
  ].join(' ');
}
