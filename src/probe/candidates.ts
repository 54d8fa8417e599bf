import type { ConditionName } from './conditions.ts';
import type { ProbeItem } from './item.ts';

/** Published names of the strings that are scored (measurement §3). */
export type CandidateName = 'failed' | 'gold' | 'distractor0' | 'distractor1';

export interface Candidate {
  readonly name: CandidateName;
  readonly call: string;
}

/** The failed and the right call under every condition; the other wrong calls only before and after the error. */
export function candidatesUnder(item: ProbeItem, condition: ConditionName): readonly Candidate[] {
  const always: readonly Candidate[] = [
    { name: 'failed', call: item.failed_action },
    { name: 'gold', call: item.gold_action },
  ];
  if (condition !== 'pre' && condition !== 'fail') return always;
  const others = item.distractors.map(
    (call, index) => ({ name: `distractor${index === 0 ? 0 : 1}`, call }) as const,
  );
  return [...always, ...others];
}
