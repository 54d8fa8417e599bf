import {
  openingSaid,
  PRESENTATIONS,
  stepSaid,
  transcriptOf,
  type FailedStep,
  type Presentation,
  type PresentationName,
  type Transcript,
} from '../transcript/index.ts';
import type { ProbeItem } from './item.ts';

/** Published names (measurement §1). `pre` is the transcript before the failure and the base of every comparison. */
export const CONDITIONS = ['pre', 'fail', 'succ', 'neut'] as const;
export type ConditionName = (typeof CONDITIONS)[number];

const SHOWN: Readonly<Record<ConditionName, PresentationName>> = {
  pre: 'none',
  fail: 'error',
  succ: 'success',
  neut: 'neutral',
};

/** How the condition shows the failed step. */
export const presentationOf = (condition: ConditionName): Presentation => PRESENTATIONS[SHOWN[condition]];

/** What the model reads under a condition, before it writes its next turn. */
export function underCondition(item: ProbeItem, condition: ConditionName): Transcript {
  return transcriptOf(
    openingSaid({
      systemPrompt: item.system_prompt,
      documentation: item.meta.documentation ?? null,
      goal: item.goal,
    }),
    ...item.prefix_actions.map((call, index) =>
      stepSaid({ call, observation: item.prefix_observations[index] ?? '' }),
    ),
    presentationOf(condition).show(failedStepOf(item)),
  );
}

const failedStepOf = (item: ProbeItem): FailedStep => ({
  call: item.failed_action,
  error: item.obs_fail,
  neutral: item.obs_neutral,
  success: item.obs_success,
});
