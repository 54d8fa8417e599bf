import type { ScoreRequest } from '../engine/index.ts';
import type { Part, Transcript } from '../transcript/index.ts';
import { candidatesUnder, type CandidateName, type CandidateScope } from './candidates.ts';
import {
  PAPER_SHOWING,
  rowConditionOf,
  underCondition,
  type ConditionName,
  type Showing,
} from './conditions.ts';
import { HIDEABLE, partsHidden, type HiddenName } from './hiding.ts';
import type { ProbeItem } from './item.ts';

/** One thing to score, with the names its row will carry. */
export interface ProbeUnit {
  readonly itemId: string;
  readonly condition: ConditionName;
  /** The condition as its row names it: with the hash of the texts where they are not the paper's forms. */
  readonly rowCondition: string;
  readonly candidate: CandidateName;
  readonly hidden: HiddenName | null;
  readonly request: ScoreRequest;
}

/**
 * Items × conditions × candidates. Nothing is merged here: the engine computes what is shared only once. An item that
 * cannot be asked under a condition (whyNotUnder) has no unit there.
 */
export function probeUnits(
  items: readonly ProbeItem[],
  conditions: readonly ConditionName[],
  showing: Showing = PAPER_SHOWING,
  scope: CandidateScope = 'published',
): readonly ProbeUnit[] {
  const rowConditions = new Map(conditions.map((name) => [name, rowConditionOf(name, showing.wording)]));
  return items.flatMap((item) =>
    conditions.flatMap((condition) => {
      const transcript = underCondition(item, condition, showing);
      if (transcript === null) return [];
      const rowCondition = rowConditions.get(condition) ?? condition;
      return candidatesUnder(item, condition, scope).map(({ name, call }) =>
        unitOf(item, { condition, rowCondition }, name, call, transcript, null),
      );
    }),
  );
}

/**
 * The failed call after the error, once for each part of the transcript hidden. Parts that the item does not have
 * (no documentation, hence no place for a control) are left out.
 */
export const knockoutUnits = (item: ProbeItem, showing: Showing = PAPER_SHOWING): readonly ProbeUnit[] =>
  hiddenUnits(item, 'fail', HIDEABLE, showing);

/** The failed call under a condition with each of these hidden; what the transcript does not have is left out. */
export function hiddenUnits(
  item: ProbeItem,
  condition: ConditionName,
  names: readonly HiddenName[],
  showing: Showing = PAPER_SHOWING,
): readonly ProbeUnit[] {
  const transcript = underCondition(item, condition, showing);
  if (transcript === null) return [];
  const place = { condition, rowCondition: rowConditionOf(condition, showing.wording) };
  return names.flatMap((name) => {
    const parts = partsHidden(transcript, name);
    return parts === null
      ? []
      : [unitOf(item, place, 'failed', item.failed_action, transcript, { name, parts })];
  });
}

function unitOf(
  item: ProbeItem,
  { condition, rowCondition }: Pick<ProbeUnit, 'condition' | 'rowCondition'>,
  candidate: CandidateName,
  call: string,
  transcript: Transcript,
  hidden: { readonly name: HiddenName; readonly parts: readonly Part[] } | null,
): ProbeUnit {
  const id = `${item.item_id}/${rowCondition}/${candidate}`;
  return {
    itemId: item.item_id,
    condition,
    rowCondition,
    candidate,
    hidden: hidden?.name ?? null,
    request: {
      // No slash can stand in an item_id, so ids cannot collide.
      id: hidden === null ? id : `${id}/without-${hidden.name}`,
      task: item.task_id,
      template: item.template,
      context: transcript.messages,
      candidate: call,
      scoreEndOfTurn: true,
      hidden: hidden?.parts ?? [],
    },
  };
}
