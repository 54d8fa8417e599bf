import { checkItem, type ProbeItem } from '../probe/index.ts';
import { turnRequest } from '../rollout/index.ts';
import { itemOfMistake } from '../toolshed/index.ts';
import type { LiveRollout } from './rollout-book.ts';

/** A failure that did not become an item, and why, as half a sentence. */
export interface LeftOutFailure {
  readonly taskId: string;
  readonly call: string;
  readonly why: string;
}

/** First failures as a file of probe items. */
export interface FrozenFailures {
  readonly fileName: string;
  /** Empty where no failure became an item. */
  readonly jsonl: string;
  readonly items: number;
  readonly leftOut: readonly LeftOutFailure[];
}

interface FirstFailure {
  readonly rollout: LiveRollout;
  readonly step: number;
  readonly call: string;
}

/**
 * The first failures of rollouts, each task and call once, as items in the published form: the model's own mistakes, in
 * the very context in which it made them, for the Probe room.
 */
export function itemsOfFailures(
  rollouts: readonly LiveRollout[],
  of: { readonly model: string; readonly taskSet: string },
): FrozenFailures {
  const items: ProbeItem[] = [];
  const leftOut: LeftOutFailure[] = [];
  const seen = new Set<string>();
  const numbers = new Map<string, number>();
  for (const { rollout, step, call } of plainOpeningsFirst(rollouts).flatMap(firstFailureOf)) {
    const { task, state } = rollout;
    const name = `${task.task_id}\n${call}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const place = `${task.task_id}-s${step}-own`;
    const number = numbers.get(place) ?? 0;
    numbers.set(place, number + 1);
    const [system] = turnRequest(task, state.setting, []).messages;
    const made = itemOfMistake(`${place}-${number}`, {
      task,
      systemPrompt: system?.content ?? task.system_prompt,
      actions: state.steps.slice(0, step).map(({ action }) => action),
      failedCall: call,
    });
    const leave = (why: string): void => void leftOut.push({ taskId: task.task_id, call, why });
    if (call === '') leave('the turn is empty');
    else if (made === null) leave('no right call of the task is left to compare it with');
    else {
      const { item, faults } = checkItem(made);
      if (item === null) leave(faults.map(({ field, what }) => `${field ?? 'it'} ${what}`).join('; '));
      else items.push(item);
    }
  }
  return {
    fileName: `${[of.model, of.taskSet].map(forFileName).join('.')}.own-failures.jsonl`,
    jsonl: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
    items: items.length,
    leftOut,
  };
}

/** Under an instruction from the start the same call was written after other words: only where it is nowhere else. */
const plainOpeningsFirst = (rollouts: readonly LiveRollout[]): readonly LiveRollout[] => {
  const isPlain = ({ state }: LiveRollout): boolean => state.setting.harness.instruction !== 'from-the-start';
  return [...rollouts.filter(isPlain), ...rollouts.filter((rollout) => !isPlain(rollout))];
};

/** What a limit of ours cut off is no failure of the model, but what follows it was not written in a clean context. */
function firstFailureOf(rollout: LiveRollout): readonly FirstFailure[] {
  const { steps } = rollout.state;
  const step = steps.findIndex(({ outcome }) => !outcome.ok);
  const failed = steps[step];
  return failed === undefined || failed.isCut ? [] : [{ rollout, step, call: failed.action }];
}

const forFileName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
