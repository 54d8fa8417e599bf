import type { ProbeItem } from './item.ts';
import { itemLabels } from './item-values.ts';
import { noveltyReader } from './novelty.ts';
import type { ViewLabel } from './view.ts';

/** One value by which cases can be kept, and how many of the items carry it. */
export interface ViewChoice {
  readonly value: string;
  readonly items: number;
}

/** What a view of these items can be made of, values in their order. */
export interface ViewChoices {
  readonly only: Readonly<Record<ViewLabel, readonly ViewChoice[]>>;
  readonly tasks: readonly ViewChoice[];
}

export function viewChoices(items: readonly ProbeItem[]): ViewChoices {
  const novelty = noveltyReader();
  const labels = items.map((item) => ({ ...itemLabels(item), novelty: novelty(item) }));
  const of = (label: ViewLabel): readonly ViewChoice[] => counted(labels.map((item) => item[label]));
  return {
    only: {
      operator: of('operator'),
      error: of('error'),
      depth: of('depth'),
      template: of('template'),
      novelty: of('novelty'),
    },
    tasks: counted(items.map(({ task_id }) => task_id)),
  };
}

function counted(values: readonly string[]): readonly ViewChoice[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, items: count }))
    .sort((one, other) => (one.value < other.value ? -1 : 1));
}
