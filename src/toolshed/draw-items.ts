import { comparePoints, pythonRandom } from './python/index.ts';

/** What a draw must know of an item. */
interface Drawable {
  readonly item_id: string;
  readonly task_id: string;
  readonly operator: string;
}

/**
 * Draws `count` items, operators as even as they can be and no task more than `mostPerTask` times, or all it can get
 * (toolshed §8.4). Each operator's items are shuffled by one stream of `seed`; then the operators, in alphabetical
 * order, take turns. An item met when its task is full is lost. Of one pool and one cap, a smaller draw is part of a
 * larger. Returns the items by item_id.
 */
export function drawItems<T extends Drawable>(
  pool: readonly T[],
  { count, mostPerTask, seed }: { count: number; mostPerTask: number; seed: number },
): readonly T[] {
  const random = pythonRandom(seed);
  const sorted = byId(pool);
  // Shuffled in the order of their first appearance, which is what a set keeps, with one stream.
  const operators = [...new Set(sorted.map(({ operator }) => operator))];
  const turns = operators
    .map((name) => ({ name, waiting: random.shuffled(sorted.filter(({ operator }) => operator === name)) }))
    .sort((a, b) => comparePoints(a.name, b.name));
  const drawnOfTask = new Map<string, number>();
  const drawn: T[] = [];
  while (drawn.length < count && turns.some(({ waiting }) => waiting.length > 0)) {
    for (const { waiting } of turns) {
      if (drawn.length === count) break;
      const item = takeNext(waiting, ({ task_id }) => (drawnOfTask.get(task_id) ?? 0) < mostPerTask);
      if (item === null) continue;
      drawnOfTask.set(item.task_id, (drawnOfTask.get(item.task_id) ?? 0) + 1);
      drawn.push(item);
    }
  }
  return byId(drawn);
}

/** Takes items off the front until one may be used. */
function takeNext<T>(waiting: T[], mayUse: (item: T) => boolean): T | null {
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) if (mayUse(item)) return item;
  return null;
}

const byId = <T extends Drawable>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => comparePoints(a.item_id, b.item_id));
