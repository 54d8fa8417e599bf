import type { WaySummary } from '../pasted-step/index.ts';
import { isAdvisable } from '../transcript/index.ts';
import { chance } from './chance.ts';
import { roleOfChange, SHAPE_WORDS } from './condition-style.ts';
import type { Cell, FigureSpec, Mark, Table } from './figure-spec.ts';
import { dot, label, plate, rule } from './marks.ts';
import { counted, fixed, signed, spoken } from './number-words.ts';
import { percentAxis, percentAxisOf, uprightPercents, type PercentAxis } from './percent-axis.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';
import { NEXT_CALLS, nextCallWords, wayGroups, wayLabel, wayShape } from './way-words.ts';
import { usableCount } from './ways-advice.ts';

export interface WaysComparedInput {
  /** In the order of what is best. */
  readonly summaries: readonly WaySummary[];
  /** log p of the call before the failure. */
  readonly beforeNats: number;
  /** What they come to: the figure's heading. */
  readonly heading: string;
  readonly width: number;
}

/** Below this the two readings stand under each other, each with all ways. */
const NARROW_PX = 620;
const TOP = 24;
const GROUP_PX = 24;
const ROW_PX = 42;
const FOOT_PX = 44;
const NAMES_PX = 150;
const GAP_PX = 40;
const EDGE_PX = 16;
const USABLE = '% of sampled turns';
const SAME = '← toward the same call; nats of G';
const SOFT = { role: 'soft', sizePx: 12 } as const;

/** What is read off one way, with the sign of G: below zero, the same call is likelier than before the failure. */
interface Reading {
  readonly meanNats: number;
  readonly lowNats: number;
  readonly highNats: number;
}

type Group = ReturnType<typeof wayGroups<WaySummary>>[number];

/** One of the two readings, with all ways in their groups. */
interface Panel {
  readonly groups: readonly Group[];
  readonly title: string;
  readonly top: number;
  /** Where it begins and ends; its axis may begin further right, behind the names. */
  readonly left: number;
  readonly right: number;
  readonly names: 'beside' | 'above' | 'none';
}

/** Every way to show the failure in a row: how often the next turn was usable, and the G of the same call. Null: none. */
export function waysFigure({ summaries, beforeNats, heading, width }: WaysComparedInput): FigureSpec | null {
  if (summaries.length === 0) return null;
  const readingOf = ({ sameNats }: WaySummary): Reading => ({
    meanNats: beforeNats - sameNats.mean,
    lowNats: beforeNats - sameNats.high,
    highNats: beforeNats - sameNats.low,
  });
  const groups = wayGroups(summaries);
  const isNarrow = width < NARROW_PX;
  const middle = Math.round((width + NAMES_PX) / 2);
  const height = TOP + groups.length * GROUP_PX + summaries.length * ROW_PX + FOOT_PX;
  const panels: readonly [Panel, Panel] = isNarrow
    ? [
        { groups, title: 'Usable next calls', top: 0, left: 0, right: width, names: 'above' },
        { groups, title: 'The same call', top: height + 12, left: 0, right: width, names: 'above' },
      ]
    : [
        { groups, title: 'Usable next calls', top: 0, left: 0, right: middle - GAP_PX / 2, names: 'beside' },
        { groups, title: 'The same call', top: 0, left: middle + GAP_PX / 2, right: width, names: 'none' },
      ];
  const usable = percentAxis(rangeOf(panels[0]));
  const readings = summaries.map(readingOf);
  const same = steppedAxis(
    readings.flatMap(({ lowNats, highNats }) => [lowNats, highNats]),
    [-4, 4],
    rangeOf(panels[1]),
  );
  return {
    id: 'ways',
    heading,
    title: 'What is written next, by how the failure is shown',
    width,
    height: isNarrow ? 2 * height + 12 : height,
    axes: [axisOf(same, 'x', SAME), percentAxisOf(usable, 'x', USABLE)],
    marks: [
      ...usablePanel(panels[0], usable, height - FOOT_PX),
      ...samePanel(panels[1], same, readingOf, height - FOOT_PX),
    ],
    legend: [
      ...(['circle', 'diamond', 'triangle'] as const)
        .filter((shape) => summaries.some(({ way }) => wayShape(way) === shape))
        .map((shape) => ({ text: SHAPE_WORDS[shape], role: 'ink' as const, shape })),
      { text: 'line: 95 % interval, or the range over wordings', role: 'ink', shape: null, look: 'line' },
      { text: 'left of zero: the same call likelier than before the failure', role: 'toward', shape: null },
      { text: 'right of zero: less likely than before', role: 'away', shape: null },
    ],
    table: tableOf(
      groups.flatMap(({ rows }) => rows),
      readingOf,
    ),
    description: spoken(
      groups
        .map(({ title, rows }) => `${title}: ${rows.map((row) => sentenceOf(row, readingOf(row))).join(' ')}`)
        .join(' '),
    ),
    caption:
      'Usable: the next turn is a call that an agent’s program could run and is not the same call: the right call, another tool that the log knows, or other arguments. Of 8 sampled turns in each wording (temperature 1, top-p 1, seeded); the likeliest turn is counted apart, in the table. Its line: Wilson’s 95 % interval over all sampled turns, as if the wordings were one. ' +
      'The same call: log p of the same call before the failure − log p after it was shown this way; mark: mean over the wordings; line: lowest to highest. “Left out” is 0 by definition.',
  };
}

/** From where to where the axis of a panel reaches. */
const rangeOf = ({ left, right, names }: Panel): readonly [number, number] => [
  left + (names === 'beside' ? NAMES_PX : EDGE_PX),
  right - EDGE_PX,
];

function usablePanel(panel: Panel, axis: PercentAxis, rowsPx: number): readonly Mark[] {
  const bottom = panel.top + rowsPx;
  return [
    ...uprightPercents(axis, panel.top + TOP - 6, bottom),
    label(axis.at(0), bottom + 34, USABLE, SOFT),
    ...rowsOf(panel, (row, y) => {
      if (row.usableShare === null) return { number: 'not written yet', marks: [] };
      const { mean, low, high } = row.usableShare;
      return {
        number: `${usableCount(row)} of ${row.turns}`,
        marks: [
          rule(axis.at(low), y, axis.at(high), y, 'ink', 2.4),
          {
            ...dot(wayShape(row.way), axis.at(mean), y, 4.8, 'ink'),
            fillOpacity: 1,
            label: `${wayLabel(row.way)}: ${usableText(row)}`,
          },
        ],
      };
    }),
  ];
}

function samePanel(
  panel: Panel,
  axis: SteppedAxis,
  readingOf: (row: WaySummary) => Reading,
  rowsPx: number,
): readonly Mark[] {
  const bottom = panel.top + rowsPx;
  return [
    ...xAxisMarks(axis, panel.top + TOP - 6, bottom),
    label(axis.at(axis.domain[0]), bottom + 34, SAME, SOFT),
    ...rowsOf(panel, (row, y) => {
      const { meanNats, lowNats, highNats } = readingOf(row);
      const role = /[1-9]/.test(fixed(meanNats, 1)) ? roleOfChange(-meanNats) : 'zero';
      return {
        number: `${chance(row.sameNats.mean).text} (${signed(meanNats, 1)})`,
        marks: [
          rule(axis.at(lowNats), y, axis.at(highNats), y, 'ink', 2.4),
          {
            ...dot(wayShape(row.way), axis.at(meanNats), y, 4.8, role),
            fillOpacity: 1,
            label: `${wayLabel(row.way)}: ${sameText(row, readingOf(row))}`,
          },
        ],
      };
    }),
  ];
}

/** The rows of a panel in their groups: names, the number in words, and what is drawn at its height. */
function rowsOf(
  { groups, title, top, left, right, names }: Panel,
  draw: (row: WaySummary, y: number) => { readonly number: string; readonly marks: readonly Mark[] },
): readonly Mark[] {
  const [from] = rangeOf({ groups, title, top, left, right, names });
  const marks: Mark[] = [label(from, top + 13, title, { sizePx: 12, weight: 600 })];
  let y = top + TOP;
  for (const group of groups) {
    // Words must not stand on grid lines.
    marks.push({ ...plate(left, y + 15, ''), x: left, width: right - left });
    if (names !== 'none') marks.push(label(left + 2, y + 15, group.title, { ...SOFT, weight: 600 }));
    y += GROUP_PX;
    for (const row of group.rows) {
      const { number, marks: drawn } = draw(row, y + 28);
      const words = names === 'above' ? `${wayLabel(row.way)}: ${number}` : number;
      const x = names === 'above' ? left + 2 : from + 4;
      if (names === 'beside') marks.push(label(left + 2, y + 28, wayLabel(row.way)));
      marks.push(plate(x, y + 13, words, 12), label(x, y + 13, words, { sizePx: 12 }), ...drawn);
      y += ROW_PX;
    }
  }
  return marks;
}

const usableText = (row: WaySummary): string =>
  row.usableShare === null
    ? 'no turn written yet'
    : `${usableCount(row)} of ${counted(row.turns, 'sampled turn')} usable, ${percent(row.usableShare.mean)} % [${percent(row.usableShare.low)} to ${percent(row.usableShare.high)}]`;

const sameText = ({ sameNats, wordings }: WaySummary, { meanNats }: Reading): string =>
  `same call ${chance(sameNats.mean).text}${wordings < 2 ? '' : ` (${chance(sameNats.low).text} to ${chance(sameNats.high).text} over ${wordings} wordings)`}, G ${signed(meanNats, 1)} nats`;

const percent = (share: number): string => fixed(100 * share, 0);

const sentenceOf = (row: WaySummary, reading: Reading): string =>
  `${wayLabel(row.way)}: ${usableText(row)}; ${sameText(row, reading)}.`;

function tableOf(rows: readonly WaySummary[], readingOf: (row: WaySummary) => Reading): Table {
  return {
    columns: [
      { name: 'way', digits: null },
      { name: 'can be recommended', digits: null },
      { name: 'wordings', digits: null },
      { name: 'sampled turns', digits: null },
      { name: 'usable (%)', digits: 0 },
      { name: '95 % interval from', digits: 0 },
      { name: 'to', digits: 0 },
      { name: 'lowest over wordings (%)', digits: 0 },
      { name: 'highest (%)', digits: 0 },
      ...NEXT_CALLS.map((next) => ({ name: `${nextCallWords(next)} (sampled)`, digits: null })),
      ...NEXT_CALLS.map((next) => ({ name: `${nextCallWords(next)} (likeliest turn)`, digits: null })),
      { name: 'log p of the same call, mean (nats)', digits: 1 },
      { name: 'chance of the same call', digits: null },
      { name: 'G of the same call, mean (nats)', digits: 1, isSigned: true },
      { name: 'lowest over wordings (nats)', digits: 1, isSigned: true },
      { name: 'highest (nats)', digits: 1, isSigned: true },
      { name: 'log p of the right call, mean (nats)', digits: 1 },
    ],
    rows: rows.map((row) => {
      const { way, wordings, turns, usableShare, usableOverWordings, sorted, greedy, sameNats } = row;
      const { meanNats, lowNats, highNats } = readingOf(row);
      const share = (value: number | undefined): Cell => (value === undefined ? null : 100 * value);
      return [
        wayLabel(way),
        isAdvisable(way) ? 'yes' : 'no',
        wordings,
        turns,
        ...[usableShare?.mean, usableShare?.low, usableShare?.high].map(share),
        ...[usableOverWordings?.low, usableOverWordings?.high].map(share),
        ...NEXT_CALLS.map((next) => sorted[next]),
        ...NEXT_CALLS.map((next) => greedy[next]),
        sameNats.mean,
        chance(sameNats.mean).text,
        meanNats,
        lowNats,
        highNats,
        row.rightNats?.mean ?? null,
      ];
    }),
  };
}
