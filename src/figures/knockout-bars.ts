import type { HideableName, KnockoutEffect } from '../probe/index.ts';
import { roleOfChange } from './condition-style.ts';
import type { FigureSpec, Mark } from './figure-spec.ts';
import { bar, label, plate } from './marks.ts';
import { fixed, signed, spoken } from './number-words.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';

const NAMES: Readonly<Record<HideableName, string>> = {
  call: 'the failed call',
  error: 'the error text',
  goal: 'the goal',
  documentation: 'the tool’s documentation',
  control: 'control: as long as the call',
};

const NARROW_PX = 460;
const AXIS_LABEL = '← pulls toward the same call; nats of G';

/** What each part of the transcript does to the failed call: bars to the left pull toward it. */
export function knockoutFigure(effects: readonly KnockoutEffect[], width: number): FigureSpec {
  const isNarrow = width < NARROW_PX;
  const rowHeight = isNarrow ? 46 : 30;
  const axis = steppedAxis(
    effects.map(({ effectNats }) => -effectNats),
    [-5, 5],
    [isNarrow ? 12 : 254, width - 12],
  );
  const bottom = 8 + effects.length * rowHeight;
  return {
    id: 'knockout',
    heading: headingOf(effects),
    title: 'What pulls it back',
    width,
    height: bottom + 40,
    axes: [axisOf(axis, 'x', AXIS_LABEL)],
    marks: [
      ...xAxisMarks(axis, 2, bottom),
      ...effects.flatMap((effect, index) => effectMarks(effect, 8 + rowHeight * index, axis, isNarrow)),
      label(axis.at(axis.domain[0]), bottom + 34, AXIS_LABEL, { role: 'soft', sizePx: 12 }),
    ],
    legend: [
      { text: 'left of zero: pulls toward the same call', role: 'toward', shape: null },
      { text: 'right of zero: pulls away from it', role: 'away', shape: null },
    ],
    table: {
      columns: [
        { name: 'hidden part', digits: null },
        { name: 'tokens', digits: null },
        { name: 'log p of the call with it hidden (nats)', digits: 1 },
        { name: 'effect of the part on G (nats)', digits: 1, isSigned: true },
      ],
      rows: effects.map(({ part, hiddenTokens, hiddenNats, effectNats }) => [
        NAMES[part],
        hiddenTokens,
        hiddenNats,
        -effectNats,
      ]),
    },
    description: spoken(
      effects.map((effect) => `${NAMES[effect.part]}: ${pullWords(effect.effectNats)}.`).join(' '),
    ),
    caption:
      'Effect on G: log p of the failed call with the part hidden from the positions that write the call − the same with nothing hidden, after the error; below zero, the part pulls toward the call. ' +
      'Other positions have already read it, and effects need not add up. The control is a stretch of the system prompt with as many tokens as the call.',
  };
}

function effectMarks(
  { part, effectNats }: KnockoutEffect,
  top: number,
  axis: SteppedAxis,
  isNarrow: boolean,
): readonly Mark[] {
  const y = isNarrow ? top + 20 : top + 3;
  const text = signed(-effectNats, 1);
  const box = {
    ...bar(
      axis.at(0),
      axis.at(-effectNats),
      y,
      18,
      part === 'control' ? 'zero' : roleOfChange(shownNats(effectNats)),
    ),
    label: `${NAMES[part]}: ${pullWords(effectNats)}`,
  };
  if (isNarrow) {
    const words = `${NAMES[part]}: ${text}`;
    return [plate(12, top + 14, words), label(12, top + 14, words), box];
  }
  return [label(0, y + 14, NAMES[part]), label(240, y + 14, text, { anchor: 'end' }), box];
}

/** What is shown as 0.0 takes no side. */
const shownNats = (effectNats: number): number => (/[1-9]/.test(fixed(effectNats, 1)) ? effectNats : 0);

const pullWords = (effectNats: number): string =>
  shownNats(effectNats) === 0
    ? 'no effect'
    : `${signed(-effectNats, 1)} nats of G, pulls ${effectNats > 0 ? 'toward' : 'away from'} the same call`;

function headingOf(effects: readonly KnockoutEffect[]): string {
  const parts = effects.filter(({ part }) => part !== 'control');
  const [first, ...others] = parts;
  if (first === undefined) return 'Nothing has been hidden yet.';
  const strongest = others.reduce(
    (best, effect) => (effect.effectNats > best.effectNats ? effect : best),
    first,
  );
  return shownNats(strongest.effectNats) > 0
    ? `Of what was hidden, ${NAMES[strongest.part]} pulls most toward the same call: ${signed(-strongest.effectNats, 1)} nats of G.`
    : 'None of the parts that were hidden pulls toward the same call.';
}
