import { FEW_CLUSTERS } from '../statistics/index.ts';
import { counted, fixed } from './number-words.ts';

/** Where the numbers of a figure of rollouts come from. */
export interface RolloutScope {
  /** With its weights. */
  readonly checkpoint: string;
  readonly tasks: number;
  readonly kinds: number;
  /** 0: greedy. */
  readonly temperature: number;
  /** Rollouts of a task under one harness. */
  readonly seeds: number;
  /** Rollouts that have ended, and those asked for, over all harnesses. */
  readonly ended: number;
  readonly asked: number;
}

/** How many rollouts there are so far; empty where all have ended. */
const progressWords = ({ ended, asked }: RolloutScope): string =>
  ended < asked ? `${fixed(ended, 0)} of ${counted(asked, 'rollout')} so far. ` : '';

/** The limits of what is claimed. */
export function rolloutScopeWords(scope: RolloutScope): string {
  const { checkpoint, tasks, kinds, temperature, seeds } = scope;
  const how =
    temperature === 0
      ? 'greedy decoding'
      : `temperature ${String(temperature)}, ${counted(seeds, 'rollout')} a task`;
  return `${progressWords(scope)}One model (${checkpoint}) in a simulated office: ${counted(tasks, 'task')} of ${counted(kinds, 'kind')}, ${how}.`;
}

/** What an interval over few kinds of task is worth. */
export const fewKindsWords = (kinds: number): string =>
  kinds > FEW_CLUSTERS
    ? ''
    : ` Of ${counted(kinds, 'kind')} of task an interval is rather too short than too long.`;
