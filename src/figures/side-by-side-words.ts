import type { Outcome } from '../probe/index.ts';
import type { Share } from '../statistics/index.ts';

interface NamedGroup {
  readonly title: string | null;
  readonly rows: readonly {
    readonly name: string;
    readonly isRecorded: boolean;
    readonly outcome: Outcome;
  }[];
}

export const shareWords = ({ k, n }: Share): string => `${k} of ${n}`;

/** '0 → 5 of 12'; the cases are the same before and after. */
export const beforeAfterWords = (before: Share, after: Share): string =>
  `${before.k} → ${after.k} of ${after.n}`;

export const rowName = ({
  name,
  isRecorded,
}: Pick<NamedGroup['rows'][number], 'name' | 'isRecorded'>): string =>
  isRecorded ? `${name} (recorded)` : name;

/**
 * The finding of rows side by side: what would be repeated, and what would be put right, at one rank. G is left to the
 * drawing: alone it is read as if it said either.
 */
export const sideBySideHeading = (groups: readonly NamedGroup[]): string => groups.map(sentencesOf).join(' ');

function sentencesOf({ title, rows }: NamedGroup): string {
  const among = (of: (outcome: Outcome) => readonly [before: Share, after: Share]): string =>
    rows
      .map((row) => {
        const [before, after] = of(row.outcome);
        return `${rowName(row)} ${shareWords(after)}${title === null ? ` (before: ${before.k})` : ''}`;
      })
      .join(', ');
  const again = among(({ repeatsBefore, repeatsAfter }) => [repeatsBefore, repeatsAfter]);
  const right = among(({ rightBefore, rightAfter }) => [rightBefore, rightAfter]);
  return title === null
    ? `Would write the failed call again, word for word: ${again}. Would write the right call: ${right}.`
    : `${title}, failed call again: ${again}; right call: ${right}.`;
}
