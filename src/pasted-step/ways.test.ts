import { describe, expect, test } from 'vitest';
import type { WayName } from '../transcript/index.ts';
import {
  adviceOn,
  cutAsked,
  cutCheckOf,
  isTurnOver,
  SAMPLES,
  stepContexts,
  viewAsked,
  viewOf,
  wayResults,
  waysAsked,
  waySummaries,
  type WayResult,
} from './index.ts';
import { answered, SAMPLE_FITTED, SAMPLE_STEP } from './sample-step.ts';
import { turnUntil } from './turn-to-write.ts';

const contexts = stepContexts(SAMPLE_FITTED);

/** A way in one wording: so many of the drawn turns are usable, the others make the same call. */
const result = (way: WayName, usable: number, sameNats: number, wording = 0, turns = SAMPLES): WayResult => ({
  ...{ way, wording, sameNats, rightNats: null, contextTokens: 50 },
  written: Array.from({ length: turns + 1 }, (_, at) => ({
    text: '',
    next: at > 0 && at <= usable ? 'other-call' : 'same-call',
    greedy: at === 0,
    isCut: false,
  })),
});

describe('what is asked of every way', () => {
  const { scores, turns } = waysAsked(contexts);

  test('the same call and the right one, one likeliest turn and eight drawn ones in every wording', () => {
    expect(scores).toHaveLength(2 * contexts.ways.length);
    expect(turns).toHaveLength((1 + SAMPLES) * contexts.ways.length);
    expect(turns.filter(({ sampling }) => sampling === null)).toHaveLength(contexts.ways.length);
  });

  test('draws have seeds of their own, and the same ones every time', () => {
    const seeds = turns.flatMap(({ sampling }) => sampling?.seed ?? []);
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(seeds[0]).toBe('error 0 0');
    expect(
      turns.every(({ sampling }) => sampling === null || (sampling.temperature === 1 && sampling.topP === 1)),
    ).toBe(true);
    expect(waysAsked(stepContexts(SAMPLE_FITTED)).turns.map(({ id }) => id)).toEqual(
      turns.map(({ id }) => id),
    );
  });

  test('turns are sorted by what a program could do with them, the likeliest first', () => {
    const answers = answered(
      waysAsked(contexts),
      ({ candidate }) => (candidate === SAMPLE_STEP.call ? -5 : -2),
      ({ sampling }) =>
        sampling === null
          ? SAMPLE_STEP.call
          : sampling.seed.endsWith('0')
            ? "find(name='Ann')"
            : sampling.seed.endsWith('1')
              ? 'I wait.'
              : null,
    );
    const [first] = wayResults(contexts, answers);
    expect(first).toMatchObject({ way: 'error', wording: 0, sameNats: -5, rightNats: -2 });
    expect(first?.written.map(({ next, greedy }) => [next, greedy])).toEqual([
      ['same-call', true],
      ['right-call', false],
      ['words', false],
    ]);
  });

  test('a turn ends where nothing behind it would be read', () => {
    expect(turnUntil(SAMPLE_STEP)).toBe('line');
    expect(turnUntil({ style: 'as-written', call: 'a\nb', before: [] })).toBe('nothing-else');
    expect(turnUntil({ style: 'as-written', call: 'Action: a\nAction Input: b', before: [] })).toBe(
      'observation',
    );
    const talking = { role: 'assistant', content: 'I look.\nfind()', parts: [], turn: 1 } as const;
    expect(turnUntil({ ...SAMPLE_STEP, before: [talking] })).toBe('call-line');
    expect(isTurnOver('call-line', 'I look again.\n')).toBe(false);
    expect(isTurnOver('call-line', 'I look again.\nfind(a="b")\n')).toBe(true);
    expect(isTurnOver('line', '\n find()')).toBe(false);
    expect(isTurnOver('line', '\n find()\n')).toBe(true);
    expect(isTurnOver('closing-tag', '<tool_call>\n{}\n</tool_call>')).toBe(true);
    expect(isTurnOver('observation', 'Action: f\nAction Input: 1\nObservation:')).toBe(true);
    expect(isTurnOver('nothing-else', 'a\n\nb\n')).toBe(false);
  });
});

describe('ways over their wordings', () => {
  test('shares count drawn turns, the range is that of the wordings', () => {
    const [summary] = waySummaries([
      result('verbose', 2, -8, 0),
      result('verbose', 6, -4, 1),
      result('verbose', 4, -6, 2),
    ]);
    expect(summary).toMatchObject({
      wordings: 3,
      turns: 24,
      sorted: { 'other-call': 12, 'same-call': 12 },
      greedy: { 'same-call': 3 },
      usableOverWordings: { mean: 0.5, low: 0.25, high: 0.75 },
      sameNats: { mean: -6, low: -8, high: -4 },
      rightNats: null,
    });
    // Wilson, 12 of 24: (0.5 ± …) by the closed form.
    expect(summary?.usableShare?.mean).toBe(0.5);
    expect(summary?.usableShare?.low).toBeCloseTo(0.3143, 4);
    expect(summary?.usableShare?.high).toBeCloseTo(0.6857, 4);
  });

  test('the order is by usable share, then by log p of the same call', () => {
    const order = waySummaries([
      result('error', 2, -9),
      result('terse', 4, -2),
      result('none', 8, -1),
      result('early', 4, -3),
    ]).map(({ way }) => way);
    expect(order).toEqual(['none', 'early', 'terse', 'error']);
  });
});

describe('advice', () => {
  const view = (before: number) => {
    const seen = viewOf(
      contexts,
      answered(viewAsked(contexts), () => before),
    );
    if (seen === null) throw new Error('all is answered');
    return seen;
  };
  const three = (way: WayName, usable: number): WayResult[] =>
    [0, 1, 2].map((at) => result(way, usable, -4, at));

  test('a checkpoint that would not have made the call advises nothing', () => {
    expect(adviceOn(view(-20), waySummaries([...three('verbose', 8), ...three('quoting', 0)]))).toEqual({
      kind: 'none',
      why: 'cannot-stand-in',
    });
  });

  test('a way is advised where it is clearly better than the second best', () => {
    const advice = adviceOn(view(-4), waySummaries([...three('verbose', 8), result('error', 2, -1)]));
    expect(advice).toMatchObject({ kind: 'way', way: 'verbose', over: 'error', difference: { mean: 0.75 } });
    // Newcombe, 24/24 against 2/8: from Wilson 0.8620–1 and 0.0715–0.5907.
    expect(advice.kind === 'way' ? advice.difference.low : null).toBeCloseTo(
      0.75 - Math.hypot(1 - 0.862, 0.5907 - 0.25),
      3,
    );
  });

  test('a checkpoint that writes no usable call in any way cannot tell them apart', () => {
    expect(adviceOn(view(-4), waySummaries([result('verbose', 0, -40), result('error', 0, -1)]))).toEqual({
      kind: 'none',
      why: 'none-usable',
    });
  });

  test('where the draws do not tell two ways apart there is no clear winner, whatever p(same) says', () => {
    expect(adviceOn(view(-4), waySummaries([result('verbose', 5, -40), result('error', 4, -1)]))).toEqual({
      kind: 'none',
      why: 'no-clear-winner',
    });
  });

  test('left out, bare marker and neutral text are never advised, nor what has too few draws', () => {
    const summaries = waySummaries([
      ...three('none', 8),
      ...three('marker', 8),
      ...three('neutral', 8),
      ...three('verbose', 8),
      result('error', 7, -1, 0, 7),
    ]);
    expect(adviceOn(view(-4), summaries)).toEqual({ kind: 'none', why: 'too-few' });
  });
});

describe('does the cut matter', () => {
  const half = stepContexts({
    ...SAMPLE_FITTED,
    step: { ...SAMPLE_STEP, before: SAMPLE_STEP.before.slice(0, 2) },
  });
  const cut = {
    size: 'half',
    settings: { lastMessages: 0, system: 'whole', mostCharacters: null },
    keptTokens: 5,
  } as const;
  const looked = (gain: number, asked = cutAsked(contexts)) => {
    const answers = answered(asked, ({ context, id }) =>
      id === asked.scores[0]?.id
        ? -4 + gain
        : -4 - context.reduce((sum, { content }) => sum + content.length, 0) / 1000,
    );
    const view = viewOf(contexts, answers);
    if (view === null) throw new Error('before and after are answered');
    return { view, ways: wayResults(contexts, answers) };
  };
  const answersOfHalf = answered(cutAsked(half), ({ context }) =>
    context.length === 2 ? -9 : -4 - context.reduce((sum, { content }) => sum + content.length, 0) / 1000,
  );

  test('sign and order hold or not', () => {
    const same = cutCheckOf(cut, half, answersOfHalf, looked(-3));
    expect(same).toMatchObject({
      size: 'half',
      keptTokens: 5,
      signHolds: true,
      orderHolds: true,
      firstHolds: true,
    });
    expect(same?.gainNats).toBeLessThan(0);
    expect(same?.order).toHaveLength(8);
    expect(cutCheckOf(cut, half, answersOfHalf, looked(3))?.signHolds).toBe(false);
    const { view, ways } = looked(-3);
    const turned = ways.map((one) => ({ ...one, sameNats: -one.sameNats }));
    expect(cutCheckOf(cut, half, answersOfHalf, { view, ways: turned })).toMatchObject({
      orderHolds: false,
      firstHolds: false,
    });
  });

  test('before all is scored nothing is said, and of an order only where there is one to compare', () => {
    expect(cutCheckOf(cut, half, { scores: new Map(), turns: new Map() }, looked(-3))).toBeNull();
    const { view } = looked(-3);
    expect(cutCheckOf(cut, half, answersOfHalf, { view, ways: [] })).toMatchObject({
      signHolds: true,
      orderHolds: null,
      firstHolds: null,
    });
  });
});
