import { agentTaskOf, type AgentTask } from './agent-task.ts';
import { choreScene, type ChoreScene } from './chore-scene.ts';
import {
  addressToFile,
  book,
  callOff,
  cancelAndTell,
  cancelTitled,
  convertAndMail,
  convertToFile,
  copyFile,
  forward,
  listFolder,
  lookUp,
  mail,
  meetTeam,
  moveFile,
  note,
  rebook,
  remind,
  remindOfMeeting,
  remove,
  roster,
  schedule,
  tell,
  type Chore,
} from './chores.ts';
import { BASE_SEED, worldOf } from './generate-world.ts';
import { pythonRandom, subSeed } from './python/index.ts';
import { taskShape } from './task-shape.ts';

type MakeChore = (scene: ChoreScene) => Chore;

/** The worlds before these belong to the probe's items and to the study's tasks. */
const FIRST_WORLD = 1000;

/**
 * Twenty kinds of task. Each comes three times: the chore alone, with another after it, and with another before it.
 * The others are of one call, and every kind has its own.
 */
const KINDS: readonly (readonly [template: string, chore: MakeChore, after: MakeChore, before: MakeChore])[] =
  [
    ['look_up', lookUp, note, remove],
    ['note', note, remind, callOff],
    ['remind', remind, mail, lookUp],
    ['mail', mail, remove, callOff],
    ['book', book, lookUp, mail],
    ['cancel_titled', cancelTitled, remind, note],
    ['schedule', schedule, remove, callOff],
    ['roster', roster, mail, remind],
    ['convert_to_file', convertToFile, callOff, book],
    ['copy_file', copyFile, book, mail],
    ['address_to_file', addressToFile, remind, callOff],
    ['tell', tell, note, remove],
    ['convert_and_mail', convertAndMail, lookUp, note],
    ['list_folder', listFolder, callOff, lookUp],
    ['remind_of_meeting', remindOfMeeting, note, mail],
    ['meet_team', meetTeam, remind, lookUp],
    ['forward', forward, remove, book],
    ['move_file', moveFile, mail, callOff],
    ['rebook', rebook, note, remind],
    ['cancel_and_tell', cancelAndTell, book, remove],
  ];

/**
 * Sixty tasks, no two of one shape (task-shape.ts): each is another situation. Tasks of one kind still have a chore in
 * common, so intervals draw kinds. In the mended edition, in worlds of their own, with strict goal tests. The three tasks
 * of a kind stand twenty apart: the first twenty tasks are one of each.
 */
export function distinctAgentTasks(): readonly AgentTask[] {
  const variants: readonly ((kind: (typeof KINDS)[number]) => readonly MakeChore[])[] = [
    ([, chore]) => [chore],
    ([, chore, after]) => [chore, after],
    ([, chore, , before]) => [before, chore],
  ];
  const tasks = variants
    .flatMap((choresOf) => KINDS.map((kind) => [kind[0], choresOf(kind)] as const))
    .map(([template, chores], index) => task(index, template, chores));
  const idOfShape = new Map<string, string>();
  for (const one of tasks) {
    const shape = taskShape(one);
    const twin = idOfShape.get(shape);
    if (twin !== undefined) throw new Error(`${twin} and ${one.task_id} are of one shape: ${shape}`);
    idOfShape.set(shape, one.task_id);
  }
  return tasks;
}

function task(index: number, template: string, makers: readonly MakeChore[]): AgentTask {
  const world = worldOf(FIRST_WORLD + index);
  const scene = choreScene(world, pythonRandom(subSeed(BASE_SEED, `distinct-task-${index}`)));
  const chores = makers.map((make) => make(scene));
  return agentTaskOf({
    task_id: `office-${String(index).padStart(4, '0')}`,
    template,
    edition: 'clean-1',
    goal: chores.map(({ goal }) => goal).join(' Then: '),
    world,
    gold: chores.flatMap(({ gold }) => gold),
    requirements: chores.flatMap(({ requirements }) => requirements),
  });
}
