import { chance, fixed } from '../../figures/index.ts';
import type { Outcome } from '../../probe/index.ts';

/** '−6.3 [95 %: −9.1 to −4.0]'; null of no case. */
export function gainText({ gain }: Outcome): string | null {
  if (gain === null) return null;
  const { value, interval } = gain;
  const within = interval === null ? '' : ` [95 %: ${fixed(interval.low, 1)} to ${fixed(interval.high, 1)}]`;
  return `${fixed(value, 1)}${within}`;
}

/** What G says, never without what became of both calls. */
export function readingOf({ gain, cases, repeatsAfter, rightAfter }: Outcome): string | null {
  if (gain === null) return null;
  const { value, interval } = gain;
  const isTold = interval !== null && (interval.low > 0 || interval.high < 0);
  const moved =
    cases === 1 || isTold
      ? value < 0
        ? 'Moved toward the failed call'
        : value > 0
          ? 'Moved away from the failed call'
          : 'Did not move'
      : 'Which way it moved cannot be told';
  return `${moved}; would write it again in ${repeatsAfter.k} of ${cases}, the right call in ${rightAfter.k} of ${cases}.`;
}

/** A typical chance of both calls, before and after; null where it is not known. */
export function chancesOf(outcome: Outcome): string | null {
  const { medianFailedBeforeNats, medianFailedAfterNats, medianRightBeforeNats, medianRightAfterNats } =
    outcome;
  const pair = (before: number | null, after: number | null): string | null =>
    before === null || after === null ? null : `${chance(before).text} before, ${chance(after).text} after`;
  const failed = pair(medianFailedBeforeNats, medianFailedAfterNats);
  const right = pair(medianRightBeforeNats, medianRightAfterNats);
  if (failed === null) return null;
  return `Chance of the failed call: ${failed}${right === null ? '' : `; of the right call: ${right}`} (medians).`;
}
