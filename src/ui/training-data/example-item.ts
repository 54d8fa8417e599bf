import { underCondition, type ConditionName, type ProbeItem } from '../../probe/index.ts';

type Told = Pick<ProbeItem, 'step_index'>;

/** The item that is shown before anything is predicted: the first with the fewest steps before it; counted from 1. */
export function exampleAmong<I extends Told>(
  items: readonly I[],
): { readonly number: number; readonly item: I } | null {
  const [index, item] =
    [...items.entries()].toSorted(([, one], [, other]) => one.step_index - other.step_index)[0] ?? [];
  return index === undefined || item === undefined ? null : { number: index + 1, item };
}

/** The last thing that is read under a condition before the next call is written. */
export const readLast = (item: ProbeItem, condition: ConditionName): string =>
  underCondition(item, condition)?.messages.at(-1)?.content ?? '';
