import { expect, test } from 'vitest';
import { PAPER_VIEW } from '../../probe/index.ts';
import { viewOfItems } from './linked-view.ts';

const items = [{ task_id: 'a' }, { task_id: 'b' }];

test('tasks that are not in the set are told of and leave nothing out', () => {
  const view = { ...PAPER_VIEW, withoutTasks: ['b', 'nonesuch'] };
  expect(viewOfItems(view, items)).toEqual({
    known: { ...PAPER_VIEW, withoutTasks: ['b'] },
    strange: 'The link leaves out the task nonesuch, not in this set.',
  });
  const many = { ...PAPER_VIEW, withoutTasks: ['p', 'q', 'r', 's', 't'] };
  expect(viewOfItems(many, items).strange).toContain('tasks p, q, r and 2 more,');
});

test('a view of tasks that are there is left as it is', () => {
  const view = { ...PAPER_VIEW, withoutTasks: ['a'] };
  expect(viewOfItems(view, items)).toEqual({ known: view, strange: null });
});
