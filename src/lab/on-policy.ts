import type { OwnFailure } from '../records/index.ts';
import { turnRequest, type EpisodeStep } from '../rollout/index.ts';
import { PRESENTATIONS, type Message } from '../transcript/index.ts';
import type { LiveRollout } from './rollout-book.ts';

/** A failed call that the model wrote itself, with the two contexts in which it is scored. */
export interface OwnCall extends Omit<OwnFailure, 'logpBeforeNats' | 'logpAfterNats'> {
  /** What the model had read when it wrote the call. */
  readonly before: readonly Message[];
  /** The same, and then the call with its error, whatever the harness shows. */
  readonly after: readonly Message[];
}

/**
 * Whether a step is a failed call of the model's own. A call that a limit of ours cut off is none of its mistakes; a
 * turn by construction was not asked for; and an empty turn has nothing that could be scored.
 */
export const isOwnFailure = ({ outcome, action, isCut, isByConstruction }: EpisodeStep): boolean =>
  !outcome.ok && !isCut && !isByConstruction && action !== '';

/** The failed calls of a rollout that were the model's own, with their contexts. */
export function ownCallsOf({ task, harness, seed, state, traceKey }: LiveRollout): readonly OwnCall[] {
  if (traceKey === null) return [];
  const { setting, steps } = state;
  let failures = 0;
  return steps.flatMap((step, at) => {
    const { outcome, action } = step;
    if (outcome.ok) return [];
    failures += 1;
    if (!isOwnFailure(step)) return [];
    const before = turnRequest(task, setting, steps.slice(0, at)).messages;
    const shown = PRESENTATIONS.error.show({ ...outcome.failed, attempt: failures }, setting.harness.wording);
    if (shown === null) return [];
    return [
      {
        traceKey,
        taskId: task.task_id,
        template: task.template,
        harness,
        seed,
        step: at,
        call: action,
        errorKind: outcome.errorKind,
        isFirst: !steps.slice(0, at).some(hasFailed),
        before,
        after: [...before, ...shown.map(({ role, content }) => ({ role, content }))],
      },
    ];
  });
}

const hasFailed = ({ outcome, isCut }: EpisodeStep): boolean => !outcome.ok && !isCut;
