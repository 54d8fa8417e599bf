import { callOf, type Call } from './action/index.ts';
import type { Edition } from './edition.ts';
import type { Requirement } from './goal.ts';
import { TEAMS } from './office-stock.ts';
import { float, int, list, repr, str, type PythonRandom } from './python/index.ts';
import { convert } from './unit-table.ts';
import type { World } from './world.ts';

export type TemplateName = 'email_file' | 'cancel_event' | 'schedule' | 'roster' | 'archive' | 'convert';

/** A task without its place in the cycle. */
export interface TaskPlan {
  /** What the agent is asked for, in a colleague's words. */
  readonly goal: string;
  /** The right calls in order, without the closing finish(). */
  readonly gold: readonly Call[];
  /** When the task is solved. Lenient on purpose, as in the study: see each template. */
  readonly requirements: readonly Requirement[];
}

export interface Draft {
  readonly world: World;
  readonly random: PythonRandom;
  readonly taskIndex: number;
  readonly edition: Edition;
}

/** The six kinds of task in the order of the cycle. Draws and goal tests are those of toolshed §6. */
export const TEMPLATES: readonly {
  readonly name: TemplateName;
  readonly plan: (draft: Draft) => TaskPlan;
}[] = [
  { name: 'email_file', plan: emailFile },
  { name: 'cancel_event', plan: cancelEvent },
  { name: 'schedule', plan: schedule },
  { name: 'roster', plan: roster },
  { name: 'archive', plan: archive },
  { name: 'convert', plan: convertAndSave },
];

/** The subject is not tested. */
function emailFile({ world, random }: Draft): TaskPlan {
  const { name, email } = random.choice(world.contacts);
  const { path, content } = random.choice(writableFiles(world));
  const stem = path.replace(/^.*\/|\.md$/g, '');
  return {
    goal: `Send ${name} the text of ${path}, with '${stem}' as the subject.`,
    gold: [
      callOf('find_contact', [['name', str(name)]]),
      callOf('read_file', [['path', str(path)]]),
      callOf('send_message', [
        ['to', str(email)],
        ['subject', str(stem)],
        ['body', str(content)],
      ]),
    ],
    requirements: [{ kind: 'message-sent', to: email, subject: null, body: content }],
  };
}

function cancelEvent({ world, random }: Draft): TaskPlan {
  const { id, title, date } = random.choice(world.events);
  return {
    goal: `The meeting '${title}' on ${date} will not take place. Please cancel it.`,
    gold: [callOf('list_events', [['date', str(date)]]), callOf('cancel_event', [['event_id', str(id)]])],
    requirements: [{ kind: 'event-cancelled', event_id: id }],
  };
}

/** The title is not tested. */
function schedule({ world, random }: Draft): TaskPlan {
  const { name, email } = random.choice(world.contacts);
  const date = `2026-10-${random.between(10, 26)}`;
  const time = `${String(random.choice([9, 11, 13, 16])).padStart(2, '0')}:30`;
  return {
    goal: `Put a meeting with ${name} into the calendar, on ${date} at ${time}, under the title '1:1'.`,
    gold: [
      callOf('find_contact', [['name', str(name)]]),
      callOf('create_event', [
        ['title', str('1:1')],
        ['date', str(date)],
        ['time', str(time)],
        ['attendees', list([str(email)])],
      ]),
    ],
    requirements: [{ kind: 'event-booked', title: null, date, time, attendees: [email] }],
  };
}

/** Only first names are tested, and others may stand beside them. */
function roster({ world, random, taskIndex, edition }: Draft): TaskPlan {
  const team = random.choice(TEAMS);
  // In the study ten tasks share four goals; equal items would count as independent ones.
  const path =
    edition === 'paper-2026'
      ? 'reports/roster.md'
      : `reports/roster-${String(taskIndex).padStart(2, '0')}.md`;
  const names = world.contacts.filter((contact) => contact.team === team).map(({ name }) => name);
  return {
    goal: `Who is in team ${team}? Save their names, separated by commas, in ${path}.`,
    gold: [
      callOf('list_contacts', [['team', str(team)]]),
      callOf('write_file', [
        ['path', str(path)],
        ['content', str(names.join(', '))],
      ]),
    ],
    requirements: [{ kind: 'file-holds', path, texts: names.map(firstName) }],
  };
}

/** Neither the reminder's text nor the order is tested. */
function archive({ world, random }: Draft): TaskPlan {
  const { path } = random.choice(writableFiles(world));
  const date = `2026-11-${String(random.between(3, 27)).padStart(2, '0')}`;
  const text = `${path} was deleted`;
  return {
    goal: `Delete ${path}. Then leave a reminder for ${date} with the text '${text}'.`,
    gold: [
      callOf('delete_file', [['path', str(path)]]),
      callOf('set_reminder', [
        ['text', str(text)],
        ['date', str(date)],
      ]),
    ],
    requirements: [
      { kind: 'file-gone', path },
      { kind: 'reminder-left', date, text: null },
    ],
  };
}

/** What tasks ask to convert. */
export const CONVERSIONS = [
  ['km', 'mi'],
  ['kg', 'lb'],
  ['l', 'gal'],
] as const;

function convertAndSave({ random }: Draft): TaskPlan {
  const [from, to] = random.choice(CONVERSIONS);
  const value = random.between(5, 90);
  const path = 'reports/conversion.md';
  const answer = repr(float(convert(value, from, to) ?? Number.NaN));
  return {
    goal: `Convert ${value} ${from} to ${to} and save the number, nothing else, in ${path}.`,
    gold: [
      callOf('convert_units', [
        ['value', int(value)],
        ['from_unit', str(from)],
        ['to_unit', str(to)],
      ]),
      callOf('write_file', [
        ['path', str(path)],
        ['content', str(answer)],
      ]),
    ],
    requirements: [{ kind: 'file-holds', path, texts: [answer] }],
  };
}

export const writableFiles = (world: World) => world.files.filter((file) => !file.readOnly);
const firstName = (name: string): string => name.split(' ', 1)[0] ?? name;
