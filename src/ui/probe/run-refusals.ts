import type { FindingInput, UnscoredCondition } from '../../figures/index.ts';
import { unitsAsked, type Refusal } from '../../lab/index.ts';
import {
  candidatesUnder,
  CONDITIONS,
  type CandidateScope,
  type ConditionName,
  type ProbeItem,
} from '../../probe/index.ts';

/** What a run could not score of what it was asked. */
export interface RunRefusals {
  readonly scores: number;
  /** Scores that were asked for. */
  readonly all: number;
  /** By item id, the conditions under which some score could not be computed. */
  readonly conditionsOf: ReadonlyMap<string, ReadonlySet<ConditionName>>;
}

/** Parts and words of an opened item that could not be hidden are none of the run's scores, and are left out. */
export function runRefusals(
  refusals: readonly Pick<Refusal, 'requestId'>[],
  items: readonly ProbeItem[],
  asked: readonly ConditionName[],
  scope: CandidateScope = 'published',
): RunRefusals {
  const itemOf = new Map(items.map((item) => [item.item_id, item]));
  const conditionsOf = new Map<string, Set<ConditionName>>();
  let scores = 0;
  for (const { requestId } of refusals) {
    const [itemId = '', , call] = requestId.split('/');
    const item = itemOf.get(itemId);
    const condition = conditionOf(requestId);
    if (item === undefined || condition === null || !asked.includes(condition)) continue;
    scores += call === undefined ? candidatesUnder(item, condition, scope).length : 1;
    const known = conditionsOf.get(itemId);
    if (known === undefined) conditionsOf.set(itemId, new Set([condition]));
    else known.add(condition);
  }
  return { scores, all: unitsAsked(items, asked, scope), conditionsOf };
}

/** Of item/condition@texts/call, or item/condition where its text itself could not be made. Null: no score of the run. */
function conditionOf(requestId: string): ConditionName | null {
  const [, rowCondition = '', , hidden] = requestId.split('/');
  if (hidden !== undefined) return null;
  return CONDITIONS.find((name) => name === rowCondition.split('@')[0]) ?? null;
}

/** Conditions of which not one item could be scored, each with the first reason. */
export const unscoredConditions = (
  refusals: readonly Refusal[],
  { conditionsOf }: RunRefusals,
  items: readonly ProbeItem[],
  asked: readonly ConditionName[],
): readonly UnscoredCondition[] =>
  asked
    .filter((name) => isUnscored(name, conditionsOf, items))
    .map((condition) => ({
      condition,
      why: refusals.find(({ requestId }) => conditionOf(requestId) === condition)?.error.happened ?? '',
    }));

const isUnscored = (
  name: ConditionName,
  conditionsOf: RunRefusals['conditionsOf'],
  items: readonly ProbeItem[],
): boolean => items.length > 0 && items.every(({ item_id }) => conditionsOf.get(item_id)?.has(name) === true);

/** What of it a finding tells; `subject`: the condition that its cases are complete under, beside `pre`. */
export const refusedInFinding = (
  { scores, all, conditionsOf }: RunRefusals,
  items: readonly ProbeItem[],
  asked: readonly ConditionName[],
  subject: ConditionName,
): Pick<FindingInput, 'refusedCases' | 'refusedScores'> => ({
  refusedCases: [...conditionsOf.values()].filter((names) => names.has('pre') || names.has(subject)).length,
  refusedScores: {
    count: scores,
    all,
    unscored: asked.filter((name) => isUnscored(name, conditionsOf, items)),
  },
});
