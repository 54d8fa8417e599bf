import { presentationOf, type ConditionName } from '../../probe/index.ts';
import type { Shape } from '../parts/ShapeMark.svelte';

const SHAPES: Readonly<Record<ConditionName, Shape>> = {
  pre: 'cross',
  fail: 'circle',
  succ: 'square',
  neut: 'triangle',
};

/** Conditions differ by shape and label, never by hue. */
export const shapeOf = (condition: ConditionName): Shape => SHAPES[condition];

/** The word for a condition on the page. */
export const labelOf = (condition: ConditionName): string =>
  condition === 'pre' ? 'before' : presentationOf(condition).label;
