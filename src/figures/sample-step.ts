import type { AttemptPoint, ScoredCall, StepView, WaySummary } from '../pasted-step/index.ts';
import { isAdvisable, type WayName } from '../transcript/index.ts';
import type { HeatWord } from './word-heat.ts';
import type { HiddenStretch } from './knockout-bars.ts';

const PIECES = ['find', '_event', '(', 'title', '="', 'stand', '-up', '",', ' day', '="', 'Thursday', '")'];

/** A made-up score of one call. */
export const sampleCall = (nats: number, rest: Partial<ScoredCall> = {}): ScoredCall => ({
  nats,
  tokens: PIECES.map((piece, at) => ({
    piece,
    nats: (nats * (1 + (at % 4))) / 28,
    gapNats: at % 3 === 0 ? 0 : 0.4,
  })),
  ...{ contextTokens: 812, isGreedy: false, hiddenTokens: 0 },
  ...rest,
});

export const sampleView: StepView = {
  before: sampleCall(-8.4),
  after: sampleCall(-1.9, { isGreedy: true, contextTokens: 851 }),
  neutral: sampleCall(-3.1, { contextTokens: 851 }),
  rightBefore: sampleCall(-11.2),
  rightAfter: sampleCall(-9.6),
  gainNats: -6.5,
  copyNats: 5.3,
  semNats: 1.2,
  standsIn: true,
};

export const sampleAttempts: readonly AttemptPoint[] = [-1.9, -0.8, -0.5, -0.6, -0.3].map((nats, at) => ({
  attempt: at + 1,
  before: sampleCall([-8.4, -2.4, -1, -0.4, -0.7][at] ?? 0),
  after: sampleCall(nats, { isGreedy: true, contextTokens: 851 + 40 * at }),
}));

export const sampleStretches: readonly HiddenStretch[] = (
  [
    ['message 1, system prompt', 1.2],
    ['message 2, user', -0.4],
    ['message 3, agent', 0.3],
    ['message 4, tool result', 0],
    ['the failed call', 5.9],
    ['its error', -1.1],
    ['control: as long as the call', 0.2],
  ] as const
).map(([name, effectNats], at) => ({
  name,
  isControl: name.startsWith('control'),
  hiddenTokens: 12 + at,
  hiddenNats: -1.9 - effectNats,
  effectNats,
}));

export const sampleHeatWords: readonly HeatWord[] = (
  [
    ['Error:', 0.9],
    ['no', -0.2],
    ['event', -2.6],
    ['“stand-up”', 2.4],
    ['on', 0.02],
    ['Thursday', null],
  ] as const
).map(([text, effectNats], at) => ({
  word: { text, gap: at === 0 ? 'none' : 'blank', name: `message-5:${10 * at}-${10 * at + text.length}` },
  seen: effectNats === null ? null : { hiddenTokens: 2, hiddenNats: -1.9 - effectNats, effectNats },
  controlNats: effectNats === null ? null : 0.1,
}));

const summary = (way: WayName, sameMean: number, counts: readonly number[], wordings = 3): WaySummary => {
  const [same = 0, right = 0, other = 0, unusable = 0, words = 0] = counts;
  const turns = same + right + other + unusable + words;
  const usable = (right + other) / Math.max(1, turns);
  const sort = (of: readonly number[]) => ({
    'same-call': of[0] ?? 0,
    'right-call': of[1] ?? 0,
    'other-call': of[2] ?? 0,
    'unusable-call': of[3] ?? 0,
    words: of[4] ?? 0,
  });
  return {
    ...{ way, wordings, turns },
    isAdvisable: isAdvisable(way),
    sorted: sort(counts),
    greedy: sort([wordings]),
    usableShare:
      turns === 0
        ? null
        : { mean: usable, low: Math.max(0, usable - 0.15), high: Math.min(1, usable + 0.18) },
    sameShare: turns === 0 ? null : { mean: same / turns, low: 0, high: 1 },
    usableOverWordings:
      turns === 0 ? null : { mean: usable, low: Math.max(0, usable - 0.1), high: Math.min(1, usable + 0.1) },
    sameNats: {
      mean: sameMean,
      low: sameMean - (wordings > 1 ? 0.9 : 0),
      high: sameMean + (wordings > 1 ? 0.6 : 0),
    },
    rightNats: { mean: -9, low: -10, high: -8 },
  };
};

export const sampleSummaries: readonly WaySummary[] = [
  summary('description', -6.2, [2, 3, 15, 1, 3]),
  summary('instructed', -2.6, [9, 1, 10, 2, 2]),
  summary('terse', -2, [5, 0, 2, 0, 1], 1),
  summary('error', -1.9, [6, 0, 2, 0, 0], 1),
  summary('quoting', -1, [21, 0, 2, 0, 1]),
  summary('instructed-before', -2.2, [], 3),
  summary('marker', -7, [1, 4, 16, 1, 2]),
  summary('neutral', -3.1, [10, 0, 9, 1, 4]),
  summary('none', -8.4, [3, 2, 3, 0, 0], 1),
];
