import { fixed } from '../../src/figures/index.ts';
import type { CaseOutcome, Outcome } from '../../src/probe/index.ts';
import type { Share } from '../../src/statistics/index.ts';
import { signMeasured, type Sign } from '../../src/ui/training-data/prediction.ts';

/** One way in which the same failures of one checkpoint were shown. */
export interface Shown {
  /** As in 'after the error'. */
  readonly name: string;
  readonly cases: readonly CaseOutcome[];
  readonly outcome: Outcome;
}

/** What changes from one way to the other, read off the numbers: nothing is said here that they could not unsay. */
export function flipWords(first: Shown, second: Shown): readonly string[] {
  const isFlip = signsOf(first, second).flips || crossingsOf(first, second).some((count) => count > 0);
  return [
    ...(isFlip ? [] : ['Nothing flips.']),
    signWords(first, second),
    crossingWords(first, second),
    callWords(first, second),
    ...cautionWords(second),
  ];
}

function signsOf(
  first: Shown,
  second: Shown,
): { readonly one: Sign | null; readonly other: Sign | null; readonly flips: boolean } {
  const [one, other] = [signMeasured(first.outcome), signMeasured(second.outcome)];
  const isTold = (sign: Sign | null): boolean => sign === 'below' || sign === 'above';
  return { one, other, flips: isTold(one) && isTold(other) && one !== other };
}

function signWords(first: Shown, second: Shown): string {
  const { one, other, flips } = signsOf(first, second);
  if (one === null || other === null)
    return 'Whether the sign of the mean G flips cannot be said: too few items for an interval.';
  const after = ({ name, outcome }: Shown): string =>
    `after the ${name} (${fixed(outcome.gain?.value ?? NaN, 1)})`;
  if (one === other)
    return `The sign of the mean G does not flip: it is ${PLACES[one]} ${after(first)} and ${after(second)}.`;
  const both = `${PLACES[one]} ${after(first)}, ${PLACES[other]} ${after(second)}`;
  return flips
    ? `The sign of the mean G flips: it is ${both}.`
    : `That the sign of the mean G flips cannot be said: it is ${both}.`;
}

const PLACES: Readonly<Record<Sign, string>> = {
  below: 'below zero',
  about: 'not to be told from zero',
  above: 'above zero',
};

/** Items that go from below zero to above it, and the other way. */
function crossingsOf(first: Shown, second: Shown): readonly [up: number, down: number] {
  const after = new Map(second.cases.map(({ itemId, gainNats }) => [itemId, gainNats]));
  const count = (crosses: (from: number, to: number) => boolean): number =>
    first.cases.filter(({ itemId, gainNats }) => crosses(gainNats, after.get(itemId) ?? NaN)).length;
  return [count((from, to) => from < 0 && to > 0), count((from, to) => from > 0 && to < 0)];
}

function crossingWords(first: Shown, second: Shown): string {
  const [up, down] = crossingsOf(first, second);
  const of = first.cases.length;
  if (up === 0 && down === 0) return `Item by item, G keeps its sign in all ${of}.`;
  return `Item by item, G goes from below zero to above it in ${up} of ${of}${down === 0 ? '' : `, and the other way in ${down}`}.`;
}

/** Both calls, one after the other; 'before' is the same for both ways. */
function callWords({ outcome: one, name }: Shown, { outcome: other, name: otherName }: Shown): string {
  const among = (before: Share, after: Share, afterOther: Share): string =>
    `${after.k} of ${after.n} after the ${name}, ${afterOther.k} after the ${otherName} (before the failure: ${before.k})`;
  const again = among(one.repeatsBefore, one.repeatsAfter, other.repeatsAfter);
  const right = among(one.rightBefore, one.rightAfter, other.rightAfter);
  return `Failed call again, word for word: ${again}. Right call: ${right}.`;
}

/** A G above zero is read as a correction, unless it is said what is left to correct. */
function cautionWords({ name, outcome }: Shown): readonly string[] {
  const left = outcome.rightAfter.n - outcome.rightAfter.k;
  return signMeasured(outcome) === 'above' && left > 0
    ? [
        `After the ${name} the failed call is less likely, and still the right one would not be written in ${left} of ${outcome.rightAfter.n}.`,
      ]
    : [];
}
