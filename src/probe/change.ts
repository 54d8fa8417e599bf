import type { ConditionName } from './conditions.ts';
import { difference } from './condition-measures.ts';
import type { ItemMeasures } from './measures.ts';

/**
 * In what a change is expressed: nats of the whole call; nats for each of its tokens (depends on the tokenizer) or
 * UTF-8 bytes (does not); nats at the first token in which failed and right call differ, where the choice is made.
 */
export const SCALES = ['whole-call', 'per-token', 'per-byte', 'first-diverging-token'] as const;
export type Scale = (typeof SCALES)[number];

/**
 * How much likelier one condition makes the failed call than another: L(failed | to) − L(failed | from), nats on the
 * scale. Null: not scored (yet). Every measure of repetition is such a change (analysis §2):
 *
 *   −G = pre→fail   copy = pre→neut   sem = neut→fail   polarity = succ→fail   delta of X = fail→X   −G of X = pre→X
 */
export function changeOf(
  measures: ItemMeasures,
  from: ConditionName,
  to: ConditionName,
  scale: Scale = 'whole-call',
): number | null {
  const { under, failedTokens, failedBytes } = measures;
  if (scale === 'first-diverging-token')
    return difference(under[to].failedDivergedNats, under[from].failedDivergedNats);
  const nats = difference(under[to].failedNats, under[from].failedNats);
  if (scale === 'whole-call') return nats;
  const parts = scale === 'per-byte' ? failedBytes : failedTokens;
  return nats === null || parts === null ? null : nats / parts;
}
