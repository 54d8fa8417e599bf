import { inventedFor } from '../../../src/toolshed/invented.ts';
import { itemsOfTask } from '../../../src/toolshed/item-pool.ts';
import { pythonRandom, subSeed } from '../../../src/toolshed/python/index.ts';
import type { ToolshedItem } from '../../../src/toolshed/index.ts';
import { freshNames } from './fresh-names.ts';
import { freshTask } from './fresh-task.ts';
import { emailOf } from '../../../src/toolshed/office-stock.ts';

/** Far from the places of the training episodes; their seed is another one too. */
const FIRST_INDEX = 3_000_000;

/**
 * Items of tasks with fresh names, made as the frozen ones are: for the exam, never for training. One item for each
 * step of a task, the wrong version drawn.
 */
export function freshItems(
  tasks: number,
  seed: number,
  frozen: ReadonlySet<string>,
): readonly ToolshedItem[] {
  return Array.from({ length: tasks }, (_, at) => FIRST_INDEX + at).flatMap((index) => {
    const random = pythonRandom(subSeed(seed, `toolshed-exam-${index}`));
    const names = freshNames(random, frozen);
    const task = {
      ...freshTask(index, seed, names, random),
      id: `toolshed-fresh-${String(index - FIRST_INDEX).padStart(4, '0')}`,
    };
    const contact = names.name();
    const items = itemsOfTask(task, 'paper-2026', {
      ...inventedFor(0, 'paper-2026'),
      contact,
      email: emailOf(contact),
      file: `${names.folder()}/${names.stem()}.md`,
      eventId: `evt-${random.between(100, 130)}`,
      team: names.word(),
      folder: names.word(),
    });
    const steps = [...new Set(items.map(({ step_index: step }) => step))];
    return steps.map((step) => random.choice(items.filter((item) => item.step_index === step)));
  });
}
