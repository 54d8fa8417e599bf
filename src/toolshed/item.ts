import type { OperatorName } from './perturb.ts';
import type { ErrorKind } from './tool-error.ts';
import type { TemplateName } from './templates.ts';

/** One frozen decision point under the published field names (toolshed §8.6, measurement §0); a probe item. */
export interface ToolshedItem {
  /** `<task_id>-s<step_index>-<operator>-<place among the wrong versions of the right call>` */
  readonly item_id: string;
  readonly env: 'toolshed';
  readonly task_id: string;
  readonly template: TemplateName;
  readonly step_index: number;
  readonly operator: OperatorName;
  readonly error_type: ErrorKind;
  readonly system_prompt: string;
  readonly goal: string;
  readonly prefix_actions: readonly string[];
  readonly prefix_observations: readonly string[];
  readonly failed_action: string;
  readonly gold_action: string;
  readonly obs_fail: string;
  readonly obs_fail_terse: string;
  readonly obs_fail_verbose: string;
  readonly obs_fail_echo: string;
  readonly obs_success: string;
  readonly obs_neutral: string;
  readonly obs_fail_other: string;
  readonly distractors: readonly string[];
  readonly tool: string;
  /** Where the system prompt documents the right call's tool: [start, end) in UTF-16 units. */
  readonly meta: { readonly documentation: readonly [start: number, end: number] };
}
