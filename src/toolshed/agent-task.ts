import { printCall, type Call } from './action/index.ts';
import type { Edition } from './edition.ts';
import type { Requirement } from './goal.ts';
import { SYSTEM_PROMPT } from './system-prompt.ts';
import type { World } from './world.ts';

/** A task for an agent that acts on its own, with all that is needed to run it; one line of a frozen task set. */
export interface AgentTask {
  readonly task_id: string;
  readonly env: 'toolshed';
  /** Kind of task: the cluster of the bootstrap, because tasks of one kind go alike. */
  readonly template: string;
  /** Wording of the errors that the office answers with. */
  readonly edition: Edition;
  readonly system_prompt: string;
  /**
   * Stands after the system prompt: an example of a reply. Without speaker labels, which a model would copy
   * (measurement §8.3). A checkpoint that was trained on the bare prompt is better asked without it.
   */
  readonly demonstration: string;
  readonly goal: string;
  /** The world in which it begins. */
  readonly world: World;
  /** The right calls in order, as text, without finish(): with the last of them the task is solved. */
  readonly reference: readonly string[];
  /** All must be met for the task to be solved. */
  readonly requirements: readonly Requirement[];
}

/** What differs from task to task. */
export interface AgentTaskPlan extends Pick<
  AgentTask,
  'task_id' | 'template' | 'edition' | 'goal' | 'world' | 'requirements'
> {
  readonly gold: readonly Call[];
}

const DEMONSTRATION =
  "A valid reply looks exactly like the next line, with nothing before or after it:\nlist_files(folder='notes')\n";

export const agentTaskOf = ({
  task_id,
  template,
  edition,
  goal,
  world,
  gold,
  requirements,
}: AgentTaskPlan): AgentTask => ({
  task_id,
  env: 'toolshed',
  template,
  edition,
  system_prompt: SYSTEM_PROMPT,
  demonstration: DEMONSTRATION,
  goal,
  world,
  reference: gold.map(printCall),
  requirements,
});
