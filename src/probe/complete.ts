import { UNSCORED, type ConditionMeasures } from './condition-measures.ts';
import { CONDITIONS, type ConditionName } from './conditions.ts';
import type { ItemMeasures } from './measures.ts';

/** Both the failed and the right call were scored under the condition. */
export const isComplete = ({ under }: ItemMeasures, condition: ConditionName): boolean =>
  under[condition].failedNats !== null && under[condition].goldNats !== null;

/**
 * Items that are complete before the failure, each with nothing under a condition in which it is not complete: while
 * rows arrive, a share and a mean of one condition then rest on the same cases.
 */
export function completeParts(arrived: readonly ItemMeasures[]): readonly ItemMeasures[] {
  return arrived
    .filter((item) => isComplete(item, 'pre'))
    .map((item) => {
      if (CONDITIONS.every((condition) => isComplete(item, condition) || isUnscored(item.under[condition])))
        return item;
      const under = Object.fromEntries(
        CONDITIONS.map((condition) => [
          condition,
          isComplete(item, condition) ? item.under[condition] : UNSCORED,
        ]),
      ) as ItemMeasures['under']; // fromEntries forgets that every key is there
      return { ...item, under };
    });
}

const isUnscored = ({ failedNats, goldNats }: ConditionMeasures): boolean =>
  failedNats === null && goldNats === null;
