import { difference } from './condition-measures.ts';
import type { ConditionName } from './conditions.ts';
import type { ItemMeasures } from './measures.ts';

/**
 * In what a score is expressed: nats of the whole call; nats for each of its tokens (depends on the tokenizer) or
 * UTF-8 bytes (does not); nats at the first token in which failed and right call differ, where the choice is made.
 */
export const SCALES = ['whole-call', 'per-token', 'per-byte', 'first-diverging-token'] as const;
export type Scale = (typeof SCALES)[number];

/** L(call | condition) on a scale, nats. Null: not scored (yet). */
export function natsOn(
  scale: Scale,
  { under, failedTokens, failedBytes, goldTokens, goldBytes }: ItemMeasures,
  condition: ConditionName,
  call: 'failed' | 'gold' = 'failed',
): number | null {
  const { failedNats, goldNats, failedDivergedNats, goldDivergedNats } = under[condition];
  const [nats, diverged, tokens, bytes] =
    call === 'failed'
      ? [failedNats, failedDivergedNats, failedTokens, failedBytes]
      : [goldNats, goldDivergedNats, goldTokens, goldBytes];
  switch (scale) {
    case 'whole-call':
      return nats;
    case 'per-token':
      return nats === null || tokens === null ? null : nats / tokens;
    case 'per-byte':
      return nats === null ? null : nats / bytes;
    case 'first-diverging-token':
      return diverged;
  }
}

/**
 * How much likelier one condition makes a call than another: L(call | to) − L(call | from), nats on the scale. Null:
 * not scored (yet). Every measure of repetition is such a change of the failed call (analysis §2):
 *
 *   −G = pre→fail   copy = pre→neut   sem = neut→fail   polarity = succ→fail   delta of X = fail→X   −G of X = pre→X
 *
 * and `repair` is pre→fail of the right call.
 */
export const changeOf = (
  measures: ItemMeasures,
  from: ConditionName,
  to: ConditionName,
  scale: Scale = 'whole-call',
  call: 'failed' | 'gold' = 'failed',
): number | null => difference(natsOn(scale, measures, to, call), natsOn(scale, measures, from, call));

/** L(gold | condition) − L(failed | condition) on the scale: the lead of the right call. Null: not scored (yet). */
export const marginOf = (
  measures: ItemMeasures,
  condition: ConditionName,
  scale: Scale = 'whole-call',
): number | null =>
  difference(natsOn(scale, measures, condition, 'gold'), natsOn(scale, measures, condition));
