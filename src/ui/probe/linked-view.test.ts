import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAPER_VIEW, parseItemSet } from '../../probe/index.ts';
import { viewOfItems } from './linked-view.ts';

const SET = 'toolshed-paper-2026-class-6.jsonl';
const read = parseItemSet(
  readFileSync(new URL(`../../../static-probes/${SET}`, import.meta.url), 'utf8'),
  SET,
);
if (!read.ok) throw new Error(read.error.details);
const items = read.value;
const [{ task_id: task, operator } = { task_id: '', operator: '' }] = items;

test('tasks that are not in the set are told of and leave nothing out', () => {
  const view = { ...PAPER_VIEW, withoutTasks: [task, 'nonesuch'] };
  expect(viewOfItems(view, items)).toEqual({
    known: { ...PAPER_VIEW, withoutTasks: [task] },
    strange: ['The link leaves out the task nonesuch, not in this set.'],
  });
  const many = { ...PAPER_VIEW, withoutTasks: ['p', 'q', 'r', 's', 't'] };
  expect(viewOfItems(many, items).strange[0]).toContain('tasks p, q, r and 2 more,');
});

test('values that no item has are told of; where none is left of a label, all cases stay', () => {
  const view = { ...PAPER_VIEW, only: { operator: [operator, 'nonesuch'], depth: ['17', '18'] } };
  expect(viewOfItems(view, items)).toEqual({
    known: { ...PAPER_VIEW, only: { operator: [operator] } },
    strange: [
      'The link names the kind of mistake nonesuch, not in this set.',
      'The link names the depths 17, 18, not in this set.',
    ],
  });
});

test('more worst cases than there are items are told of and leave nothing out', () => {
  const view = { ...PAPER_VIEW, withoutWorst: 999_999 };
  expect(viewOfItems(view, items)).toEqual({
    known: PAPER_VIEW,
    strange: [
      'The link leaves out the 999999 cases of lowest G, more than this set has; none of them is left out.',
    ],
  });
  for (const withoutWorst of [items.length, 2])
    expect(viewOfItems({ ...PAPER_VIEW, withoutWorst }, items)).toEqual({
      known: { ...PAPER_VIEW, withoutWorst },
      strange: [],
    });
});

test('a view of what is there, or of nothing at all, is left as it is', () => {
  for (const view of [
    PAPER_VIEW,
    { ...PAPER_VIEW, withoutTasks: [task], only: { operator: [operator], depth: ['0'] } },
    { ...PAPER_VIEW, only: { operator: [] } },
  ])
    expect(viewOfItems(view, items)).toEqual({ known: view, strange: [] });
});
