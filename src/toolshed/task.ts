import type { Edition } from './edition.ts';
import { BASE_SEED, worldOf } from './generate-world.ts';
import { pythonRandom, subSeed } from './python/index.ts';
import { TEMPLATES, type TaskPlan, type TemplateName } from './templates.ts';
import type { World } from './world.ts';

/** Something to be done in a world of its own. */
export interface Task extends TaskPlan {
  /** `toolshed-` and four digits: the cluster of the bootstrap. */
  readonly id: string;
  readonly index: number;
  readonly template: TemplateName;
  /** The world in which it begins. */
  readonly world: World;
}

/** Task i: the templates take turns, world and choices come from streams of their own (toolshed §1.2, §6). */
export function taskOf(index: number, edition: Edition, baseSeed: number = BASE_SEED): Task {
  const template = TEMPLATES[index % TEMPLATES.length];
  if (template === undefined) throw new RangeError(`Tasks are counted from 0, not ${index}`);
  const world = worldOf(index, baseSeed);
  const random = pythonRandom(subSeed(baseSeed, `toolshed-task-${index}`));
  return {
    id: `toolshed-${String(index).padStart(4, '0')}`,
    index,
    template: template.name,
    world,
    ...template.plan({ world, random, taskIndex: index, edition }),
  };
}
