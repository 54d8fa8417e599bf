import type { LiveRollout } from '../../lab/index.ts';

/** Which rollout a cell is of; how that stands is no part of the rows. */
type BoardPlace = Pick<LiveRollout, 'key' | 'task' | 'harness' | 'seed'>;

/** The places of one task and seed, one for each harness in the order of the columns. */
interface BoardRow {
  readonly taskId: string;
  readonly goal: string;
  readonly seed: number;
  readonly cells: readonly BoardPlace[];
  /** The first of its task: it carries the name for all seeds. */
  readonly isFirst: boolean;
}

/** Tasks of one kind: they go alike. */
export interface BoardGroup {
  readonly kind: string;
  readonly tasks: number;
  readonly rows: readonly BoardRow[];
}

/** Kinds in the order in which they come first, tasks in the set's order. */
export function boardGroups(
  rollouts: readonly BoardPlace[],
  harnesses: readonly string[],
): readonly BoardGroup[] {
  const kinds = new Map<string, Map<string, Map<number, BoardPlace[]>>>();
  for (const rollout of rollouts) {
    const { task, seed } = rollout;
    const tasks = inMap(kinds, task.template, () => new Map<string, Map<number, BoardPlace[]>>());
    const seeds = inMap(tasks, task.task_id, () => new Map<number, BoardPlace[]>());
    inMap(seeds, seed, () => []).push(rollout);
  }
  return [...kinds].map(([kind, tasks]) => ({
    kind,
    tasks: tasks.size,
    rows: [...tasks].flatMap(([taskId, seeds]) =>
      [...seeds].map(([seed, cells], at) => ({
        taskId,
        goal: cells[0]?.task.goal ?? '',
        seed,
        cells: harnesses.flatMap((name) => cells.find(({ harness }) => harness === name) ?? []),
        isFirst: at === 0,
      })),
    ),
  }));
}

function inMap<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** `simple_write` → “simple write”. */
export const kindWords = (kind: string): string => kind.replaceAll('_', ' ');
