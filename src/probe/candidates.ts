import type { ConditionName } from './conditions.ts';
import type { ProbeItem } from './item.ts';

/** Published names of the strings that are scored (measurement §3). */
export type CandidateName = 'failed' | 'gold' | 'distractor0' | 'distractor1';

export interface Candidate {
  readonly name: CandidateName;
  readonly call: string;
}

/**
 * 'published': the other wrong calls only before and after the error, as in the paper. 'same-everywhere': under every
 * condition, so that shares among the candidates can be compared between conditions.
 */
export type CandidateScope = 'published' | 'same-everywhere';

/** The strings scored under a condition: the failed and the right call always, the other wrong calls by scope. */
export function candidatesUnder(
  item: ProbeItem,
  condition: ConditionName,
  scope: CandidateScope = 'published',
): readonly Candidate[] {
  const all = candidatesOf(item);
  return scope === 'same-everywhere' || condition === 'pre' || condition === 'fail' ? all : all.slice(0, 2);
}

/** Every candidate of an item: four, or fewer when it has fewer other wrong calls. */
export const candidatesOf = (item: ProbeItem): readonly Candidate[] => [
  { name: 'failed', call: item.failed_action },
  { name: 'gold', call: item.gold_action },
  ...item.distractors.map((call, index) => ({ name: `distractor${index === 0 ? 0 : 1}`, call }) as const),
];
