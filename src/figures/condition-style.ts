import { CONDITIONS, presentationOf, type ConditionName } from '../probe/index.ts';
import type { Role, Shape } from './figure-spec.ts';

/** The shape of a condition's dots: four kinds of condition, told apart within a kind by their label. */
export const SHAPES: Readonly<Record<ConditionName, Shape>> = {
  pre: 'diamond',
  fail: 'circle',
  fail_terse: 'circle',
  fail_verbose: 'circle',
  fail_echo: 'circle',
  fail_instr: 'circle',
  fail_k2: 'circle',
  fail_k3: 'circle',
  fail_early: 'circle',
  fail_other: 'square',
  neut: 'triangle',
  neut_pad: 'triangle',
  succ: 'square',
  abstract: 'diamond',
  abstract_min: 'diamond',
};

/** What the shapes have in common. */
export const SHAPE_WORDS: Readonly<Record<Shape, string>> = {
  circle: 'the call with its error',
  triangle: 'the call with a neutral text',
  diamond: 'no call in view',
  square: 'success, or another call',
};

/** A condition's name on the page. */
export const conditionLabel = (condition: ConditionName): string =>
  condition === 'pre' ? 'before' : presentationOf(condition).label;

const SEEN: Readonly<Record<ConditionName, string>> = {
  pre: 'nothing of the failure',
  fail: 'the call and its error',
  fail_terse: 'the call and a terse error',
  fail_verbose: 'the call and a long error',
  fail_echo: 'the call and an error that quotes it',
  fail_instr: 'the call, its error and an instruction not to repeat it',
  fail_k2: 'the call and its error twice',
  fail_k3: 'the call and its error three times',
  fail_early: 'the call and its error before all other steps',
  fail_other: 'another failed call and its error',
  neut: 'the call and a neutral text',
  neut_pad: 'the call and a neutral text as long as its error',
  succ: 'the call and a made-up success',
  abstract: 'a note in place of the call and its error',
  abstract_min: 'a bare mark that a call failed',
};

/** What of the failure the model reads under a condition, in a sentence. */
export const seenUnder = (condition: ConditionName): string => SEEN[condition];

/** Rows of a figure in its two groups, in the order of the conditions; groups without a row are left out. */
export function inGroups<T extends { readonly condition: ConditionName }>(
  rows: readonly T[],
): readonly { readonly title: string; readonly rows: readonly T[] }[] {
  const ordered = CONDITIONS.flatMap((name) => rows.filter(({ condition }) => condition === name));
  return (
    [
      ['Ways to show it', 'way-to-show'],
      ['For comparison', 'comparison'],
    ] as const
  )
    .map(([title, purpose]) => ({
      title,
      rows: ordered.filter(({ condition }) => presentationOf(condition).purpose === purpose),
    }))
    .filter((group) => group.rows.length > 0);
}

/** Toward repeating, away, or neither, from a change of log p (above zero: likelier). */
export const roleOfChange = (changeNats: number): 'toward' | 'away' | 'zero' =>
  changeNats > 0 ? 'toward' : changeNats < 0 ? 'away' : ('zero' satisfies Role);

/** ▲ likelier, ▼ less likely: the sign without colour. */
export const arrowOfChange = (changeNats: number): string =>
  ({ toward: '▲', away: '▼', zero: '·' })[roleOfChange(changeNats)];
