import { roleOfChange } from './condition-style.ts';
import type { FigureSpec, Mark } from './figure-spec.ts';
import { bar, label, plate, textWidth } from './marks.ts';
import { fixed, signed, spoken } from './number-words.ts';
import { axisOf, steppedAxis, xAxisMarks, type SteppedAxis } from './stepped-axis.ts';

/** What hiding one stretch of the context does to the failed call. */
export interface HiddenStretch {
  readonly name: string;
  /** Hidden to compare with: it takes no side. */
  readonly isControl: boolean;
  readonly hiddenTokens: number;
  /** log p of the call with it hidden, nats. */
  readonly hiddenNats: number;
  /** log p of the call − the same with it hidden: above zero, the stretch pulls toward repeating. */
  readonly effectNats: number;
  /** Marks with a key can be opened. */
  readonly key?: string;
}

export interface KnockoutBarsInput {
  readonly id: string;
  readonly stretches: readonly HiddenStretch[];
  /** What the control is, as a sentence. */
  readonly controlWords: string;
  readonly width: number;
}

const NARROW_PX = 460;
const AXIS_LABEL = '← pulls toward the same call; nats of G';
/** Beside the widest name stands its number. */
const NUMBER_PX = 56;
const USUAL_LEFT_PX = 254;

interface Layout {
  readonly isNarrow: boolean;
  readonly width: number;
  /** Where the axis begins. */
  readonly left: number;
  readonly axis: SteppedAxis;
}

/** What each hidden stretch does to the failed call: bars to the left pull toward it. */
export function knockoutBars({ id, stretches, controlWords, width }: KnockoutBarsInput): FigureSpec {
  const isNarrow = width < NARROW_PX;
  const rowHeight = isNarrow ? 46 : 30;
  const widest = Math.max(0, ...stretches.map(({ name }) => textWidth(name, 13)));
  const left = isNarrow
    ? 12
    : Math.min(Math.max(USUAL_LEFT_PX, widest + NUMBER_PX), Math.round(0.45 * width));
  const axis = steppedAxis(
    stretches.map(({ effectNats }) => -effectNats),
    [-5, 5],
    [left, width - 12],
  );
  const layout = { isNarrow, width, left, axis };
  const bottom = 8 + stretches.length * rowHeight;
  return {
    id,
    heading: headingOf(stretches),
    title: 'What pulls it back',
    width,
    height: bottom + 40,
    axes: [axisOf(axis, 'x', AXIS_LABEL)],
    marks: [
      ...xAxisMarks(axis, 2, bottom),
      ...stretches.flatMap((stretch, index) => stretchMarks(stretch, 8 + rowHeight * index, layout)),
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
      rows: stretches.map(({ name, hiddenTokens, hiddenNats, effectNats }) => [
        name,
        hiddenTokens,
        hiddenNats,
        -effectNats,
      ]),
    },
    description: spoken(
      stretches.map(({ name, effectNats }) => `${name}: ${pullWords(effectNats)}.`).join(' '),
    ),
    caption:
      'Effect on G: log p of the failed call with the part hidden from the positions that write the call − the same with nothing hidden, after the error; below zero, the part pulls toward the call. ' +
      `Other positions have already read it, and effects need not add up. ${controlWords}`,
  };
}

function stretchMarks(
  stretch: HiddenStretch,
  top: number,
  { isNarrow, width, left, axis }: Layout,
): readonly Mark[] {
  const { name, effectNats, isControl, key } = stretch;
  const y = isNarrow ? top + 20 : top + 3;
  const text = signed(-effectNats, 1);
  const box = {
    ...bar(axis.at(0), axis.at(-effectNats), y, 18, isControl ? 'zero' : roleOfChange(shownNats(effectNats))),
    label: `${name}: ${pullWords(effectNats)}`,
    ...(key === undefined ? {} : { key }),
  };
  if (isNarrow) {
    const words = `${shortened(name, width - 24 - NUMBER_PX)}: ${text}`;
    return [plate(12, top + 14, words), label(12, top + 14, words), box];
  }
  return [
    label(0, y + 14, shortened(name, left - NUMBER_PX)),
    label(left - 14, y + 14, text, { anchor: 'end' }),
    box,
  ];
}

/** A name cut to the room there is; label and table have it whole. */
function shortened(name: string, widthPx: number): string {
  const most = Math.max(4, Math.floor(widthPx / textWidth('m', 13)));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

/** What is shown as 0.0 takes no side. */
const shownNats = (effectNats: number): number => (/[1-9]/.test(fixed(effectNats, 1)) ? effectNats : 0);

const pullWords = (effectNats: number): string =>
  shownNats(effectNats) === 0
    ? 'no effect'
    : `${signed(-effectNats, 1)} nats of G, pulls ${effectNats > 0 ? 'toward' : 'away from'} the same call`;

function headingOf(stretches: readonly HiddenStretch[]): string {
  const [first, ...others] = stretches.filter(({ isControl }) => !isControl);
  if (first === undefined) return 'Nothing has been hidden yet.';
  const strongest = others.reduce(
    (best, stretch) => (stretch.effectNats > best.effectNats ? stretch : best),
    first,
  );
  return shownNats(strongest.effectNats) > 0
    ? `Of what was hidden, ${strongest.name} pulls most toward the same call: ${signed(-strongest.effectNats, 1)} nats of G.`
    : 'None of the parts that were hidden pulls toward the same call.';
}
