import {
  HARDLY,
  type BeforeAndAfter,
  type Dependence,
  type ProbeSummary,
  type Scale,
} from '../probe/index.ts';
import { caseNames, type NamedItem } from './case-name.ts';
import { conditionLabel, roleOfChange, seenUnder } from './condition-style.ts';
import type { FigureSpec, LegendEntry, Mark } from './figure-spec.ts';
import { dot, label, rule } from './marks.ts';
import { bracketed, counted, fixed, spoken } from './number-words.ts';
import { seenIn, withoutStatistic } from './seen-in.ts';
import { rateWords } from './slope-words.ts';
import { axisOf, steppedAxis, xAxisMarks, yAxisMarks, type SteppedAxis } from './stepped-axis.ts';
import { ofCasesInView, SCALE_WORDS, withView, type ScaleWords } from './view-words.ts';

export interface BeforeAfterInput {
  readonly summary: ProbeSummary;
  /** For the names of cases. */
  readonly items: readonly NamedItem[];
  readonly width: number;
}

const LEFT = 56;
const TOP = 12;

/**
 * log p of the failed call before the failure and after it was shown, one dot a case; above the diagonal it became
 * likelier. The line with its interval says whether the score after follows the score before.
 */
export function beforeAfterFigure({ summary, items, width }: BeforeAfterInput): FigureSpec {
  const { dependence, subject, view } = summary;
  const words = SCALE_WORDS[view.scale];
  const { unit, digits, usualScores, compared } = words;
  const cases = [...dependence.cases];
  const height = Math.min(420, Math.round(width * 0.72));
  const bottom = height - 44;
  const values = cases.flatMap(([, { beforeNats, afterNats }]) => [beforeNats, afterNats]);
  const x = steppedAxis(values, usualScores, [LEFT, width - 12]);
  const y = steppedAxis(values, usualScores, [bottom, TOP]);
  const names = caseNames(items);
  const raised = cases.filter(([, { beforeNats, afterNats }]) => afterNats > beforeNats).length;
  const lines = slopeMarks(dependence, x, y);
  return {
    id: 'before-after',
    heading: headingOf(summary, raised),
    title: `Before and after: log p, ${unit}`,
    width,
    height,
    axes: [axisOf(x, 'x', `log p before, ${unit}`), axisOf(y, 'y', `log p after, ${unit}`)],
    marks: [
      ...frameMarks(x, y, bottom, width, unit),
      ...cases.map(([itemId, entry]) => caseMark(itemId, names.get(itemId) ?? itemId, entry, digits, x, y)),
      ...lines,
    ],
    legend: [
      { text: `above the dashed line: toward the same ${compared}`, role: 'toward', shape: 'circle' },
      { text: 'below it: away from it', role: 'away', shape: 'circle' },
      ...(lines.length === 0
        ? []
        : [
            {
              text: 'full line: how after follows before',
              role: 'ink',
              shape: null,
              look: 'line',
            } satisfies LegendEntry,
          ]),
    ],
    table: {
      columns: [
        { name: 'case', digits: null },
        { name: `log p before (${unit})`, digits },
        { name: `log p after (${unit})`, digits },
      ],
      rows: cases.map(([itemId, { beforeNats, afterNats }]) => [itemId, beforeNats, afterNats]),
    },
    description: spoken(
      `One dot a case. Across: log p of ${thingOf(words)} before the failure; up: log p of the same ${compared} with ${seenUnder(subject)} in view. ${raised} of ${counted(cases.length, 'dot')} lie above the diagonal, where the ${compared} became more likely.${slopeWords(dependence)}`,
    ),
    caption: withView(captionOf(summary), withoutStatistic(summary)),
    view: seenIn(withoutStatistic(summary)),
  };
}

const WHOLE =
  'log p: sum of the natural-log probabilities of the call’s tokens, as the beginning of the next turn';

/** What is on both axes. */
const SCORE_WORDS: Readonly<Record<Scale, string>> = {
  'whole-call': WHOLE,
  'per-token': `${WHOLE}, divided by their number`,
  'per-byte': `${WHOLE}, divided by the bytes of the call (UTF-8)`,
  'first-diverging-token':
    'log p: natural-log probability of the first token in which the failed call differs from the right one',
};

function captionOf({ dependence: { slope }, subject, view }: ProbeSummary): string {
  const line =
    slope === null
      ? ''
      : ` Full line: least squares of after on before; thin lines: the ends of the 95 % interval of its slope, tasks drawn with replacement. “Hardly matters” is said when that interval lies within ± ${HARDLY}, “by about as much” when it lies within ± ${HARDLY} of 1, “in part” when all of it lies between 0 and 1, “cannot be told” when it holds 0 and reaches beyond ± ${HARDLY}, and nothing of it for ten tasks or fewer.`;
  return `${SCORE_WORDS[view.scale]}. After: “${conditionLabel(subject)}”. On the dashed line nothing changed.${line}`;
}

const thingOf = ({ compared }: ScaleWords): string =>
  compared === 'token' ? 'the failed call’s first other token' : 'the failed call';

function headingOf(summary: ProbeSummary, raised: number): string {
  const { dependence, subject, view } = summary;
  const { size } = dependence.cases;
  if (size === 0)
    return summary.conditions.length === 0
      ? 'No case is finished yet.'
      : `No case has been scored with ${seenUnder(subject)} in view yet.`;
  const thing = SCALE_WORDS[view.scale].compared === 'token' ? 'The call’s first other token' : 'The call';
  const opening = `${thing} became more likely in ${size === 1 ? `${raised === 1 ? 'the one' : 'none of one'} case` : `${raised} of ${counted(size, 'case')}`}`;
  return ofCasesInView(followWords(opening, dependence), summary);
}

function followWords(opening: string, { kind, slope }: Dependence): string {
  if (kind === null || slope === null) return `${opening}.`;
  const rate = rateWords(slope);
  switch (kind) {
    case 'hardly':
      return `${opening}, and how likely it was before hardly matters after: ${rate}. So G here mostly measures how unlikely the call was at first.`;
    case 'alike':
      return `${opening}; all calls moved by about as much: ${rate}.`;
    case 'partly':
      return `${opening}; how likely it is after depends in part on before: ${rate}.`;
    case 'surely':
      return `${opening}; how likely it is after depends on before: ${rate}.`;
    case 'untold':
      return `${opening}; whether how likely it was before matters after cannot be told from these cases: ${rate}.`;
  }
}

const slopeWords = ({ slope }: Dependence): string =>
  slope === null ? '' : ` Slope of after on before: ${fixed(slope.value, 2)}${bracketed(slope.interval, 2)}.`;

/** The line within the cases' own range, and with the ends of its slope's interval through the middle of the cloud. */
function slopeMarks({ slope, cases }: Dependence, x: SteppedAxis, y: SteppedAxis): readonly Mark[] {
  // The interval is what makes a line worth drawing.
  if (slope?.interval == null) return [];
  const before = [...cases.values()].map(({ beforeNats }) => beforeNats);
  const middle = before.reduce((sum, value) => sum + value, 0) / before.length;
  const height = slope.intercept + slope.value * middle;
  const range = [Math.min(...before), Math.max(...before)] as const;
  const line = (rate: number, strokeWidth: number): Mark | null => {
    const ends = within(range, y.domain, (at) => height + rate * (at - middle));
    return ends === null
      ? null
      : {
          ...rule(x.at(ends.from.x), y.at(ends.from.y), x.at(ends.to.x), y.at(ends.to.y), 'ink', strokeWidth),
          ...(strokeWidth > 1
            ? { label: `slope ${fixed(slope.value, 2)}${bracketed(slope.interval, 2, '95 %: ')}` }
            : {}),
        };
  };
  return [line(slope.interval.low, 1), line(slope.interval.high, 1), line(slope.value, 2.4)].filter(
    (mark) => mark !== null,
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The part of a straight line over `range` that stays between the ends of the other axis. */
function within(
  range: readonly [number, number],
  [low, high]: readonly [number, number],
  heightAt: (x: number) => number,
): { readonly from: Point; readonly to: Point } | null {
  const [start, end] = range;
  const [first, last] = [heightAt(start), heightAt(end)];
  const cut = (bound: number): number => start + ((bound - first) / (last - first)) * (end - start);
  const inside = (value: number): boolean => value >= low && value <= high;
  const places = [
    ...(inside(first) ? [start] : []),
    ...(inside(last) ? [end] : []),
    ...[low, high]
      .filter((bound) => (first < bound && bound < last) || (last < bound && bound < first))
      .map(cut),
  ].sort((one, other) => one - other);
  const from = places[0];
  const to = places.at(-1);
  if (from === undefined || to === undefined || from === to) return null;
  const point = (at: number): Point => ({ x: at, y: Math.min(high, Math.max(low, heightAt(at))) });
  return { from: point(from), to: point(to) };
}

function frameMarks(
  x: SteppedAxis,
  y: SteppedAxis,
  bottom: number,
  width: number,
  unit: string,
): readonly Mark[] {
  const soft = { role: 'soft', sizePx: 12, anchor: 'middle' } as const;
  const [first, last] = x.domain;
  return [
    ...xAxisMarks(x, TOP, bottom),
    ...yAxisMarks(y, LEFT, width - 12),
    { ...rule(x.at(first), y.at(first), x.at(last), y.at(last), 'zero', 1.5), dashes: '5 4' },
    label((LEFT + width - 12) / 2, bottom + 36, `log p before, ${unit}`, soft),
    label(14, (TOP + bottom) / 2, `log p after, ${unit}`, { ...soft, isTurned: true }),
  ];
}

const caseMark = (
  itemId: string,
  name: string,
  { beforeNats, afterNats }: BeforeAndAfter,
  digits: number,
  x: SteppedAxis,
  y: SteppedAxis,
): Mark => ({
  ...dot('circle', x.at(beforeNats), y.at(afterNats), 3, roleOfChange(afterNats - beforeNats)),
  key: itemId,
  label: `${name}: log p ${fixed(beforeNats, digits)} before, ${fixed(afterNats, digits)} after`,
});
