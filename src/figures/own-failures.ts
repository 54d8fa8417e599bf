import type { OwnFailure } from '../records/index.ts';
import { median } from '../statistics/index.ts';
import { chance } from './chance.ts';
import { roleOfChange } from './condition-style.ts';
import type { FigureSpec, LegendEntry, Mark, SymbolMark } from './figure-spec.ts';
import { dot, label, rule, symbolPath } from './marks.ts';
import { counted, fixed, spoken } from './number-words.ts';
import { ownPoints, type OwnPoint, type ScriptedFailure } from './own-failure-points.ts';
import { rolloutScopeWords, type RolloutScope } from './rollout-scope.ts';
import { axisOf, steppedAxis, xAxisMarks, yAxisMarks, type SteppedAxis } from './stepped-axis.ts';

export interface OwnFailuresInput {
  readonly own: readonly OwnFailure[];
  /** Of the same checkpoint; none: own calls alone, on axes as narrow as they need. */
  readonly scripted: readonly ScriptedFailure[];
  readonly scope: RolloutScope;
  readonly width: number;
}

const LEFT = 56;
const TOP = 24;
const EDGE_PX = 12;

/**
 * G of the model's own failed calls against how likely they were before, and of scripted ones on the same axes; left of
 * zero the call became more likely. Null: no own call has been scored.
 */
export function ownFailuresFigure({ own, scripted, scope, width }: OwnFailuresInput): FigureSpec | null {
  const points = ownPoints(own);
  if (points.length === 0) return null;
  const height = Math.min(460, Math.round(width * 0.8));
  const bottom = height - 46;
  const all = [...points, ...scripted.map(scriptedPoint)];
  const x = steppedAxis(
    all.map(({ gainNats }) => gainNats),
    [-5, 2],
    [LEFT, width - EDGE_PX],
  );
  const y = steppedAxis(
    all.map(({ beforeNats }) => beforeNats),
    [-5, 0],
    [bottom, TOP],
  );
  const soft = { role: 'soft', sizePx: 12 } as const;
  return {
    id: 'own-failures',
    heading: headingOf(points, scripted),
    title: 'The model’s own failed calls beside scripted ones: G and log p before, nats',
    width,
    height,
    axes: [axisOf(x, 'x', 'G, nats'), axisOf(y, 'y', 'log p before, nats')],
    marks: [
      ...xAxisMarks(x, TOP, bottom),
      ...yAxisMarks(y, LEFT, width - EDGE_PX),
      ...limitMarks(x, y),
      label(LEFT, 13, '← same call more likely', soft),
      label(width - EDGE_PX, 13, 'less likely →', { ...soft, anchor: 'end' }),
      label((LEFT + width - EDGE_PX) / 2, bottom + 36, 'G, nats', { ...soft, anchor: 'middle' }),
      label(14, (TOP + bottom) / 2, 'log p before, nats', { ...soft, anchor: 'middle', isTurned: true }),
      ...scripted.map((one) => scriptedMark(one, x, y)),
      ...points.map((point) => ownMark(point, x, y)),
    ],
    legend: legendOf(points, scripted),
    table: {
      columns: [
        { name: 'whose', digits: null },
        { name: 'task or item', digits: null },
        { name: 'call', digits: null },
        { name: 'step', digits: null },
        { name: 'kind of error', digits: null },
        { name: 'first failure of its rollout', digits: null },
        { name: 'harnesses', digits: null },
        { name: 'rollouts', digits: null },
        { name: 'log p before (nats)', digits: 1 },
        { name: 'log p after (nats)', digits: 1 },
        { name: 'G (nats)', digits: 1 },
      ],
      rows: [
        ...points.map(({ failure, harnesses, rollouts, beforeNats, gainNats }) => [
          'own',
          failure.taskId,
          failure.call,
          failure.step + 1,
          failure.errorKind,
          failure.isFirst ? 'yes' : 'no',
          harnesses.join(' '),
          rollouts,
          beforeNats,
          failure.logpAfterNats,
          gainNats,
        ]),
        ...scripted.map(({ itemId, logpBeforeNats, gainNats }) => [
          'scripted',
          itemId,
          '',
          null,
          '',
          '',
          '',
          null,
          logpBeforeNats,
          logpBeforeNats - gainNats,
          gainNats,
        ]),
      ],
    },
    description: spoken(descriptionOf(points, scripted)),
    caption:
      'G = log p of the failed call before the failure − log p of the same call after it was shown with its error, on the spot where the model wrote it. 1 nat = 2.7 times. ' +
      'Dashed: calls that are certain after; none can lie left of it, so a call that was likely before can hardly become more likely. ' +
      'Own calls are those the model chose to write: likely ones, unlike scripted mistakes, which somebody wrote for it. So the two groups differ in more than in who made the mistake. ' +
      'A call in its context counts once, however many rollouts went through it; later failures have an earlier one in view already.',
    view: rolloutScopeWords(scope),
  };
}

const scriptedPoint = ({
  logpBeforeNats,
  gainNats,
}: ScriptedFailure): Pick<OwnPoint, 'beforeNats' | 'gainNats'> => ({
  beforeNats: logpBeforeNats,
  gainNats,
});

/** G cannot lie below log p before, as log p after is never above zero. */
function limitMarks(x: SteppedAxis, y: SteppedAxis): readonly Mark[] {
  const low = Math.max(x.domain[0], y.domain[0]);
  return [{ ...rule(x.at(low), y.at(low), x.at(0), y.at(0), 'zero', 1.5), dashes: '5 4' }];
}

/** First failures are full, later ones hollow. */
function ownMark(point: OwnPoint, x: SteppedAxis, y: SteppedAxis): SymbolMark {
  const { failure, harnesses, rollouts, beforeNats, gainNats } = point;
  const mark = dot('circle', x.at(gainNats), y.at(beforeNats), 4.2, roleOfChange(-gainNats));
  return {
    ...mark,
    ...(failure.isFirst ? { fillOpacity: 0.75 } : { fill: 'panel', fillOpacity: 1, strokeWidth: 1.8 }),
    key: failure.traceKey,
    label: `own: ${failure.call}, ${failure.taskId}, step ${failure.step + 1}, ${failure.isFirst ? 'first failure' : 'a later failure'}, ${counted(rollouts, 'rollout')} (${harnesses.join(', ')}): log p before ${fixed(beforeNats, 1)}, G ${fixed(gainNats, 1)} nats`,
  };
}

const scriptedMark = (
  { itemId, logpBeforeNats, gainNats }: ScriptedFailure,
  x: SteppedAxis,
  y: SteppedAxis,
): SymbolMark => ({
  ...dot('diamond', x.at(gainNats), y.at(logpBeforeNats), 3.2, roleOfChange(-gainNats)),
  fillOpacity: 0,
  path: symbolPath('diamond', 3.2),
  label: `scripted: ${itemId}: log p before ${fixed(logpBeforeNats, 1)}, G ${fixed(gainNats, 1)} nats`,
});

function legendOf(points: readonly OwnPoint[], scripted: readonly ScriptedFailure[]): readonly LegendEntry[] {
  const has = (isFirst: boolean): boolean => points.some(({ failure }) => failure.isFirst === isFirst);
  return [
    ...(has(true)
      ? [{ text: 'own call, first failure of its rollout', role: 'mark', shape: 'circle' } as const]
      : []),
    ...(has(false)
      ? [{ text: 'own call, a later failure', role: 'mark', shape: 'circle', look: 'hollow' } as const]
      : []),
    ...(scripted.length > 0
      ? [{ text: 'scripted failed call', role: 'mark', shape: 'diamond', look: 'hollow' } as const]
      : []),
    { text: 'left of zero: toward the same call', role: 'toward', shape: null },
    { text: 'right of zero: away from it', role: 'away', shape: null },
    { text: 'dashed: certain after', role: 'zero', shape: null, look: 'line' },
  ];
}

interface Scored {
  readonly beforeNats: number;
  readonly gainNats: number;
}

const belowZero = (all: readonly Scored[]): number => all.filter(({ gainNats }) => gainNats < 0).length;

const medianOf = (all: readonly Scored[], value: (one: Scored) => number): number =>
  median(all.map(value)) ?? NaN;

/** Chances lead, as G alone is read as if it said what would be written. */
function headingOf(points: readonly OwnPoint[], scripted: readonly ScriptedFailure[]): string {
  const others = scripted.map(scriptedPoint);
  const firsts = points.filter(({ failure }) => failure.isFirst);
  const later = points.filter(({ failure }) => !failure.isFirst);
  const parts =
    firsts.length === 0 || later.length === 0
      ? ''
      : ` (first failures ${belowZero(firsts)} of ${firsts.length}, later ones ${belowZero(later)} of ${later.length})`;
  return [
    `Of ${counted(points.length, 'failed call')} of its own, ${belowZero(points)} became more likely after the error, G below zero${parts}; ${chancesOf(points)}.`,
    ...(others.length === 0
      ? []
      : [
          `Of ${counted(others.length, 'scripted failed call')} ${belowZero(others)}; ${chancesOf(others)}.`,
          `Median log p before: own ${fixed(medianOf(points, before), 1)}, scripted ${fixed(medianOf(others, before), 1)} nats (1 nat = 2.7 times).`,
        ]),
  ].join(' ');
}

const before = ({ beforeNats }: Scored): number => beforeNats;

/** The medians of both, each by itself. */
function chancesOf(all: readonly Scored[]): string {
  const after = ({ beforeNats, gainNats }: Scored): number => beforeNats - gainNats;
  const middle = all.length === 1 ? 'chance' : 'median chance';
  return `${middle} ${chance(medianOf(all, before)).text} before, ${chance(medianOf(all, after)).text} after`;
}

function descriptionOf(points: readonly OwnPoint[], scripted: readonly ScriptedFailure[]): string {
  const others = scripted.map(scriptedPoint);
  const say = (name: string, all: readonly Scored[]): string =>
    `${name}: ${belowZero(all)} of ${all.length} with G below zero; median log p before ${fixed(medianOf(all, before), 1)} nats, median G ${fixed(
      medianOf(all, ({ gainNats }) => gainNats),
      1,
    )} nats.`;
  const tasks = new Set(points.map(({ failure }) => failure.taskId)).size;
  const kinds = new Set(points.map(({ failure }) => failure.template)).size;
  return [
    'Across: G, left of zero the call became more likely; up: log p before the failure.',
    say(`Own failed calls, of ${counted(tasks, 'task')} of ${counted(kinds, 'kind')}`, points),
    ...(others.length === 0 ? [] : [say('Scripted failed calls', others)]),
  ].join(' ');
}
