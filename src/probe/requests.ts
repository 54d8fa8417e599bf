import type { ScoreRequest } from '../engine/index.ts';
import { partsNamed, type Part, type Transcript } from '../transcript/index.ts';
import { candidatesUnder, type CandidateName, type CandidateScope } from './candidates.ts';
import {
  PAPER_SHOWING,
  rowConditionOf,
  underCondition,
  type ConditionName,
  type Showing,
} from './conditions.ts';
import type { ProbeItem } from './item.ts';

/** What can be hidden from the positions that write the call, in the order of the page. */
export const HIDEABLE = ['call', 'error', 'goal', 'documentation', 'control'] as const;
export type HideableName = (typeof HIDEABLE)[number];

/** One thing to score, with the names its row will carry. */
export interface ProbeUnit {
  readonly itemId: string;
  readonly condition: ConditionName;
  /** The condition as its row names it: with the hash of the texts where they are not the paper's forms. */
  readonly rowCondition: string;
  readonly candidate: CandidateName;
  readonly hidden: HideableName | null;
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
export function knockoutUnits(item: ProbeItem, showing: Showing = PAPER_SHOWING): readonly ProbeUnit[] {
  const transcript = underCondition(item, 'fail', showing);
  if (transcript === null) return [];
  const place = { condition: 'fail', rowCondition: rowConditionOf('fail', showing.wording) } as const;
  return HIDEABLE.flatMap((name) => {
    const parts = name === 'control' ? controlOf(transcript) : partsNamed(transcript, name);
    return parts.length === 0
      ? []
      : [unitOf(item, place, 'failed', item.failed_action, transcript, { name, parts })];
  });
}

/**
 * A stretch of no special meaning and as many tokens as the failed call, to compare with: it lies in the system
 * prompt before the documentation. Only the encoder knows tokens, so the part names where it may lie and what it
 * must equal (see Part.sameTokensAs).
 */
function controlOf(transcript: Transcript): readonly Part[] {
  const [call] = partsNamed(transcript, 'call');
  const [documentation] = partsNamed(transcript, 'documentation');
  if (call === undefined || documentation === undefined || documentation.start === 0) return [];
  const { message, start, end } = call;
  return [
    {
      name: 'control',
      message: documentation.message,
      start: 0,
      end: documentation.start,
      sameTokensAs: { message, start, end },
    },
  ];
}

function unitOf(
  item: ProbeItem,
  { condition, rowCondition }: Pick<ProbeUnit, 'condition' | 'rowCondition'>,
  candidate: CandidateName,
  call: string,
  transcript: Transcript,
  hidden: { readonly name: HideableName; readonly parts: readonly Part[] } | null,
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
