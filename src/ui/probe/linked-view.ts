import { LABEL_NAMES } from '../../figures/index.ts';
import { viewChoices, type ProbeItem, type View, type ViewLabel } from '../../probe/index.ts';

const MOST_NAMED = 3;

/**
 * A link's view of these items: without the tasks and the values that none of them has, and without more worst cases
 * than there are items; a sentence about each kind of those. A label of which nothing is left keeps all cases, as if
 * the link had not named it.
 */
export function viewOfItems(
  view: View,
  items: readonly ProbeItem[],
): { readonly known: View; readonly strange: readonly string[] } {
  const asked = Object.entries(view.only) as [ViewLabel, readonly string[]][]; // entries forget their keys
  if (view.withoutTasks.length === 0 && asked.length === 0 && view.withoutWorst === 0)
    return { known: view, strange: [] };
  const { only: choices, tasks } = viewChoices(items);
  const strange: string[] = [];
  const here = (choice: readonly { readonly value: string }[], value: string): boolean =>
    choice.some((one) => one.value === value);

  const only: Partial<Record<ViewLabel, readonly string[]>> = {};
  for (const [label, values] of asked) {
    const known = values.filter((value) => here(choices[label], value));
    const unknown = values.filter((value) => !here(choices[label], value));
    // That a link keeps none is its own word; that it keeps what is not here is not.
    if (known.length > 0 || values.length === 0) only[label] = known;
    if (unknown.length > 0)
      strange.push(
        `The link names the ${LABEL_NAMES[label][unknown.length === 1 ? 'one' : 'many']} ${named(unknown)}, not in this set.`,
      );
  }
  const unknownTasks = view.withoutTasks.filter((task) => !here(tasks, task));
  if (unknownTasks.length > 0)
    strange.push(
      `The link leaves out the ${unknownTasks.length === 1 ? 'task' : 'tasks'} ${named(unknownTasks)}, not in this set.`,
    );
  const withoutTasks = view.withoutTasks.filter((task) => here(tasks, task));
  // To leave out exactly as many as there are is odd, and what the link says.
  const isTooMany = view.withoutWorst > items.length;
  if (isTooMany)
    strange.push(
      `The link leaves out the ${view.withoutWorst} cases of lowest G, more than this set has; none of them is left out.`,
    );
  return { known: { ...view, only, withoutTasks, withoutWorst: isTooMany ? 0 : view.withoutWorst }, strange };
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
