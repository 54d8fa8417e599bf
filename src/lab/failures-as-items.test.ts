import { expect, test } from 'vitest';
import { parseItemSet, underCondition } from '../probe/index.ts';
import type { HarnessName } from '../rollout/index.ts';
import { RESPELT, taskAt, WRONG } from '../rollout/sample-rollouts.ts';
import { runScripted, settingOf } from '../rollout/scripted-model.ts';
import { agentTaskSets, type AgentTask } from '../toolshed/index.ts';
import { itemsOfFailures } from './failures-as-items.ts';
import { ownCallsOf } from './on-policy.ts';
import type { LiveRollout } from './rollout-book.ts';

const OF = { model: 'SmolLM2 135M', taskSet: 'three' };

/** A rollout of a model that writes these turns, then finish(). */
function rolloutOf(
  task: AgentTask,
  turns: readonly string[],
  name: HarnessName = 'verbatim',
  mostTokens = 400,
): LiveRollout {
  const setting = settingOf(name, { mostTokens });
  const { state } = runScripted(task, setting, (_, before) => [turns[before] ?? 'finish()', 'finish()']);
  return { key: `${task.task_id} ${name}`, traceKey: 'k', task, harness: name, seed: 0, state, trace: null };
}

const [first = '', ...others] = taskAt(1).reference;

test('an own call is scored in the context it was written in, and with its own error after it, whatever the harness shows', () => {
  const calls = ownCallsOf(rolloutOf(taskAt(1), [first, WRONG, RESPELT, WRONG], 'abstract'));
  expect(calls.map(({ step, isFirst, call }) => [step, isFirst, call])).toEqual([
    [1, true, WRONG],
    [2, false, RESPELT],
    [3, false, WRONG],
  ]);
  const [one, two] = calls;
  expect(one?.before.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(one?.after.slice(0, 4)).toEqual(one?.before);
  expect(one?.after[4]?.content).toBe(WRONG);
  expect(one?.after[5]?.content).toContain('Alex Ramirez');
  // What this harness shows of the first failure is a note: the second is scored after that, not after the error.
  expect(two?.before).toHaveLength(5);
  expect(two?.before[4]?.content).toContain('Attempt 1 failed');
  expect(two?.after).toHaveLength(7);
});

test('what a limit cut off, what follows by construction and an empty turn are no calls of the model', () => {
  expect(ownCallsOf(rolloutOf(taskAt(1), [WRONG, 'finish()'], 'verbatim', 10))).toEqual([]);
  expect(ownCallsOf(rolloutOf(taskAt(1), [WRONG], 'drop')).map(({ step }) => step)).toEqual([0]);
  expect(ownCallsOf(rolloutOf(taskAt(1), ['', 'finish()']))).toEqual([]);
});

test('first failures become items whose context is the one the model read, each task and call once', () => {
  const rollouts = [
    rolloutOf(taskAt(1), [WRONG], 'verbatim+instr'),
    rolloutOf(taskAt(1), [first, WRONG, RESPELT]),
    rolloutOf(taskAt(1), [first, WRONG], 'drop'),
    rolloutOf(taskAt(0), [RESPELT]),
    rolloutOf(taskAt(2), ['Let me think.']),
  ];
  const { jsonl, items, leftOut, fileName } = itemsOfFailures(rollouts, OF);
  expect(fileName).toBe('smollm2-135m.three.own-failures.jsonl');
  expect([items, leftOut]).toEqual([3, []]);
  const read = parseItemSet(jsonl, fileName);
  if (!read.ok) throw new Error(read.error.details);
  expect(read.value.map(({ item_id: id, operator, error_type: kind }) => [id, operator, kind])).toEqual([
    ['agent-0001-s1-own-0', 'own', 'contact_not_found'],
    ['agent-0000-s0-own-0', 'own', 'contact_not_found'],
    ['agent-0002-s0-own-0', 'own', 'parse_error'],
  ]);
  const [item] = read.value;
  const [call] = ownCallsOf(rollouts[1] as LiveRollout);
  if (item === undefined || call === undefined) throw new Error('none');
  expect(underCondition(item, 'pre').messages).toEqual(call.before);
  expect(underCondition(item, 'fail').messages).toEqual(call.after);
  // The first call of the reference is made already.
  expect(item.gold_action).toBe(others[0]);
  expect(item.distractors).toHaveLength(2);
  const [start = 0, end = 0] = item.meta.documentation ?? [];
  expect(item.system_prompt.slice(start, end)).toContain(item.gold_action.split('(')[0]);
});

test('what cannot be an item is counted, with the reason', () => {
  const tooMuch = taskAt(0).reference.concat(WRONG);
  const solvedElsewhere = { ...taskAt(0), requirements: taskAt(1).requirements };
  const { items, leftOut } = itemsOfFailures(
    [rolloutOf(solvedElsewhere, tooMuch), rolloutOf(taskAt(1), ['']), rolloutOf(taskAt(2), ['E'])],
    OF,
  );
  expect(items).toBe(0);
  expect(leftOut.map(({ call, why }) => [call, why])).toEqual([
    [WRONG, 'no right call of the task is left to compare it with'],
    ['', 'the turn is empty'],
    ['E', expect.stringContaining('must not quote the failed call')],
  ]);
});

test.each(agentTaskSets().map(({ name, tasks }) => [name, tasks] as const))(
  'every task of %s gives items, whatever the model writes',
  (_, tasks) => {
    const wrong = [WRONG, "read_file(path='none.md')", 'write_file(', 'frobnicate(x=1)', 'I am not sure.'];
    const { items, leftOut } = itemsOfFailures(
      tasks.flatMap((task) => wrong.map((call) => rolloutOf(task, [call]))),
      OF,
    );
    expect(leftOut).toEqual([]);
    expect(items).toBe(tasks.length * wrong.length);
  },
);
