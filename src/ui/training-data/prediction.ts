import type { Outcome } from '../../probe/index.ts';
import type { Share } from '../../statistics/index.ts';

export const SIGNS = ['below', 'about', 'above'] as const;
export const AMOUNTS = ['none', 'some', 'most'] as const;
export type Sign = (typeof SIGNS)[number];
export type Amount = (typeof AMOUNTS)[number];

/** What somebody expects of one subject. Null: not said yet. */
export interface Guess {
  readonly sign: Sign | null;
  readonly repeats: Amount | null;
  readonly right: Amount | null;
}

/** Open until a run begins; then it is locked, or was openly done without. */
export interface Prediction {
  readonly state: 'open' | 'locked' | 'skipped';
  /** By subject. */
  readonly guesses: Readonly<Partial<Record<string, Guess>>>;
}

export const NO_GUESS: Guess = { sign: null, repeats: null, right: null };
export const NO_PREDICTION: Prediction = { state: 'open', guesses: {} };

export const guessOf = ({ guesses }: Prediction, subject: string): Guess => guesses[subject] ?? NO_GUESS;

/** A locked prediction stays as it is. */
export const withGuess = (prediction: Prediction, subject: string, change: Partial<Guess>): Prediction =>
  prediction.state === 'open'
    ? {
        ...prediction,
        guesses: { ...prediction.guesses, [subject]: { ...guessOf(prediction, subject), ...change } },
      }
    : prediction;

/** Answers that are not given yet. */
export const openAnswers = (prediction: Prediction, subjects: readonly string[]): number =>
  subjects
    .flatMap((subject) => Object.values(guessOf(prediction, subject)) as readonly (string | null)[])
    .filter((answer) => answer === null).length;

/** What was said is committed to; with answers missing nothing is locked. */
export const locked = (prediction: Prediction, subjects: readonly string[]): Prediction =>
  prediction.state === 'open' && openAnswers(prediction, subjects) === 0
    ? { ...prediction, state: 'locked' }
    : prediction;

/** A run without a prediction; answers given so far are forgotten, nobody was held to them. */
export const skipped = (prediction: Prediction): Prediction =>
  prediction.state === 'open' ? { state: 'skipped', guesses: {} } : prediction;

/**
 * Where the mean G lies: on one side of zero when its interval leaves zero out, about zero when it does not. Null: too
 * few cases for an interval.
 */
export function signMeasured({ gain }: Pick<Outcome, 'gain'>): Sign | null {
  if (gain?.interval == null) return null;
  const { low, high } = gain.interval;
  return high < 0 ? 'below' : low > 0 ? 'above' : 'about';
}

/** None; some: up to half of the cases; most: more than half. Null of no case. */
export const amountMeasured = ({ k, n }: Share): Amount | null =>
  n === 0 ? null : k === 0 ? 'none' : 2 * k <= n ? 'some' : 'most';

/** One answer beside what was measured. */
export interface Compared {
  readonly question: keyof Guess;
  readonly predicted: Sign | Amount | null;
  readonly measured: Sign | Amount | null;
}

/** In the order of the questions; `predicted` is null where nothing was predicted. */
export const comparedWith = (guess: Guess, outcome: Outcome): readonly Compared[] => [
  { question: 'repeats', predicted: guess.repeats, measured: amountMeasured(outcome.repeatsAfter) },
  { question: 'right', predicted: guess.right, measured: amountMeasured(outcome.rightAfter) },
  { question: 'sign', predicted: guess.sign, measured: signMeasured(outcome) },
];
