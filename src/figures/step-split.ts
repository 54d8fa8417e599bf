import type { StepView } from '../pasted-step/index.ts';
import { roleOfChange } from './condition-style.ts';
import type { FigureSpec } from './figure-spec.ts';
import { fixed, signed, spoken } from './number-words.ts';
import { splitBars, splitWords, type SplitRow } from './split-bars.ts';
import { SCALE_WORDS } from './view-words.ts';

const AXIS_LABEL = '← toward the same call; nats of G';
const WORDS = { ...SCALE_WORDS['whole-call'], usualGains: [-8, 4] } as const;

/** Where the G of one step comes from: G = −copy − sem. Null: there was no neutral text as long as the error. */
export function stepSplitFigure(
  { gainNats, copyNats, semNats }: Pick<StepView, 'gainNats' | 'copyNats' | 'semNats'>,
  width: number,
): FigureSpec | null {
  if (copyNats === null || semNats === null) return null;
  const row = (name: string, value: number, from: number, role: SplitRow['role']): SplitRow => ({
    ...{ name, from, role },
    estimate: { value, interval: null },
  });
  const rows = [
    row('the call is there', -copyNats, 0, roleOfChange(copyNats)),
    row('what the error says', -semNats, -copyNats, roleOfChange(semNats)),
    row('both (G)', gainNats, 0, 'mark'),
  ];
  return {
    id: 'step-split',
    heading: headingOf(gainNats, copyNats, semNats),
    title: 'Where it comes from: one step, nats',
    width,
    ...splitBars({ rows, words: WORDS, axisLabel: AXIS_LABEL, width }),
    legend: [
      { text: 'left of zero: toward the same call', role: 'toward', shape: null },
      { text: 'right of zero: away from it', role: 'away', shape: null },
      { text: 'both together', role: 'mark', shape: null },
    ],
    table: {
      columns: [
        { name: 'part', digits: null },
        { name: 'part of G (nats)', digits: 1, isSigned: true },
      ],
      rows: rows.map(({ name, estimate }) => [name, estimate.value]),
    },
    description: spoken(
      rows.map(({ name, estimate }) => `${name}: ${splitWords(estimate, WORDS)}.`).join(' '),
    ),
    caption:
      'Signs as of G: below zero, toward the same call. The call is there: log p of the call before − log p after a neutral text of as many tokens as the error (−copy). What the error says: log p after the neutral text − log p after the error (−sem). ' +
      'The two add up to G. One step has no interval, and the split holds against this neutral text.',
  };
}

/** Every part with its sign: the two may go opposite ways. */
function headingOf(gainNats: number, copyNats: number, semNats: number): string {
  const part = (value: number): string =>
    /[1-9]/.test(fixed(value, 1))
      ? `${signed(value, 1)}, ${value < 0 ? 'toward' : 'away from'} the same call`
      : 'hardly anything';
  return `Of G ${signed(gainNats, 1)} nats, the call being there gives ${part(-copyNats)}; what the error says gives ${part(-semNats)}.`;
}
