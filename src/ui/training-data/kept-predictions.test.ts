import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPrediction, keepPrediction, keptPrediction } from './kept-predictions.ts';
import { locked, NO_PREDICTION, skipped, withGuess } from './prediction.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

const ANSWERS = { sign: 'below', repeats: 'some', right: 'none' } as const;
const committed = locked(withGuess(NO_PREDICTION, 'base', ANSWERS), ['base']);

test('a prediction is kept, question by question', () => {
  keepPrediction('twins', committed);
  expect(keptPrediction('twins')).toEqual(committed);
  expect(keptPrediction('class')).toEqual(NO_PREDICTION);
});

test.each([
  ['locked', committed],
  ['done without', skipped(NO_PREDICTION)],
])('what was %s in one tab is not opened by answers that another still gives', (_, said) => {
  keepPrediction('twins', said);
  keepPrediction('twins', withGuess(NO_PREDICTION, 'base', { sign: 'above' }));
  expect(keptPrediction('twins')).toEqual(said);
  forgetPrediction('twins');
  expect(keptPrediction('twins')).toEqual(NO_PREDICTION);
  keepPrediction('twins', withGuess(NO_PREDICTION, 'base', { sign: 'above' }));
  expect(keptPrediction('twins').guesses['base']?.sign).toBe('above');
});

test('without storage nothing was predicted, and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined);
  keepPrediction('twins', committed);
  expect(keptPrediction('twins')).toEqual(NO_PREDICTION);
});
