import { scaleLinear } from 'd3-scale';
import type { AttemptPoint } from '../pasted-step/index.ts';
import { chance } from './chance.ts';
import type { FigureSpec, Mark, SymbolMark } from './figure-spec.ts';
import { dot, hollow, label, rule, textWidth } from './marks.ts';
import { counted, fixed, signed, spoken } from './number-words.ts';
import { axisOf, steppedAxis, yAxisMarks } from './stepped-axis.ts';

const LEFT_PX = 46;
const RIGHT_PX = 22;
const TOP_PX = 12;
const DRAWN_PX = 190;
const Y_LABEL = 'log p of the call (nats); up: likelier';

/** The same call at each of its failed tries in the log: its chance before and after that try's error. Null: none. */
export function attemptsFigure(points: readonly AttemptPoint[], width: number): FigureSpec | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const bottom = TOP_PX + DRAWN_PX;
  const axis = steppedAxis(
    points.flatMap(({ before, after }) => [before.nats, after.nats]),
    [-5, 0],
    [bottom, TOP_PX],
  );
  const domain = [first.attempt, Math.max(last.attempt, first.attempt + 1)] as const;
  const x = scaleLinear(domain, [LEFT_PX + 16, width - RIGHT_PX]);
  const places = readable(points, (x.range()[1] ?? 0) - (x.range()[0] ?? 0));
  return {
    id: 'attempts',
    heading: headingOf(points, first, last),
    title: 'The same call, try by try',
    width,
    height: bottom + 40,
    axes: [
      {
        dimension: 'x',
        label: 'failed try in the log',
        domain,
        ticks: points.map(({ attempt }) => ({ value: attempt, position: x(attempt), text: String(attempt) })),
      },
      axisOf(axis, 'y', Y_LABEL),
    ],
    marks: [
      ...yAxisMarks(axis, LEFT_PX, width - RIGHT_PX + 8),
      ...lines(points, x, ({ before }) => axis.at(before.nats)).map((line): Mark => ({
        ...line,
        role: 'zero',
        dashes: '4 3',
      })),
      ...lines(points, x, ({ after }) => axis.at(after.nats)),
      ...points.flatMap((point): readonly SymbolMark[] => {
        const { attempt, before, after } = point;
        return [
          { ...hollow('diamond', x(attempt), axis.at(before.nats), 4.6), label: pointWords(point, 'before') },
          {
            ...dot('circle', x(attempt), axis.at(after.nats), 4.8, 'ink'),
            fillOpacity: 1,
            label: pointWords(point, 'after'),
          },
        ];
      }),
      ...places.map((attempt) =>
        label(x(attempt), bottom + 18, String(attempt), { anchor: 'middle', role: 'soft', sizePx: 12 }),
      ),
      label(LEFT_PX, bottom + 34, `failed try in the log; up: likelier`, { role: 'soft', sizePx: 12 }),
    ],
    legend: [
      { text: 'before the try', role: 'ink', shape: 'diamond', look: 'hollow' },
      { text: 'after its error', role: 'ink', shape: 'circle' },
    ],
    table: {
      columns: [
        { name: 'try', digits: null },
        { name: 'log p before (nats)', digits: 1 },
        { name: 'log p after (nats)', digits: 1 },
        { name: 'G (nats)', digits: 1, isSigned: true },
        { name: 'chance before', digits: null },
        { name: 'chance after', digits: null },
        { name: 'greedy repeat after', digits: null },
        { name: 'tokens read after', digits: null },
      ],
      rows: points.map(({ attempt, before, after }) => [
        attempt,
        before.nats,
        after.nats,
        before.nats - after.nats,
        chance(before.nats).text,
        chance(after.nats).text,
        after.isGreedy ? 'yes' : 'no',
        after.contextTokens,
      ]),
    },
    description: spoken(
      points.map((point) => `${pointWords(point, 'before')}; ${pointWords(point, 'after')}.`).join(' '),
    ),
    caption:
      'Each failed try of the same call at its place in the log, under the same cut: log p of the call given everything before the try, and given the try and its error as well. G is the first less the second: where the filled mark stands higher, that try made the call likelier. The tries were your model’s; the numbers are this checkpoint’s.',
  };
}

function pointWords({ attempt, before, after }: AttemptPoint, when: 'before' | 'after'): string {
  const { nats, isGreedy } = when === 'before' ? before : after;
  const gain = when === 'after' ? `, G ${signed(before.nats - after.nats, 1)}` : '';
  return `try ${attempt}, ${when}: ${chance(nats).text} (log p ${fixed(nats, 1)}${gain})${isGreedy ? ', would be written' : ''}`;
}

const lines = (
  points: readonly AttemptPoint[],
  x: (attempt: number) => number,
  y: (point: AttemptPoint) => number,
): readonly ReturnType<typeof rule>[] =>
  points.slice(1).flatMap((point, at) => {
    const from = points[at];
    return from === undefined ? [] : [rule(x(from.attempt), y(from), x(point.attempt), y(point), 'ink', 1.4)];
  });

/** As many numbers under the axis as there is room for. */
function readable(points: readonly AttemptPoint[], room: number): readonly number[] {
  const widest = Math.max(...points.map(({ attempt }) => textWidth(String(attempt), 12))) + 8;
  const every = Math.max(1, Math.ceil((points.length * widest) / Math.max(1, room)));
  return points.filter((_, at) => at % every === 0).map(({ attempt }) => attempt);
}

function headingOf(points: readonly AttemptPoint[], first: AttemptPoint, last: AttemptPoint): string {
  const [from, to] = [chance(first.after.nats).text, chance(last.after.nats).text];
  if (points.length === 1) return `One failed try of this call is measured: ${from} after its error.`;
  const rose = points.filter(({ before, after }) => after.nats > before.nats).length;
  return `After its error, the same call goes from ${from} (try ${first.attempt}) to ${to} (try ${last.attempt}); ${rose} of ${counted(points.length, 'try', 'tries')} made it likelier.`;
}
