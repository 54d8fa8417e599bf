import type { ProbeItem, View } from '../../probe/index.ts';

const MOST_NAMED = 3;

/** A link's view of these items: without the tasks that none of them is of, and a sentence about those. */
export function viewOfItems(
  view: View,
  items: readonly Pick<ProbeItem, 'task_id'>[],
): { readonly known: View; readonly strange: string | null } {
  const tasks = new Set(items.map(({ task_id }) => task_id));
  const strange = view.withoutTasks.filter((task) => !tasks.has(task));
  if (strange.length === 0) return { known: view, strange: null };
  const more = strange.length - MOST_NAMED;
  const named = `${strange.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return {
    known: { ...view, withoutTasks: view.withoutTasks.filter((task) => tasks.has(task)) },
    strange: `The link leaves out the ${strange.length === 1 ? 'task' : 'tasks'} ${named}, not in this set.`,
  };
}
