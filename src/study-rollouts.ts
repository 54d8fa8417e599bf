/** Rollouts without a page: the lane of `npm run study -- rollouts`. Nothing is stored, so every run computes. */
import {
  LabFault,
  plannedRollouts,
  RolloutBook,
  scopeRefusal,
  sourceOf,
  type EngineClient,
  type RolloutChoice,
  type WritingProgress,
  type WritingSummary,
  type SetWording,
} from './lab/index.ts';
import { sha256OfText, type LabError, type Provenance, type Result, type TraceRow } from './records/index.ts';
import { parseTaskSet } from './rollout/index.ts';

export interface RolloutsAsked extends RolloutChoice {
  readonly tasksJsonl: string;
  readonly tasksName: string;
  /** The texts the set was made for. */
  readonly wording: SetWording;
  /** Rollouts that are there already, by task, harness and seed: `agent-0001 verbatim 0`. */
  readonly done?: readonly string[];
  /** How many contexts are continued in the same passes at most; null: the engine's own choice. */
  readonly sideBySide: number | null;
}

export interface RolloutsTold {
  /** A rollout has ended. */
  readonly onTrace: (trace: TraceRow) => void;
  readonly onRefused: (error: LabError) => void;
  readonly onProgress: (progress: WritingProgress, ended: number, all: number) => void;
}

export interface RolloutsDone extends WritingSummary {
  readonly ended: number;
  readonly all: number;
}

/** Runs every rollout of the choice; each trace as soon as it has ended. Rejects with LabFault. */
export async function runStudyRollouts(
  engine: EngineClient,
  provenance: Provenance,
  asked: RolloutsAsked,
  told: RolloutsTold,
): Promise<RolloutsDone> {
  const tasks = valueOf(parseTaskSet(asked.tasksJsonl, asked.tasksName));
  const outside = scopeRefusal(
    { name: provenance.checkpointName, scope: provenance.scope },
    tasks.map(({ env }) => env),
  );
  if (outside !== null) throw new LabFault(outside);
  const { tasksName: name, wording } = asked;
  const set = { name, sha256: sha256OfText(asked.tasksJsonl) };
  const taskSet = { ...set, title: name, origin: '', wording, tasks, ownBytes: null };
  const done = new Set(asked.done);
  const planned = plannedRollouts(taskSet, asked).filter(
    ({ task, setting }) => !done.has(`${task.task_id} ${setting.harness.name} ${setting.seed}`),
  );
  const book = new RolloutBook(planned);
  await book.name(sourceOf(provenance, set));
  const all = planned.length;
  let ended = 0;
  const summary = await engine.rollouts(
    {
      sideBySide: asked.sideBySide,
      requests: book.rollouts().map(({ traceKey, task, state }) => ({
        id: traceKey ?? '',
        task,
        setting: state.setting,
        answersBefore: [],
      })),
    },
    (event) => {
      if (event.kind === 'progress') told.onProgress(event.progress, ended, all);
      if (event.kind === 'refused') told.onRefused(event.error);
      if (event.kind !== 'answered') return;
      for (const id of event.ids) {
        book.take(id, event.event);
        const trace = book.traceOf(id);
        if (trace === null) continue;
        ended += 1;
        told.onTrace(trace);
      }
    },
  );
  return { ...summary, ended, all };
}

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new LabFault(result.error);
}
