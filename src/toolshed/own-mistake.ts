import { canonicalForm, parseCall, printCall, type Call } from './action/index.ts';
import type { AgentTask } from './agent-task.ts';
import { assumedSuccess } from './assumed-success.ts';
import { echoed, errorText } from './error-texts.ts';
import { inventedFor } from './invented.ts';
import type { ToolshedItem } from './item.ts';
import { NEUTRAL, wrongCalls } from './item-pool.ts';
import { runCall } from './run-call.ts';
import { documentationRange, SYSTEM_PROMPT } from './system-prompt.ts';
import { toolNamed } from './tools.ts';
import type { World } from './world.ts';

/** A wrong call that an agent wrote itself, after calls that all worked. */
export interface OwnMistake {
  readonly task: AgentTask;
  /** As the agent read it, whatever stands after the task's own. */
  readonly systemPrompt: string;
  /** The calls before, in order. */
  readonly actions: readonly string[];
  readonly failedCall: string;
}

/** A decision point that nobody constructed: its operator is the agent. */
export type OwnMistakeItem = Omit<ToolshedItem, 'operator' | 'template' | 'tool' | 'meta'> & {
  readonly operator: 'own';
  readonly template: string;
  /** Null where the call cannot be read. */
  readonly tool: string | null;
  readonly meta: Partial<ToolshedItem['meta']>;
};

/**
 * The mistake as a probe item. The right call is the first of the reference path that was not made yet and works here;
 * null where there is none, or where the call would work. The other wrong calls are versions of the right one, as in
 * constructed items.
 */
export function itemOfMistake(itemId: string, mistake: OwnMistake): OwnMistakeItem | null {
  const { task, systemPrompt, actions, failedCall } = mistake;
  const { world, observations } = carriedOut(task.world, actions);
  const outcome = runCall(world, failedCall);
  const gold = nextOfReference(task, actions, world);
  if (outcome.ok || gold === null) return null;
  const { error } = outcome;
  const { edition } = task;
  const standard = errorText(error, 'standard', edition);
  const parsed = parseCall(failedCall);
  const others = wrongCalls(gold, world, inventedFor(placeOf(task), edition))
    .filter(({ call }) => printCall(call) !== failedCall)
    .slice(0, 2);
  const [other] = others;
  return {
    item_id: itemId,
    env: 'toolshed',
    task_id: task.task_id,
    template: task.template,
    step_index: actions.length,
    operator: 'own',
    error_type: error.kind,
    system_prompt: systemPrompt,
    goal: task.goal,
    prefix_actions: actions,
    prefix_observations: observations,
    failed_action: failedCall,
    gold_action: printCall(gold),
    obs_fail: standard,
    obs_fail_terse: errorText(error, 'terse', edition),
    obs_fail_verbose: errorText(error, 'verbose', edition),
    obs_fail_echo: echoed(standard, failedCall),
    obs_success: successOf(parsed.ok ? parsed.call : null, gold, world, edition),
    obs_neutral: NEUTRAL,
    obs_fail_other: other === undefined ? '' : errorText(other.error, 'standard', edition),
    distractors: others.map(({ call }) => printCall(call)),
    tool: parsed.ok ? parsed.call.name : null,
    meta: documentationOf(gold, systemPrompt),
  };
}

function carriedOut(
  from: World,
  actions: readonly string[],
): { readonly world: World; readonly observations: readonly string[] } {
  let world = from;
  const observations = actions.map((action) => {
    const outcome = runCall(world, action);
    if (!outcome.ok) throw new Error(`${action} fails, so it is not before the first mistake`);
    world = outcome.world;
    return outcome.observation;
  });
  return { world, observations };
}

function nextOfReference(task: AgentTask, actions: readonly string[], world: World): Call | null {
  const made = new Set(actions.map(canonicalForm));
  for (const written of task.reference) {
    const parsed = parseCall(written);
    if (parsed.ok && !made.has(canonicalForm(written)) && runCall(world, written).ok) return parsed.call;
  }
  return null;
}

/**
 * What would have been read had the call worked. In the study a sentence for each tool, filled from the call; in the mended
 * edition the right call's own result where the call names its tool, or none that there is.
 */
function successOf(failed: Call | null, gold: Call, world: World, edition: AgentTask['edition']): string {
  const isOfAnotherTool = failed !== null && failed.name !== gold.name && toolNamed(failed.name) !== null;
  if (edition === 'paper-2026' || isOfAnotherTool) return failed === null ? 'OK' : assumedSuccess(failed);
  const outcome = runCall(world, printCall(gold));
  return outcome.ok ? outcome.observation : 'OK';
}

function documentationOf(gold: Call, systemPrompt: string): OwnMistakeItem['meta'] {
  const tool = toolNamed(gold.name);
  return tool === null || !systemPrompt.startsWith(SYSTEM_PROMPT)
    ? {}
    : { documentation: documentationRange(tool.name) };
}

/** Tasks of an agent have no number; any that stays the same will do to draw the names of things that do not exist. */
const placeOf = ({ task_id: id }: AgentTask): number =>
  [...id].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003, 0);
