import { callOf } from './action/index.ts';
import { agentTaskOf, type AgentTask } from './agent-task.ts';
import { BASE_SEED, worldOf } from './generate-world.ts';
import { pythonRandom, str, subSeed } from './python/index.ts';
import { TEMPLATES, type Draft, type TaskPlan, type TemplateName } from './templates.ts';

type AgentTemplateName = TemplateName | 'lookup' | 'simple_write' | 'simple_reminder';

const TASKS = 24;

/** The published order: tasks of one call between the templates of the probe (toolshed §6). */
const CYCLE: readonly AgentTemplateName[] = [
  'lookup',
  'cancel_event',
  'simple_write',
  'archive',
  'simple_reminder',
  'schedule',
  'lookup',
  'roster',
  'simple_write',
  'email_file',
  'simple_reminder',
  'convert',
];

const SHORT: Readonly<Partial<Record<AgentTemplateName, (draft: Draft) => TaskPlan>>> = {
  lookup,
  simple_write: simpleWrite,
  simple_reminder: simpleReminder,
};

/**
 * The 24 tasks of the study's free-running agent, in their composition: nine kinds of task, two to four near-copies
 * of each, in the worlds of the probe. Names and words are ours.
 */
export const paperAgentTasks = (): readonly AgentTask[] => Array.from({ length: TASKS }, (_, at) => task(at));

function task(index: number): AgentTask {
  const template = CYCLE[index % CYCLE.length] ?? 'lookup';
  const plan = SHORT[template] ?? TEMPLATES.find(({ name }) => name === template)?.plan;
  if (plan === undefined) throw new Error(`No template is called ${template}`);
  const world = worldOf(index);
  const random = pythonRandom(subSeed(BASE_SEED, `agent-task-${index}`));
  return agentTaskOf({
    task_id: `agent-${String(index).padStart(4, '0')}`,
    template,
    edition: 'paper-2026',
    world,
    ...plan({ world, random, taskIndex: index, edition: 'paper-2026' }),
  });
}

function lookup({ world, random }: Draft): TaskPlan {
  const { name } = random.choice(world.contacts);
  return {
    goal: `Look up ${name} in the address book.`,
    gold: [callOf('find_contact', [['name', str(name)]])],
    requirements: [{ kind: 'contact-found', name }],
  };
}

const STATUS_TEXTS = ['all quiet', 'waiting for parts', 'half done', 'ready to ship'] as const;

function simpleWrite({ random }: Draft): TaskPlan {
  const path = 'notes/status.md';
  const text = random.choice(STATUS_TEXTS);
  return {
    goal: `Save the text '${text}' in ${path}.`,
    gold: [
      callOf('write_file', [
        ['path', str(path)],
        ['content', str(text)],
      ]),
    ],
    requirements: [{ kind: 'file-holds', path, texts: [text] }],
  };
}

const REMINDER_TEXTS = ['pay the deposit', 'call the plumber', 'renew the lease'] as const;

function simpleReminder({ random }: Draft): TaskPlan {
  const date = `2026-12-${String(random.between(3, 27)).padStart(2, '0')}`;
  const text = random.choice(REMINDER_TEXTS);
  return {
    goal: `Leave a reminder for ${date} with the text '${text}'.`,
    gold: [
      callOf('set_reminder', [
        ['text', str(text)],
        ['date', str(date)],
      ]),
    ],
    requirements: [{ kind: 'reminder-left', date, text }],
  };
}
