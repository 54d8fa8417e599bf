import type { LiveRollout } from '../../lab/index.ts';
import { isRepeat, stepMarks } from './step-marks.ts';

/** The rollout with most repeats under one harness; the first of equals. Null: nothing was repeated. */
export function worstUnder(
  rollouts: readonly LiveRollout[],
  harness: string,
): { readonly taskId: string; readonly seed: number; readonly repeats: number } | null {
  let worst: { readonly taskId: string; readonly seed: number; readonly repeats: number } | null = null;
  for (const { task, seed, state, harness: under } of rollouts) {
    if (under !== harness) continue;
    const repeats = stepMarks(state.steps).filter(isRepeat).length;
    if (repeats > (worst?.repeats ?? 0)) worst = { taskId: task.task_id, seed, repeats };
  }
  return worst;
}
