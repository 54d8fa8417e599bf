import { LABEL_NAMES, labelWords } from '../../figures/index.ts';
import { noveltyReader, type ProbeItem, type View, type ViewLabel } from '../../probe/index.ts';

/** One value by which cases can be kept, with the items that carry it. */
export interface ViewChoice {
  readonly value: string;
  readonly words: string;
  readonly items: number;
}

export interface ViewFilter {
  readonly label: ViewLabel;
  readonly name: string;
  readonly choices: readonly ViewChoice[];
}

const LABELS = ['operator', 'error', 'depth', 'novelty'] as const satisfies readonly ViewLabel[];

/** What the items of a set can be kept by; labels that all of them share are no choice. */
export function viewFilters(items: readonly ProbeItem[]): readonly ViewFilter[] {
  const novelty = noveltyReader();
  const valueOf: Readonly<Record<(typeof LABELS)[number], (item: ProbeItem) => string>> = {
    operator: ({ operator }) => operator,
    error: ({ error_type }) => error_type,
    depth: ({ prefix_actions }) => String(prefix_actions.length),
    novelty,
  };
  return LABELS.map((label) => ({
    label,
    name: LABEL_NAMES[label].one,
    choices: counted(items.map(valueOf[label])).map(([value, count]) => ({
      value,
      words: labelWords(label, value),
      items: count,
    })),
  })).filter(({ choices }) => choices.length > 1);
}

/** A task that can be left out. */
export interface ViewTask {
  readonly task: string;
  readonly items: number;
  /** Of its first item: ids say nothing to a reader. */
  readonly goal: string;
}

/** Tasks of a set, in the order of their names. */
export function viewTasks(items: readonly ProbeItem[]): readonly ViewTask[] {
  const goalOf = new Map(items.toReversed().map(({ task_id, goal }) => [task_id, goal]));
  return counted(items.map(({ task_id }) => task_id)).map(([task, count]) => ({
    task,
    items: count,
    goal: goalOf.get(task) ?? '',
  }));
}

/** The view with a task left out, or taken in again; tasks stand in the order of their names, so that links are alike. */
export const withTask = (view: View, task: string): View => ({
  ...view,
  withoutTasks: view.withoutTasks.includes(task)
    ? view.withoutTasks.filter((one) => one !== task)
    : [...view.withoutTasks, task].sort(),
});

function counted(values: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The view with a value chosen or not; a label of which nothing is chosen keeps all. */
export function withChoice(view: View, label: ViewLabel, value: string): View {
  const chosen = view.only[label] ?? [];
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value].sort();
  const others = Object.fromEntries(Object.entries(view.only).filter(([name]) => name !== label));
  return { ...view, only: next.length === 0 ? others : { ...others, [label]: next } };
}
