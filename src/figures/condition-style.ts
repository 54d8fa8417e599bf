import { presentationOf, type ConditionName } from '../probe/index.ts';
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

/** A condition's name on the page. */
export const conditionLabel = (condition: ConditionName): string =>
  condition === 'pre' ? 'before' : presentationOf(condition).label;

/** Toward repeating, away, or neither, from a change of log p (above zero: likelier). */
export const roleOfChange = (changeNats: number): 'toward' | 'away' | 'zero' =>
  changeNats > 0 ? 'toward' : changeNats < 0 ? 'away' : ('zero' satisfies Role);

/** ▲ likelier, ▼ less likely: the sign without colour. */
export const arrowOfChange = (changeNats: number): string =>
  ({ toward: '▲', away: '▼', zero: '·' })[roleOfChange(changeNats)];
