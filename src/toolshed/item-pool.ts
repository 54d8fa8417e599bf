import { printCall, type Call } from './action/index.ts';
import { assumedSuccess } from './assumed-success.ts';
import type { Edition } from './edition.ts';
import { echoed, errorText } from './error-texts.ts';
import { inventedFor, type Invented } from './invented.ts';
import type { ToolshedItem } from './item.ts';
import { perturbationsOf, type OperatorName, type Perturbed } from './perturb.ts';
import { comparePoints } from './python/index.ts';
import { runCall } from './run-call.ts';
import { documentationRange, SYSTEM_PROMPT } from './system-prompt.ts';
import { taskOf, type Task } from './task.ts';
import type { ToolError } from './tool-error.ts';
import { toolNamed } from './tools.ts';
import { understoodSuccess } from './understood-success.ts';
import type { World } from './world.ts';

const TASKS = 60;
const MOST_PER_OPERATOR = 45;

/** The same for all items: says neither that the call worked nor that it failed (toolshed §3.6). */
export const NEUTRAL = 'Call logged.';

/**
 * The pool of 275 items by item_id: every wrong version of every right call of 60 tasks, of which the first 45 of each
 * operator are kept (toolshed §8.1). Ids, operators, kinds and depths are those of the study, in both editions.
 */
export function itemPool(edition: Edition): readonly ToolshedItem[] {
  const kept = new Map<OperatorName, number>();
  const items: ToolshedItem[] = [];
  for (let index = 0; index < TASKS; index += 1) {
    for (const item of itemsOfTask(taskOf(index, edition), edition)) {
      const before = kept.get(item.operator) ?? 0;
      if (before === MOST_PER_OPERATOR) continue;
      kept.set(item.operator, before + 1);
      items.push(item);
    }
  }
  return items.sort((a, b) => comparePoints(a.item_id, b.item_id));
}

/**
 * Every item of a task in the order step, place. The right calls are really carried out on the way. Wrong calls name
 * what `invented` holds where something must not exist.
 */
export function itemsOfTask(
  task: Task,
  edition: Edition,
  invented: Invented = inventedFor(task.index, edition),
): readonly ToolshedItem[] {
  let world = task.world;
  const actions: string[] = [];
  const observations: string[] = [];
  return task.gold.flatMap((gold, step) => {
    const items = wrongCalls(gold, world, invented).map((wrong, _, all) =>
      itemOf({
        task,
        gold,
        world,
        edition,
        wrong,
        all,
        actions: [...actions],
        observations: [...observations],
      }),
    );
    const outcome = runCall(world, printCall(gold));
    if (!outcome.ok) throw new Error(`The right call ${printCall(gold)} of ${task.id}, step ${step} fails`);
    world = outcome.world;
    actions.push(printCall(gold));
    observations.push(outcome.observation);
    return items;
  });
}

/** A wrong call with its place and the error that it really gives. */
interface WrongCall extends Perturbed {
  readonly place: number;
  readonly error: ToolError;
}

/** A wrong version that would work all the same is no mistake and is left out; its place stays empty. */
export function wrongCalls(gold: Call, world: World, invented: Invented): readonly WrongCall[] {
  return perturbationsOf(gold, world, invented).flatMap((perturbed, place) => {
    const outcome = runCall(world, printCall(perturbed.call));
    return outcome.ok ? [] : [{ ...perturbed, place, error: outcome.error }];
  });
}

interface DecisionPoint {
  readonly task: Task;
  readonly gold: Call;
  readonly world: World;
  readonly edition: Edition;
  readonly wrong: WrongCall;
  /** All wrong versions of this right call. */
  readonly all: readonly WrongCall[];
  readonly actions: readonly string[];
  readonly observations: readonly string[];
}

function itemOf(point: DecisionPoint): ToolshedItem {
  const { task, gold, world, edition, wrong, all, actions, observations } = point;
  const failedAction = printCall(wrong.call);
  const standard = errorText(wrong.error, 'standard', edition);
  const others = all.filter((other) => other !== wrong).slice(0, 2);
  const [other] = others;
  return {
    item_id: `${task.id}-s${actions.length}-${wrong.operator}-${wrong.place}`,
    env: 'toolshed',
    task_id: task.id,
    template: task.template,
    step_index: actions.length,
    operator: wrong.operator,
    error_type: wrong.error.kind,
    system_prompt: SYSTEM_PROMPT,
    goal: task.goal,
    prefix_actions: actions,
    prefix_observations: observations,
    failed_action: failedAction,
    gold_action: printCall(gold),
    obs_fail: standard,
    obs_fail_terse: errorText(wrong.error, 'terse', edition),
    obs_fail_verbose: errorText(wrong.error, 'verbose', edition),
    obs_fail_echo: echoed(standard, failedAction),
    obs_success:
      edition === 'paper-2026' ? assumedSuccess(wrong.call) : understoodSuccess(wrong, gold, world),
    obs_neutral: NEUTRAL,
    obs_fail_other: other === undefined ? '' : errorText(other.error, 'standard', edition),
    distractors: others.map(({ call }) => printCall(call)),
    tool: wrong.call.name,
    meta: { documentation: documentationOf(gold) },
  };
}

function documentationOf(gold: Call): readonly [start: number, end: number] {
  const tool = toolNamed(gold.name);
  if (tool === null) throw new Error(`The right call names ${gold.name}, which is no tool`);
  return documentationRange(tool.name);
}
