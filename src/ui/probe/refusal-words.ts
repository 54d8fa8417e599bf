import type { Refusal } from '../../lab/index.ts';
import type { LabError } from '../../records/index.ts';

const MOST_LISTED = 50;

/**
 * What a run left out, as one error: the first refusal in full, the others in its details. Null: nothing was left out.
 * `scores`: how many scores they come to, where a refused text stands for several.
 * Parts that cannot be hidden have their own place beside the item and are not counted here.
 */
export function refusalsAsError(refusals: readonly Refusal[], unitsAll: number, scores = 0): LabError | null {
  const left = refusals.filter(({ error }) => error.kind !== 'part-not-hidable');
  const [first] = left;
  if (first === undefined) return null;
  const { error } = first;
  const count = Math.max(left.length, scores);
  const listed = left
    .slice(0, MOST_LISTED)
    .map((refusal) => `${refusal.error.kind}: ${refusal.error.details}`);
  return {
    kind: 'scores-refused',
    happened: `${count} of ${unitsAll} scores could not be computed. ${error.happened}`,
    stillWorks:
      count < unitsAll ? 'All other scores are computed and shown.' : 'Other items and other checkpoints.',
    cure: error.cure,
    details: [
      ...listed,
      ...(left.length > MOST_LISTED ? [`and ${left.length - MOST_LISTED} more`] : []),
    ].join('\n'),
  };
}
