import {
  harnessNamed,
  PUBLISHED_HARNESSES,
  REFERENCE_HARNESS,
  USUAL_LIMITS,
  type EpisodeSetting,
  type HarnessName,
} from '../rollout/index.ts';
import type { AgentTask } from '../toolshed/index.ts';
import { wordingOfSet } from './run-wording.ts';
import type { TaskSet } from './task-sets.ts';

/** What a run of rollouts is asked, beside checkpoint and tasks. */
export interface RolloutChoice {
  /** In the order of the columns. */
  readonly harnesses: readonly HarnessName[];
  /** 0: the likeliest token, always. */
  readonly temperature: number;
  readonly topP: number;
  /** One rollout of each task and harness for each; at temperature 0 one seed is all there is. */
  readonly seeds: readonly number[];
  /** Of one turn. */
  readonly mostTokens: number;
  readonly mostSteps: number;
  readonly demonstration: boolean;
  /** Only the first of the set; null: all. */
  readonly firstTasks: number | null;
}

/** The study's harnesses and limits, with room for every call. */
export const DEFAULT_ROLLOUT_CHOICE: RolloutChoice = {
  ...USUAL_LIMITS,
  harnesses: PUBLISHED_HARNESSES,
  seeds: [0],
  firstTasks: null,
};

/** One rollout that a choice asks for. */
export interface PlannedRollout {
  readonly task: AgentTask;
  readonly setting: EpisodeSetting;
}

/** Every rollout of a choice: by task in the set's order, then harness in column order, then seed. */
export function plannedRollouts(taskSet: TaskSet, choice: RolloutChoice): readonly PlannedRollout[] {
  const { harnesses, temperature, topP, mostTokens, mostSteps, demonstration, firstTasks } = choice;
  // Without chance, a second seed would be the same rollout again.
  const seeds = temperature === 0 ? [0] : choice.seeds;
  const wording = wordingOfSet(taskSet.wording);
  const limits = { temperature, topP, mostTokens, mostSteps, demonstration };
  const settings = harnesses
    .map((name) => harnessNamed(name, wording))
    .flatMap((harness) => seeds.map((seed): EpisodeSetting => ({ ...limits, harness, seed })));
  return taskSet.tasks
    .slice(0, firstTasks ?? undefined)
    .flatMap((task) => settings.map((setting) => ({ task, setting })));
}

/** What the other harnesses are compared with: the plain one where it is among them, else the first column. */
export const referenceAmong = (harnesses: readonly HarnessName[]): HarnessName =>
  harnesses.find((name) => name === REFERENCE_HARNESS) ?? harnesses[0] ?? REFERENCE_HARNESS;
