import { AMOUNTS, SIGNS, type Amount, type Guess, type Sign } from './prediction.ts';

/** The questions, at one rank. */
export const QUESTIONS: Readonly<Record<keyof Guess, string>> = {
  repeats: 'Writes the failed call again, word for word',
  right: 'Writes the right call',
  sign: 'The failed call becomes',
};

/** The same beside the numbers, which have these names. */
export const SHORT_QUESTIONS: Readonly<Record<keyof Guess, string>> = {
  repeats: 'Failed call again',
  right: 'Right call',
  sign: 'Failed call becomes',
};

const SIGN_WORDS: Readonly<Record<Sign, string>> = {
  below: 'more likely (G below zero)',
  about: 'about as likely (G about zero)',
  above: 'less likely (G above zero)',
};

const AMOUNT_WORDS: Readonly<Record<Amount, string>> = {
  none: 'in no item',
  some: 'in some, up to half',
  most: 'in more than half',
};

export const answerWords = (answer: Sign | Amount | null): string =>
  answer === null
    ? 'cannot be told yet'
    : answer in SIGN_WORDS
      ? SIGN_WORDS[answer as Sign]
      : AMOUNT_WORDS[answer as Amount];

/** What can be answered to a question, in order. */
export const ANSWERS: Readonly<Record<keyof Guess, readonly (Sign | Amount)[]>> = {
  repeats: AMOUNTS,
  right: AMOUNTS,
  sign: SIGNS,
};

export const RULE =
  '“About zero”: the 95 % interval of the mean G holds zero; more or less likely: the interval leaves it out.';
