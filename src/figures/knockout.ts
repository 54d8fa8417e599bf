import type { HideableName, KnockoutEffect } from '../probe/index.ts';
import type { FigureSpec } from './figure-spec.ts';
import { knockoutBars } from './knockout-bars.ts';

const NAMES: Readonly<Record<HideableName, string>> = {
  call: 'the failed call',
  error: 'the error text',
  goal: 'the goal',
  documentation: 'the tool’s documentation',
  control: 'control: as long as the call',
};

/** What each part of an item's transcript does to the failed call. */
export const knockoutFigure = (effects: readonly KnockoutEffect[], width: number): FigureSpec =>
  knockoutBars({
    id: 'knockout',
    stretches: effects.map(({ part, ...effect }) => ({
      ...effect,
      name: NAMES[part],
      isControl: part === 'control',
    })),
    controlWords: 'The control is a stretch of the system prompt with as many tokens as the call.',
    width,
  });
