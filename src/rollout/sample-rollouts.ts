import { agentTaskSets, type AgentTask } from '../toolshed/index.ts';
import type { TraceRow } from '../records/index.ts';
import { traceOfEpisode, type TraceSource } from './trace-of-episode.ts';
import { runScripted, settingOf } from './scripted-model.ts';
import type { EpisodeSetting } from './turn-request.ts';

// For tests: five rollouts whose numbers can be worked out by hand.

export const SOURCE: TraceSource = {
  model: 'scripted',
  modelParameters: 0,
  scorer: { checkpointSha256: 'c', tokenizerSha256: 't', engineVersion: '1' },
  taskSet: { name: 'toolshed-paper-2026-agent-24', sha256: 's' },
};

const TASKS = agentTaskSets()[0]?.tasks ?? [];

export function taskAt(index: number): AgentTask {
  const task = TASKS[index];
  if (task === undefined) throw new Error(`No task ${index}`);
  return task;
}

/** The trace of a model that writes these turns, then finish(). */
export function traceOf(task: AgentTask, setting: EpisodeSetting, turns: readonly string[]): TraceRow {
  const { state } = runScripted(task, setting, (_, before) => [turns[before] ?? 'finish()', 'finish()']);
  const trace = traceOfEpisode(state, SOURCE);
  if (trace === null) throw new Error('The episode has not ended');
  return trace;
}

export const WRONG = "find_contact(name='Alex Ramirez')";
/** The same call in other letters. */
export const RESPELT = 'find_contact( name = "Alex Ramirez" )';

const six = (turn: string): readonly string[] => Array.from({ length: 6 }, () => turn);

/** Under `verbatim`; kinds: lookup, simple_write, cancel_event, archive, simple_reminder. */
export function sampleTraces(): readonly TraceRow[] {
  const setting = settingOf('verbatim');
  const [looked = ''] = taskAt(0).reference;
  const [listed = ''] = taskAt(1).reference;
  return [
    // Fails three times, once with the same text and twice with the same call; then solved.
    traceOf(taskAt(0), setting, [WRONG, RESPELT, WRONG, looked]),
    // Solved in step one.
    traceOf(taskAt(2), setting, taskAt(2).reference),
    // Goes round in calls that work.
    traceOf(taskAt(1), setting, six(listed)),
    // Goes round in prose.
    traceOf(taskAt(3), setting, six('Let me think.')),
    // Fails once and gives up.
    traceOf(taskAt(4), setting, [WRONG, 'finish()']),
  ];
}
