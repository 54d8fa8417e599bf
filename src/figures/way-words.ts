import { isAdvisable, type NextCall, type WayName } from '../transcript/index.ts';
import type { Shape } from './figure-spec.ts';

interface WayWords {
  /** Its name on the page. */
  readonly label: string;
  /** What of the failure the model reads. */
  readonly shows: string;
  readonly shape: Shape;
}

const words = (label: string, shape: Shape, shows: string): WayWords => ({ label, shows, shape });

const WAYS: Readonly<Record<WayName, WayWords>> = {
  error: words('error', 'circle', 'the call and its error, as in the log'),
  terse: words('terse error', 'circle', 'the call and the line of the error that names it'),
  verbose: words('long error', 'circle', 'the call, its error and a hint behind it'),
  quoting: words('quoted error', 'circle', 'the call, and its error with the call quoted in it'),
  description: words('note', 'diamond', 'a note in place of the call and its error'),
  instructed: words('error, instruction', 'circle', 'the call, its error and an instruction after it'),
  'instructed-before': words(
    'instruction first',
    'circle',
    'an instruction in the system prompt, then the call and its error',
  ),
  early: words('error placed first', 'circle', 'the call and its error before all other steps'),
  none: words('left out', 'diamond', 'nothing of the failed step'),
  marker: words('bare marker', 'diamond', 'a mark that a try failed, and nothing else'),
  neutral: words('neutral text', 'triangle', 'the call and a text that says neither success nor failure'),
};

/** A way's name on the page. */
export const wayLabel = (way: WayName): string => WAYS[way].label;

/** What of the failure the model reads when it is shown this way. */
export const shownByWay = (way: WayName): string => WAYS[way].shows;

export const wayShape = (way: WayName): Shape => WAYS[way].shape;

/** Rows in the two groups, each in the order they came in; a group without a row is left out. */
export const wayGroups = <T extends { readonly way: WayName }>(
  rows: readonly T[],
): readonly { readonly title: string; readonly rows: readonly T[] }[] =>
  [
    { title: 'Ways to show it', rows: rows.filter(({ way }) => isAdvisable(way)) },
    { title: 'For comparison', rows: rows.filter(({ way }) => !isAdvisable(way)) },
  ].filter((group) => group.rows.length > 0);

/** Why the ways of the second group are never recommended, however well they do. */
export const NEVER_ADVISED =
  '“Left out” and “bare marker” are never recommended: they bring back the state in which your agent made this call; left out, it is that very state, so an agent that takes the likeliest token every time makes the same call again. “Neutral text” is there to compare with: it hides that the call failed.';

/** What a written turn is, by what an agent’s program could do with it; in the order of the page. */
export const NEXT_CALLS = [
  'same-call',
  'right-call',
  'other-call',
  'unusable-call',
  'words',
] as const satisfies readonly NextCall[];

const NEXT_WORDS: Readonly<Record<NextCall, string>> = {
  'same-call': 'same call',
  'right-call': 'right call',
  'other-call': 'other known tool or arguments',
  'unusable-call': 'call that cannot be used',
  words: 'words, or nothing',
};

export const nextCallWords = (next: NextCall): string => NEXT_WORDS[next];
