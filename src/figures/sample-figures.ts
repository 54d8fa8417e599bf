import type { ConditionName, KnockoutEffect, TokenChange, WordEffect } from '../probe/index.ts';
import {
  adviceWords,
  attemptsFigure,
  beforeAfterFigure,
  breakdownFigure,
  decompositionFigure,
  knockoutBars,
  kitSharesFigure,
  knockoutFigure,
  manipulationsFigure,
  ownFailuresFigure,
  publishedGainsFigure,
  rolloutContextFigure,
  rolloutContrastsFigure,
  rolloutOutcomesFigure,
  rolloutStepsFigure,
  stepSplitFigure,
  stripFigure,
  tokenHeatFigure,
  waysFigure,
  wordHeat,
  wordHeatFigure,
  type FigureSpec,
  type StudiedCheckpoint,
  type StudiedGain,
} from './index.ts';
import {
  sampleContrasts,
  sampleOutcomes,
  sampleOwn,
  sampleScope,
  sampleScripted,
  sampleSteps,
} from './sample-rollouts.ts';
import { sampleKit } from './sample-kit.ts';
import { sampleRun, type SampleCase } from './sample-run.ts';
import {
  sampleAttempts,
  sampleHeatWords,
  sampleStretches,
  sampleSummaries,
  sampleView,
} from './sample-step.ts';

const OPERATORS = ['tool_typo', 'arg_typo', 'name_for_email'] as const;
const ERRORS = ['unknown_tool', 'unexpected_argument', 'format_error'] as const;
/** Nats above the error. */
const ABOVE: Partial<Record<ConditionName, number>> = {
  fail_terse: -0.1,
  fail_verbose: 0,
  fail_echo: 1.3,
  fail_instr: 0.1,
  fail_k2: 2,
  fail_k3: 3,
  fail_early: -0.9,
  fail_other: -13,
  neut_pad: -2.5,
  abstract: -18,
  abstract_min: -24,
};

/** Where the score after hardly depends on the score before; the spread is made up, but not regular. */
export const sampleCases: readonly SampleCase[] = Array.from({ length: 36 }, (_, i) => {
  const pre = -18 - ((i * 7) % 13);
  const fail = -5 - ((i * 5) % 7) * 0.4;
  const wobble = (((i * 11) % 5) - 2) * 0.2;
  return {
    pre,
    fail,
    neut: fail - 2 + wobble,
    succ: fail - 2.5 - wobble,
    repeats: i % 4 === 0,
    right: i % 9 === 0,
    gold: { pre: -14 - (i % 5) },
    operator: OPERATORS[i < 31 ? 0 : i < 34 ? 1 : 2],
    error: ERRORS[i % 3] ?? 'other',
    others: Object.fromEntries(
      Object.entries(ABOVE).map(([name, above]) => [
        name,
        fail + above + (name === 'fail_verbose' ? wobble : 0.3 * wobble),
      ]),
    ),
  };
});

const run = sampleRun(sampleCases);

export const samplePublished = {
  fail: { valueNats: -23.9, interval: { low: -25.9, high: -22.1 } },
  abstract: { valueNats: -2.2, interval: { low: -3.4, high: -1.1 } },
};

export const sampleRecorded = {
  name: 'Toy, Q4_1 weights, rebuilt wording',
  summary: sampleRun(sampleCases.slice(0, 12)).summary,
};

export const sampleEffects: readonly KnockoutEffect[] = [
  { part: 'call', hiddenTokens: 13, hiddenNats: -26, effectNats: 18.1 },
  { part: 'error', hiddenTokens: 20, hiddenNats: -3.4, effectNats: -4.5 },
  { part: 'control', hiddenTokens: 13, hiddenNats: -7.9, effectNats: 0 },
];

/** Of every step of the scale one, both ways, with a token that markup would choke on. */
export const sampleTokens: readonly TokenChange[] = [
  ['find', -0.2, -0.01],
  ['(', -0.02, -0.05],
  [' nom', -12.5, -0.5],
  ['=', -1.2, -0.2],
  ["'Ada", -0.4, -1.4],
  ['\n<&"', -0.1, -3],
  [')', -0.1, -0.3],
].map(([piece, beforeNats, afterNats], id) => ({
  id,
  piece: String(piece),
  beforeNats: Number(beforeNats),
  afterNats: Number(afterNats),
  changeNats: Number(afterNats) - Number(beforeNats),
  isArgmaxBefore: false,
  isArgmaxAfter: id < 3,
  isTie: id === 1,
}));

/** Of every step of the scale one, both ways, and one that was not hidden yet. */
const sampleWords: readonly WordEffect[] = [
  ['NameError:', 2.5],
  ['<find>', -0.8],
  ['is', 0.02],
  ['not', 0.9],
  ['a', -3],
  ['known', -0.2],
  ['tool', 0.3],
  ['here', null],
].map(([text, effectNats], place) => ({
  word: {
    text: String(text),
    start: 0,
    end: 1,
    gap: 'blank',
    name: `error:${place}-${place + 1}`,
    controlName: null,
  },
  seen:
    effectNats === null
      ? null
      : { hiddenTokens: 2, hiddenNats: -8 - Number(effectNats), effectNats: Number(effectNats) },
  controlNats: effectNats === null ? null : 0.1,
}));

const gain = (gainNats: number, repeatsAfter: number): StudiedGain => ({
  gainNats,
  interval: { low: gainNats - 2, high: gainNats + 2.5 },
  items: 50,
  tasks: 25,
  repeatsBefore: 0,
  repeatsAfter,
});
const checkpoints: readonly StudiedCheckpoint[] = [
  {
    name: 'Small-135M',
    paper: gain(-20, 0.5),
    recorded: [
      { ...gain(-17, 0.6), weights: 'Q4_1 weights', words: 'Small-135M, Q4_1 weights; item wording rebuilt' },
    ],
  },
  { name: 'Large-1B', paper: gain(3.4, 0.02), recorded: [] },
];

/** Every figure of the lab at one width, in px, made of a fixed run: what tests read, measure, save and open. */
export function sampleFigures(width: number): readonly (readonly [name: string, figure: FigureSpec])[] {
  const layers = { width, published: samplePublished, recorded: sampleRecorded };
  const drawn: Readonly<Record<string, FigureSpec | null>> = {
    'published-gains': publishedGainsFigure({ checkpoints, author: 'A. Author, 2026', width }),
    'strip-15': stripFigure({ ...run, ...layers }),
    'strip-recorded': stripFigure({ summary: null, items: [], ...layers }),
    decomposition: decompositionFigure(run.summary, width),
    'before-after': beforeAfterFigure({ ...run, width }),
    'breakdown-operator': breakdownFigure({ ...run, by: 'operator', width }),
    'breakdown-error': breakdownFigure({ ...run, by: 'error', width }),
    'breakdown-depth': breakdownFigure({ ...run, by: 'depth', width }),
    manipulations: manipulationsFigure(run.summary, width),
    tokens: tokenHeatFigure(sampleTokens, width),
    knockout: knockoutFigure(sampleEffects, width),
    words: wordHeatFigure(
      { condition: 'fail', part: 'error', effects: sampleWords, refused: new Set() },
      width,
    ),
    'rollout-outcomes': rolloutOutcomesFigure({ ...sampleOutcomes, width }),
    'rollout-contrasts-repeats': rolloutContrastsFigure({
      ...sampleContrasts('canonical_repeats_per_opportunity'),
      width,
    }),
    'rollout-contrasts-solved': rolloutContrastsFigure({ ...sampleContrasts('solved'), width }),
    'rollout-steps': rolloutStepsFigure({ harnesses: sampleSteps, scope: sampleScope, width }),
    'rollout-context': rolloutContextFigure({ harnesses: sampleSteps, scope: sampleScope, width }),
    'kit-shares': kitSharesFigure({ ...sampleKit, width }),
    'own-failures': ownFailuresFigure({
      own: sampleOwn,
      scripted: sampleScripted,
      scope: sampleScope,
      width,
    }),
    'step-split': stepSplitFigure(sampleView, width),
    attempts: attemptsFigure(sampleAttempts, width),
    'step-knockout': knockoutBars({
      id: 'step-knockout',
      stretches: sampleStretches,
      controlWords: 'The control is as long as the call.',
      width,
    }),
    'step-words': wordHeat(
      {
        ...{ id: 'step-words', name: 'message 6', title: 'Word by word: message 6' },
        ...{ effects: sampleHeatWords, refused: new Set<string>() },
        controlWords: 'The control is as long as the word.',
      },
      width,
    ),
    ways: waysFigure({
      summaries: sampleSummaries,
      beforeNats: sampleView.before.nats,
      heading: adviceWords({ kind: 'none', why: 'no-clear-winner' }, sampleSummaries),
      width,
    }),
  };
  return Object.entries(drawn).map(([name, figure]) => {
    if (figure === null) throw new Error(`the sample run does not suffice for ${name}`);
    return [name, figure];
  });
}
