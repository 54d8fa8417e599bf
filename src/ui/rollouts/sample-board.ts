import type { LiveRollout } from '../../lab/index.ts';
import { harnessNamed, USUAL_LIMITS, startEpisode, advance, type HarnessName } from '../../rollout/index.ts';
import { agentTaskSets, type AgentTask } from '../../toolshed/index.ts';
import { PAPER_WORDING } from '../../transcript/index.ts';

// For tests: rollouts in which the model writes given turns.

const TASKS = agentTaskSets()[0]?.tasks ?? [];

export function taskAt(index: number): AgentTask {
  const task = TASKS[index];
  if (task === undefined) throw new Error(`No task ${index}`);
  return task;
}

export interface WrittenTurn {
  readonly text: string;
  readonly isOutOfTokens?: boolean;
  readonly interventions?: number;
  readonly ties?: number;
}

/** A rollout after these turns; more than it takes are passed over. */
export function rolloutOf(
  task: AgentTask,
  name: HarnessName,
  turns: readonly WrittenTurn[],
  seed = 0,
): LiveRollout {
  const setting = { ...USUAL_LIMITS, harness: harnessNamed(name, PAPER_WORDING), seed };
  let { state } = startEpisode(task, setting);
  for (const { text, isOutOfTokens = false, interventions = 0, ties = 0 } of turns)
    ({ state } = advance(state, {
      kind: 'turn',
      turn: {
        text,
        tokenIds: [1, 2, 3],
        contextTokens: 100,
        endedBy: isOutOfTokens ? 'token-limit' : 'stop-token',
        maskApplications: interventions,
        interventions,
        ties,
        elapsedMs: 10,
      },
    }));
  return {
    key: `${task.task_id} ${name} ${seed}`,
    traceKey: null,
    task,
    harness: name,
    seed,
    state,
    trace: null,
  };
}
