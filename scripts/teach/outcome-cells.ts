import { fixed } from '../../src/figures/index.ts';
import type { Outcome } from '../../src/probe/index.ts';

/** Of so many cases: they are named once, so that a row of the table fits a line of the page. */
export const outcomeHeads = (cases: number | null): readonly string[] => {
  const of = cases === null ? '' : ` (of ${cases})`;
  return ['mean G [95 %], nats', `G below zero${of}`, `failed call again${of}`, `right call${of}`];
};

/** '−6.3 [−9.1 to −4.0]', '6', '0 → 3', '4 → 1': the digits of the page's cards. */
export function outcomeCells(outcome: Outcome): readonly string[] {
  const { gain, negative, repeatsBefore, repeatsAfter, rightBefore, rightAfter } = outcome;
  return [
    gain === null
      ? '–'
      : `${fixed(gain.value, 1)}${gain.interval === null ? '' : ` [${fixed(gain.interval.low, 1)} to ${fixed(gain.interval.high, 1)}]`}`,
    String(negative.k),
    `${repeatsBefore.k} → ${repeatsAfter.k}`,
    `${rightBefore.k} → ${rightAfter.k}`,
  ];
}
