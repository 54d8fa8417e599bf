import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { outcomeOf, type CaseOutcome } from '../../probe/index.ts';
import { LIVE_DRAWS, PUBLISHED_SEED } from '../../statistics/index.ts';
import { keepPrediction, keptPrediction } from './kept-predictions.ts';
import {
  amountMeasured,
  comparedWith,
  guessOf,
  locked,
  NO_GUESS,
  NO_PREDICTION,
  openAnswers,
  skipped,
  withGuess,
  type Prediction,
} from './prediction.ts';

const whole = (subjects: readonly string[]): Prediction =>
  subjects.reduce(
    (said: Prediction, subject) =>
      withGuess(said, subject, { sign: 'below', repeats: 'some', right: 'none' }),
    NO_PREDICTION,
  );

describe('a prediction', () => {
  it('is locked only when every question has its answer', () => {
    const half = withGuess(whole(['a']), 'b', { sign: 'above' });
    expect(openAnswers(half, ['a', 'b'])).toBe(2);
    expect(locked(half, ['a', 'b']).state).toBe('open');
    expect(locked(whole(['a', 'b']), ['a', 'b']).state).toBe('locked');
  });

  it('stays as it was once it is locked', () => {
    const said = locked(whole(['a']), ['a']);
    expect(withGuess(said, 'a', { sign: 'above' })).toBe(said);
    expect(skipped(said)).toBe(said);
  });

  it('can be done without, openly, and then holds nobody to anything', () => {
    expect(skipped(whole(['a']))).toEqual({ state: 'skipped', guesses: {} });
    expect(guessOf(skipped(whole(['a'])), 'a')).toEqual(NO_GUESS);
  });
});

describe('beside what was measured', () => {
  const measured = (gains: readonly number[], again: number, right: number) => {
    const cases = gains.map((gainNats, at): CaseOutcome => ({
      itemId: `i${at}`,
      taskId: `t${at}`,
      mistake: 'form',
      gainNats,
      failedBeforeNats: null,
      failedAfterNats: null,
      rightBeforeNats: null,
      rightAfterNats: null,
      repeatsBefore: false,
      repeatsAfter: at < again,
      rightBefore: false,
      rightAfter: at < right,
    }));
    const outcome = outcomeOf(cases, { draws: LIVE_DRAWS, seed: PUBLISHED_SEED });
    if (!outcome.ok) throw new Error(outcome.error.happened);
    return outcome.value;
  };
  const signOf = (gains: readonly number[]) =>
    comparedWith(NO_GUESS, measured(gains, 0, 0)).find(({ question }) => question === 'sign')?.measured;

  it('a side of zero is measured when the interval leaves zero out', () => {
    expect(signOf([-3, -4, -5, -3, -4, -6])).toBe('below');
    expect(signOf([3, 4, 5, 3, 4, 6])).toBe('above');
    expect(signOf([-9, 9, -8, 8, -7, 7])).toBe('about');
    // Four cases have no interval.
    expect(signOf([-3, -4, -5, -3])).toBeNull();
  });

  it('half of the cases is some, one more is most', () => {
    expect([0, 1, 3, 4, 6].map((k) => amountMeasured({ k, n: 6 }))).toEqual([
      'none',
      'some',
      'some',
      'most',
      'most',
    ]);
    expect(amountMeasured({ k: 0, n: 0 })).toBeNull();
  });

  it('repeats, right calls and G stand at one rank, each with its own answer', () => {
    const outcome = measured([-3, -4, -5, -3, -4, -6], 4, 1);
    expect(comparedWith({ sign: 'above', repeats: 'most', right: null }, outcome)).toEqual([
      { question: 'repeats', predicted: 'most', measured: 'most' },
      { question: 'right', predicted: null, measured: 'some' },
      { question: 'sign', predicted: 'above', measured: 'below' },
    ]);
  });
});

describe('kept in the browser', () => {
  const shelf = new Map<string, string>();
  beforeEach(() => {
    shelf.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => shelf.get(key) ?? null,
      setItem: (key: string, value: string) => shelf.set(key, value),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('comes back as it was, each question by itself', () => {
    const said = locked(whole(['a']), ['a']);
    keepPrediction('one', said);
    keepPrediction('other', skipped(NO_PREDICTION));
    expect(keptPrediction('one')).toEqual(said);
    expect(keptPrediction('other').state).toBe('skipped');
    expect(keptPrediction('a third')).toEqual(NO_PREDICTION);
  });

  it('whatever else stands there is no prediction', () => {
    for (const strange of ['', 'no JSON', '[]', '{"one":{"state":"won","guesses":{}}}', 'null']) {
      shelf.set('backfire-lab-predictions', strange);
      expect(keptPrediction('one')).toEqual(NO_PREDICTION);
    }
  });

  it('a browser without storage loses nothing of the page', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(keptPrediction('one')).toEqual(NO_PREDICTION);
    expect(() => {
      keepPrediction('one', NO_PREDICTION);
    }).not.toThrow();
  });
});
