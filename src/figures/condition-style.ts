import { presentationOf, type ConditionName } from '../probe/index.ts';
import type { Role, Shape } from './figure-spec.ts';

/** The shape of a condition's dots. */
export const SHAPES: Readonly<Record<ConditionName, Shape>> = {
  pre: 'diamond',
  fail: 'circle',
  neut: 'triangle',
  succ: 'square',
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
