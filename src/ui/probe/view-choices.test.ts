import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAPER_VIEW, parseItemSet } from '../../probe/index.ts';
import { viewFilters, viewTasks, withChoice, withTask } from './view-choices.ts';

const read = parseItemSet(
  readFileSync(new URL('../../../static-probes/toolshed-paper-2026-quick-12.jsonl', import.meta.url), 'utf8'),
  'quick',
);
if (!read.ok) throw new Error(read.error.happened);
const items = read.value;

test('every item is under one choice of each filter', () => {
  const filters = viewFilters(items);
  expect(filters.map(({ label }) => label)).toEqual(['operator', 'error', 'depth', 'novelty']);
  for (const { choices } of filters)
    expect(choices.reduce((sum, choice) => sum + choice.items, 0)).toBe(items.length);
  const tasks = viewTasks(items);
  expect(tasks.reduce((sum, task) => sum + task.items, 0)).toBe(items.length);
  for (const { task, goal } of tasks) expect(goal).toBe(items.find(({ task_id }) => task_id === task)?.goal);
});

test('what all items share is no choice', () => {
  expect(viewFilters(items.slice(0, 1))).toEqual([]);
});

test('a value chosen twice is as before, and a label without a value is gone', () => {
  const once = withChoice(PAPER_VIEW, 'operator', 'arg_typo');
  expect(once.only).toEqual({ operator: ['arg_typo'] });
  expect(withChoice(once, 'operator', 'arg_typo')).toEqual(PAPER_VIEW);
  expect(withChoice(withChoice(once, 'depth', '0'), 'operator', 'tool_typo').only).toEqual({
    operator: ['arg_typo', 'tool_typo'],
    depth: ['0'],
  });
});

test('several tasks are left out, in whatever order they were chosen', () => {
  const two = withTask(withTask(PAPER_VIEW, 'b'), 'a');
  expect(two.withoutTasks).toEqual(['a', 'b']);
  expect(withTask(two, 'b').withoutTasks).toEqual(['a']);
  expect(withTask(withTask(two, 'a'), 'b')).toEqual(PAPER_VIEW);
});
